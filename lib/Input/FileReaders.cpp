//===- FileReaders.cpp - Which command reads which kinds of files ---------===//
#include "fencepost/Input/FileReaders.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using llvm::StringRef;
using enum FileKind;

static constexpr FileKind Modules[] = {LlvmIR, Bitcode};
static constexpr FileKind Kernels[] = {LlvmIR, Bitcode, OpenCL};
static constexpr FileKind Programs[] = {LlvmIR, Bitcode, OpenCL, Litmus};
static constexpr FileKind Tests[] = {Litmus, LlvmIR};
static constexpr FileKind Objects[] = {CodeObject,    Bundle,  CompressedBundle,
                                       OffloadBinary, Archive, HostObject};

static constexpr FileReader Readers[] = {
    {"check", Kernels},
    {"place", Kernels},
    {"place --in-place", Modules, /*IsPartOfCommand=*/true},
    {"lower", Programs},
    {"lower --rewrite", Kernels, /*IsPartOfCommand=*/true},
    {"litmus", Tests},
    {"inspect", Objects},
};

bool FileReader::reads(FileKind Kind) const {
  return llvm::is_contained(Kinds, Kind);
}

bool FileReader::readsSources() const { return llvm::any_of(Kinds, isSource); }

/// "a", "a and b", "a, b and c".
static std::string enumerate(llvm::ArrayRef<std::string> Words) {
  std::string Text;
  for (auto [I, Word] : llvm::enumerate(Words))
    Text += (I == 0 ? "" : I + 1 == Words.size() ? " and " : ", ") + Word;
  return Text;
}

std::string FileReader::kinds() const {
  std::vector<std::string> Names;
  for (FileKind Kind : Kinds)
    Names.push_back(factsOf(Kind).Plural.str());
  return enumerate(Names);
}

const FileReader *findReader(StringRef Command) {
  const FileReader *Row = llvm::find_if(
      Readers, [&](const FileReader &Each) { return Each.Command == Command; });
  return Row == std::end(Readers) ? nullptr : Row;
}

const FileReader &readerOf(StringRef Command) {
  const FileReader *Row = findReader(Command);
  assert(Row && "a command that reads files needs a row");
  return *Row;
}

/// What to do with a file of a kind that \p Reader does not read.
static std::string adviceFor(const FileReader &Reader, FileKind Kind) {
  if (Kind == Empty)
    return "";
  if (StringRef Advice = factsOf(Kind).Advice; !Advice.empty())
    return "; " + Advice.str();
  std::vector<std::string> Others;
  for (const FileReader &Each : Readers)
    if (Each.reads(Kind) && !Each.IsPartOfCommand)
      Others.push_back("'fencepost " + Each.Command.str() + "'");
  if (Others.empty())
    return "; 'fencepost " + Reader.Command.str() + "' reads " + Reader.kinds();
  return "; " + enumerate(Others) + (Others.size() == 1 ? " reads" : " read") +
         " it";
}

/// Of \p Offset in \p Text.
static Location locationIn(StringRef Text, size_t Offset, StringRef File) {
  StringRef Before = Text.take_front(Offset);
  size_t Begin = Before.rfind('\n') + 1;
  Location Where;
  Where.File = File.str();
  Where.Line = 1 + Before.count('\n');
  Where.Column = 1 + Offset - Begin;
  Where.LineText = Text.drop_front(Begin).split('\n').first.rtrim('\r').str();
  return Where;
}

llvm::Error refuseKind(const FileReader &Reader, DetectedKind Found,
                       StringRef Bytes, StringRef File) {
  Location Where;
  Where.File = File.str();
  if (isText(Found.Kind) && Found.Kind != Utf16)
    Where = locationIn(Bytes, Found.Offset, File);
  return inputError(Diag::UnsupportedInput, std::move(Where),
                    "the file is " + factsOf(Found.Kind).Name +
                        adviceFor(Reader, Found.Kind));
}

} // namespace fencepost
