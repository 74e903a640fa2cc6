//===- SuppressionComments.cpp - Comments that suppress findings ----------===//
#include "fencepost/Input/SuppressionComments.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using llvm::StringRef;

static constexpr StringRef Keyword = "fencepost:";
static constexpr llvm::StringLiteral Openings[] = {"//", "/*", ";", "#"};

bool Suppression::covers(Diag Id) const {
  return All || llvm::is_contained(Named, Id);
}

void Suppression::add(const Suppression &More) {
  All |= More.All;
  Named.append(More.Named);
}

static bool canBeSuppressed(const DiagnosticKind &Kind) {
  return Kind.Level != Severity::Unknown && Kind.Level != Severity::BadInput;
}

/// Why \p Name cannot be suppressed, or "".
static std::string problemWith(StringRef Name) {
  if (const DiagnosticKind *Kind = findDiagnostic(Name))
    return canBeSuppressed(*Kind)
               ? ""
               : ("'" + Name +
                  "' cannot be suppressed, for silence must not "
                  "look like success")
                     .str();
  llvm::SmallVector<StringRef> Names;
  for (const DiagnosticKind &Kind : diagnosticKinds())
    if (canBeSuppressed(Kind))
      Names.push_back(Kind.Name);
  return ("there is no finding '" + Name + "'" + didYouMean(Name, Names)).str();
}

Suppression suppressionOf(llvm::ArrayRef<std::string> Names,
                          const Location &Where,
                          std::vector<Finding> &Problems) {
  Suppression Result;
  for (const std::string &Name : Names) {
    if (Name == "*") {
      Result.All = true;
      continue;
    }
    std::string Problem = problemWith(Name);
    if (Problem.empty())
      Result.Named.push_back(findDiagnostic(Name)->Id);
    else
      Problems.push_back({Diag::BadSuppression, Where, std::move(Problem), {}});
  }
  return Result;
}

static StringRef firstWord(StringRef Text) {
  return Text.take_while([](char C) { return llvm::isAlnum(C) || C == '-'; });
}

namespace {

/// One line that has the keyword in it.
class CommentReader {
public:
  CommentReader(StringRef File, StringRef Line, unsigned Number,
                std::vector<Finding> &Problems)
      : File(File), Line(Line), Number(Number), Problems(Problems) {}

  /// What the comment suppresses, if it is one of ours.
  Suppression read();
  /// There is nothing but comment on the line.
  bool isAlone() const {
    StringRef Text = Line.ltrim();
    return llvm::any_of(
        Openings, [&](StringRef Opening) { return Text.starts_with(Opening); });
  }

private:
  Suppression readNames(StringRef Rest);
  Location at(StringRef Part) const;
  Suppression problem(StringRef Part, const llvm::Twine &Message) {
    Problems.push_back({Diag::BadSuppression, at(Part), Message.str(), {}});
    return {};
  }

  StringRef File, Line;
  unsigned Number;
  std::vector<Finding> &Problems;
};

} // namespace

Location CommentReader::at(StringRef Part) const {
  Location Where;
  Where.File = File.str();
  Where.Line = Number;
  Where.Column = Part.data() - Line.data() + 1;
  Where.LineText = Line.str();
  return Where;
}

/// "(lds-race, global-race)".
Suppression CommentReader::readNames(StringRef Rest) {
  size_t End = Rest.find(')');
  if (End == StringRef::npos)
    return problem(Rest, "the '(' is not closed");
  llvm::SmallVector<StringRef, 4> Parts;
  Rest.slice(1, End).split(Parts, ',');
  Suppression Result;
  for (StringRef Part : Parts)
    Result.add(suppressionOf({Part.trim().str()}, at(Part.ltrim()), Problems));
  return Result;
}

Suppression CommentReader::read() {
  size_t Position = Line.find(Keyword);
  StringRef Before = Line.take_front(Position);
  if (llvm::none_of(Openings,
                    [&](StringRef Open) { return Before.contains(Open); }))
    return {};
  StringRef Rest = Line.drop_front(Position + Keyword.size()).ltrim();
  StringRef Word = firstWord(Rest);
  if (Word != "ignore") {
    // The program's own messages begin with the keyword too.
    if (Word.edit_distance("ignore") <= 2)
      return problem(Word, "'" + Word + "', did you mean 'ignore'?");
    return {};
  }
  Rest = Rest.drop_front(Word.size());
  if (Rest.ltrim().starts_with("("))
    return readNames(Rest.ltrim());
  StringRef Next = firstWord(Rest.ltrim());
  if (findDiagnostic(Next))
    return problem(Next,
                   "names have to be in parentheses: ignore(" + Next + ")");
  Suppression Result;
  Result.All = true;
  return Result;
}

SuppressionComments::SuppressionComments(StringRef File,
                                         llvm::ArrayRef<std::string> Lines,
                                         std::vector<Finding> &Problems) {
  for (auto [Index, Line] : llvm::enumerate(Lines)) {
    if (!StringRef(Line).contains(Keyword))
      continue;
    unsigned Number = Index + 1;
    CommentReader Reader(File, Line, Number, Problems);
    Suppression Here = Reader.read();
    ByLine[Number].add(Here);
    if (Reader.isAlone())
      ByLine[Number + 1].add(Here);
  }
}

bool SuppressionComments::covers(unsigned Line, Diag Id) const {
  auto It = ByLine.find(Line);
  return It != ByLine.end() && It->second.covers(Id);
}

} // namespace fencepost
