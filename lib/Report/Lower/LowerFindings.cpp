//===- LowerFindings.cpp - What a listing does not know -------------------===//
#include "LowerTitles.h"
#include "llvm/ADT/StringSet.h"

namespace fencepost {

using lower::CodeSite;
using lower::Role;

/// Line \p Number of \p Text, from 1.
static llvm::StringRef lineOf(llvm::StringRef Text, unsigned Number) {
  for (; Number > 1 && !Text.empty(); --Number)
    Text = Text.split('\n').second;
  return Number ? Text.split('\n').first.rtrim('\r') : "";
}

/// In the input if that has lines, else by debug information.
static Location locationOf(const CodeSite &S, const lower::FunctionCode &F,
                           llvm::StringRef Text) {
  bool InSource = S.Where.Line == 0 && !S.Source.empty();
  const lower::SourcePlace &P = InSource ? S.Source.front() : S.Where;
  Location Result;
  Result.File = P.File;
  Result.Line = P.Line;
  Result.Column =
      P.Line ? std::max(1u, P.Column) : 0; // Columns can be left out.
  if (!InSource)
    Result.LineText = lineOf(Text, P.Line).str();
  Result.Entity = (codeKindName(F.Kind) + " " + F.Name).str();
  return Result;
}

/// Nothing if \p S is understood; \p Seen are the functions of the input.
static std::optional<Finding> unknownOf(const CodeSite &S,
                                        const lower::FunctionCode &F,
                                        const llvm::StringSet<> &Seen,
                                        llvm::StringRef Text) {
  const lower::Recognized &R = S.Meaning;
  if (R.Role == Role::Unknown)
    return Finding{Diag::UnknownOperation, locationOf(S, F, Text), R.Text, {}};
  if (R.Role != Role::Call || Seen.contains(R.Text))
    return std::nullopt;
  std::string Message = R.Text.empty()
                            ? "the called function is unknown"
                            : "@" + R.Text + " is called and not in the input";
  return Finding{Diag::UnseenCode, locationOf(S, F, Text), Message, {}};
}

std::vector<Finding> unknownsOf(const LowerReport &R, llvm::StringRef Text) {
  llvm::StringSet<> Seen;
  for (const lower::ListedFunction &F : R.Functions)
    Seen.insert(F.Code->Name);
  std::vector<Finding> Found;
  for (const lower::ListedFunction &F : R.Functions)
    for (const lower::ListedSite &S : F.Sites)
      if (std::optional<Finding> Each = unknownOf(*S.Site, *F.Code, Seen, Text))
        Found.push_back(std::move(*Each));
  return Found;
}

Finding problemFinding(const lower::ListingProblem &P,
                       const lower::FunctionCode &Function,
                       llvm::StringRef Text) {
  return {Diag::OperationIllegal,
          locationOf(*P.Where, Function, Text),
          titleOf(P.Where->Meaning) + ": " + P.Message,
          {}};
}

} // namespace fencepost
