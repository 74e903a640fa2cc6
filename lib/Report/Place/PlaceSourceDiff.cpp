//===- PlaceSourceDiff.cpp - `fencepost place --source-diff` --------------===//
// A barrier may belong into the middle of a statement, so it is not written
// into the source: a comment says what belongs there. Tested by
// test/place/source-diff.test.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/PlaceSourceDiff.h"
#include "fencepost/Report/PlaceText.h"
#include "fencepost/Report/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using llvm::StringRef;
using placeir::KernelPlacement;

namespace {

/// Lines that come to a file, by the number of lines before them.
using Comments = std::multimap<size_t, std::string>;

class SourceDiff {
public:
  explicit SourceDiff(KernelFile &Input) : Input(Input) {}
  void add(const KernelPlacement &Kernel);
  std::string text();

private:
  void add(const SourceLine &Line, StringRef Beside, const std::string &Text);
  std::string diffOf(const std::string &File, const Comments &Comments);

  KernelFile &Input;
  std::map<std::string, Comments> ByFile;
  std::string WithoutLine;
};

} // namespace

/// \p Text as a comment, as far to the right as \p Beside.
static std::string commentOf(StringRef File, StringRef Beside, StringRef Text) {
  StringRef Mark = File.ends_with(".ll") ? "; " : "// ";
  StringRef Indent =
      Beside.take_while([](char C) { return C == ' ' || C == '\t'; });
  return (Indent + Mark + "fencepost: " + Text + "\n").str();
}

/// Indented as the line \p Beside.
void SourceDiff::add(const SourceLine &Line, StringRef Beside,
                     const std::string &Text) {
  const Location &Where = Line.Where;
  if (Where.Line == 0 || Where.Line > Input.linesOf(Where.File).size()) {
    WithoutLine += shortName(Where) + ": " + Text + "\n";
    return;
  }
  ByFile[Where.File].emplace(Where.Line - Line.IsBefore,
                             commentOf(Where.File, Beside, Text));
}

void SourceDiff::add(const KernelPlacement &Kernel) {
  if (Kernel.Plan.Named)
    for (const NamedWait &Wait : namedWaits(Kernel, Input))
      add({Wait.Where, true}, Wait.Where.LineText, Wait.Text);
  for (const BarrierNote &Note : notesOf(Kernel, Input))
    if (Note.Action != PlaceAction::Kept)
      add(Note.Line, Note.Where.LineText, actionText(Note));
}

std::string SourceDiff::diffOf(const std::string &File,
                               const Comments &Comments) {
  std::string Old, New;
  auto Next = Comments.begin();
  auto AddComments = [&](size_t Number) {
    for (; Next != Comments.end() && Next->first == Number; ++Next)
      New += Next->second;
  };
  for (const auto &[Number, Line] : llvm::enumerate(Input.linesOf(File))) {
    AddComments(Number);
    Old += Line + "\n";
    New += Line + "\n";
  }
  AddComments(Input.linesOf(File).size());
  return unifiedDiff("a/" + File, Old, "b/" + File, New);
}

std::string SourceDiff::text() {
  std::string Text = WithoutLine;
  for (const auto &[File, Added] : ByFile)
    Text += diffOf(File, Added);
  return Text;
}

std::string sourceDiff(llvm::ArrayRef<KernelPlacement> Kernels,
                       KernelFile &Input) {
  SourceDiff Made(Input);
  for (const KernelPlacement &Kernel : Kernels)
    Made.add(Kernel);
  return Made.text();
}

} // namespace fencepost
