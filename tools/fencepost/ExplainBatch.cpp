//===- ExplainBatch.cpp - `fencepost explain --batch` ---------------------===//
// Reads a block at a time and answers the lines that are complete. What was
// answered is written before more is asked for, so that the program can also be
// talked to line by line over a pipe. Tested by test/explain/batch-*.test.
//===----------------------------------------------------------------------===//
#include "ExplainBatch.h"
#include "Output.h"
#include "fencepost/Report/ExplainBatch.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

static constexpr size_t BlockSize = 1 << 18;

namespace {
class BatchRun {
public:
  explicit BatchRun(lower::Dialect Default) : Default(Default) {}

  /// Takes the next bytes of the input.
  void take(StringRef Block);
  /// Answers a last line that no new line ends, and writes everything.
  int finish();

private:
  void answer(StringRef Line);
  void write();

  lower::Dialect Default;
  uint64_t Lines = 0;
  bool AllUnderstood = true;
  std::string Partial; ///< The beginning of a line whose end is to come.
  llvm::SmallVector<char, 0> Out;
};
} // namespace

void BatchRun::answer(StringRef Line) {
  AllUnderstood &= answerBatchLine(Line, ++Lines, Default, Out);
}

void BatchRun::write() {
  llvm::outs() << StringRef(Out.data(), Out.size());
  llvm::outs().flush();
  Out.clear();
}

void BatchRun::take(StringRef Block) {
  while (true) {
    size_t End = Block.find('\n');
    StringRef Line = Block.take_front(End);
    if (End == StringRef::npos) {
      // Of a line that is too long, only that it is has to be kept.
      if (Partial.size() <= MaxBatchLine)
        Partial += Line;
      break;
    }
    if (Partial.empty()) {
      answer(Line);
    } else {
      if (Partial.size() <= MaxBatchLine)
        Partial += Line;
      answer(Partial);
      Partial.clear();
    }
    Block = Block.drop_front(End + 1);
  }
  write();
}

int BatchRun::finish() {
  if (!Partial.empty())
    answer(Partial);
  write();
  return AllUnderstood ? ExitHolds : ExitBadInput;
}

static llvm::Error unreadable(StringRef Name, const llvm::Twine &Why) {
  return inputError(Diag::UnreadableInput, Name == "-" ? "<stdin>" : Name, Why);
}

static llvm::Expected<llvm::sys::fs::file_t> openQuestions(StringRef Name) {
  if (Name == "-")
    return llvm::sys::fs::getStdinHandle();
  llvm::sys::fs::file_type Type = llvm::sys::fs::get_file_type(Name);
  if (Type == llvm::sys::fs::file_type::directory_file)
    return unreadable(Name, "is a directory");
  if (Type == llvm::sys::fs::file_type::block_file)
    return unreadable(Name, "is a device");
  llvm::Expected<llvm::sys::fs::file_t> File =
      llvm::sys::fs::openNativeFileForRead(Name);
  if (!File)
    return unreadable(Name, llvm::toString(File.takeError()));
  return *File;
}

int explainBatch(StringRef Name, lower::Dialect Default) {
  llvm::Expected<llvm::sys::fs::file_t> File = openQuestions(Name);
  if (!File)
    return fail(File.takeError());
  BatchRun Run(Default);
  std::vector<char> Block(BlockSize);
  while (true) {
    llvm::Expected<size_t> Read =
        llvm::sys::fs::readNativeFile(*File, llvm::MutableArrayRef(Block));
    if (!Read)
      return fail(unreadable(Name, llvm::toString(Read.takeError())));
    if (*Read == 0 || llvm::outs().has_error())
      break;
    Run.take(StringRef(Block.data(), *Read));
  }
  return Run.finish();
}

} // namespace fencepost
