//===- TextKind.cpp - What a text is --------------------------------------===//
// See TextKind.h.
//===----------------------------------------------------------------------===//
#include "TextKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral Blanks = " \t";

/// More is not looked at: a large file shows what it is before.
static constexpr size_t MaxText = 1 << 20;

static bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_'; }
static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

static StringRef takeWord(StringRef &Text) {
  StringRef Word = Text.take_while(isWordPart);
  Text = Text.drop_front(Word.size());
  return Word;
}

static StringRef after(StringRef Text, StringRef End) {
  size_t At = Text.find(End);
  return At == StringRef::npos ? "" : Text.drop_front(At + End.size());
}

//===-- The opening -------------------------------------------------------===//

/// Of the C preprocessor; "# 1 "k.cl"" is what it leaves.
static bool isDirective(StringRef Text) {
  static constexpr StringLiteral Words[] = {
      "define", "elif", "error",  "if",    "ifdef",  "ifndef",
      "import", "line", "pragma", "undef", "include"};
  if (!Text.consume_front("#"))
    return false;
  Text = Text.ltrim(Blanks);
  StringRef Word = takeWord(Text);
  return llvm::is_contained(Words, Word) ||
         (!Word.empty() && llvm::all_of(Word, llvm::isDigit));
}

/// In any language, from here to the end of the line.
static bool isLineComment(StringRef Text) {
  if (Text.starts_with("//") || Text.starts_with(";"))
    return true;
  StringRef Next = Text.drop_front();
  return Text.starts_with("#") && !isDirective(Text) &&
         (Next.empty() || llvm::isSpace(Next.front()) ||
          StringRef("#!").contains(Next.front()));
}

/// What follows the space and the comments that \p Text begins with.
static StringRef findOpening(StringRef Text) {
  while (true) {
    Text = Text.ltrim();
    if (Text.starts_with("/*"))
      Text = after(Text, "*/");
    else if (Text.starts_with("(*"))
      Text = after(Text, "*)");
    else if (!Text.empty() && isLineComment(Text))
      Text = after(Text, "\n");
    else
      return Text;
  }
}

namespace {
/// A word, and what follows it after blanks.
struct OpeningRow {
  StringLiteral Word, Next;
  FileKind Kind;
};
} // namespace

static constexpr OpeningRow Openings[] = {
    {"AMDGPU", "", FileKind::Litmus},
    {"attributes", "#", FileKind::LlvmIR},
    {"declare", "", FileKind::LlvmIR},
    {"define", "", FileKind::LlvmIR},
    {"module", "asm", FileKind::LlvmIR},
    {"module", "{", FileKind::Mlir},
    {"module", "@", FileKind::Mlir},
    {"module", "attributes", FileKind::Mlir},
    {"source_filename", "=", FileKind::LlvmIR},
    {"target", "datalayout", FileKind::LlvmIR},
    {"target", "triple", FileKind::LlvmIR},
    {"uselistorder", "", FileKind::LlvmIR},
    {"__attribute__", "", FileKind::C},
    {"const", "", FileKind::C},
    {"constexpr", "", FileKind::C},
    {"enum", "", FileKind::C},
    {"extern", "", FileKind::C},
    {"float", "", FileKind::C},
    {"inline", "", FileKind::C},
    {"int", "", FileKind::C},
    {"namespace", "", FileKind::C},
    {"static", "", FileKind::C},
    {"struct", "", FileKind::C},
    {"template", "<", FileKind::C},
    {"typedef", "", FileKind::C},
    {"unsigned", "", FileKind::C},
    {"using", "", FileKind::C},
    {"void", "", FileKind::C},
};

/// "func.func @f", "gpu.module @m {", "util.global private": an operation of
/// MLIR is called by its dialect, too.
static bool isDialectOperation(StringRef Text) {
  auto IsPart = [](char C) { return isWordPart(C) || C == '.'; };
  StringRef Name = Text.take_while(IsPart);
  auto [Dialect, Operation] = Name.split('.');
  if (Dialect.empty() || Operation.empty() || !llvm::isLower(Name.front()))
    return false;
  StringRef Next = Text.drop_front(Name.size()).ltrim(Blanks);
  return llvm::any_of(std::initializer_list<StringRef>{"@", "{", "(", "\"",
                                                       "public", "private",
                                                       "attributes"},
                      [&](StringRef Start) { return Next.starts_with(Start); });
}

static std::optional<FileKind> kindOfWord(StringRef Text) {
  StringRef Rest = Text;
  StringRef Word = takeWord(Rest);
  Rest = Rest.ltrim(Blanks);
  for (const OpeningRow &Row : Openings)
    if (Word == Row.Word && Rest.starts_with(Row.Next))
      return Row.Kind;
  if (isDialectOperation(Text))
    return FileKind::Mlir;
  return std::nullopt;
}

/// "@x = global", "!0 = !{}", "#map = affine_map<>": LLVM IR and MLIR name
/// things alike. \p Text begins with the mark before the name.
static std::optional<FileKind> kindOfDefinition(StringRef Text) {
  char Mark = Text.front();
  StringRef Rest = Text.drop_front();
  if (Rest.consume_front("\""))
    Rest = after(Rest, "\"");
  else
    Rest = Rest.drop_while(
        [](char C) { return isWordPart(C) || StringRef("$-.").contains(C); });
  if (!(Rest = Rest.ltrim(Blanks)).consume_front("="))
    return std::nullopt;
  Rest = Rest.ltrim(Blanks);
  auto Follows = [&](std::initializer_list<StringRef> Starts) {
    return llvm::any_of(
        Starts, [&](StringRef Start) { return Rest.starts_with(Start); });
  };
  bool IsIR = Mark == '@' || Mark == '$' || Mark == '^' ||
              (Mark == '%' && Follows({"type", "opaque"})) ||
              (Mark == '!' && Follows({"!{", "!DI", "!\"", "distinct"}));
  return IsIR ? FileKind::LlvmIR : FileKind::Mlir;
}

static bool isJson(StringRef Text) {
  StringRef Rest = Text.drop_front().ltrim();
  return !Rest.empty() &&
         (llvm::isDigit(Rest.front()) ||
          StringRef("\"{}[]-").contains(Rest.front()) ||
          Rest.starts_with("true") || Rest.starts_with("false") ||
          Rest.starts_with("null"));
}

static std::optional<FileKind> kindOfOpening(StringRef Text) {
  if (isDirective(Text))
    return FileKind::C;
  if (Text.starts_with("{-#"))
    return FileKind::Mlir;
  if (Text.starts_with("%YAML"))
    return FileKind::Yaml;
  switch (Text.front()) {
  case '@':
  case '%':
  case '!':
  case '$':
  case '^':
  case '#':
    return kindOfDefinition(Text);
  case '{':
  case '[':
    if (isJson(Text))
      return FileKind::Json;
    return std::nullopt;
  case '.':
    if (Text.size() > 1 && isWordStart(Text[1]))
      return FileKind::Assembly;
    return std::nullopt;
  case '-':
    // Also LLVM's machine IR and remarks.
    if (Text.starts_with("--- !") || Text.starts_with("--- |") ||
        Text.split('\n').first.rtrim() == "---")
      return FileKind::Yaml;
    return std::nullopt;
  case '"': {
    // "builtin.module"() ({
    auto [Name, Rest] = Text.drop_front().split('"');
    if (Name.contains('.') && Rest.starts_with("("))
      return FileKind::Mlir;
    return std::nullopt;
  }
  default:
    return kindOfWord(Text);
  }
}

/// "my_kernel:", alone on its line.
static bool isLabel(StringRef Opening) {
  StringRef Line = Opening.split('\n').first.rtrim();
  return Line.consume_back(":") && !Line.empty() &&
         llvm::all_of(Line, [](char C) {
           return isWordPart(C) || StringRef("$.").contains(C);
         });
}

/// The first line ends as lines of C do and as those of prose do not.
static bool isLikeC(StringRef Opening) {
  StringRef Line = Opening.split('\n').first.rtrim();
  return !Line.empty() && StringRef(";{},()\\").contains(Line.back());
}

//===-- The words ---------------------------------------------------------===//

namespace {

/// The words of a program, without those in comments and strings.
class CodeWords {
public:
  explicit CodeWords(StringRef Text) : Rest(Text) {}

  /// Empty at the end.
  StringRef next();

private:
  void skipQuoted();
  void skipRawString();

  StringRef Rest;
};

/// A word, perhaps with the one that follows it, that one language has.
struct WordRow {
  StringLiteral Word, Next;
  FileKind Kind;
};

} // namespace

/// To the quote that ends it, on the same line.
void CodeWords::skipQuoted() {
  char Quote = Rest.front();
  size_t I = 1;
  while (I < Rest.size() && Rest[I] != Quote && Rest[I] != '\n')
    I += Rest[I] == '\\' ? 2 : 1;
  Rest = Rest.substr(I + 1);
}

/// R"end( ... )end"
void CodeWords::skipRawString() {
  auto [End, Content] = Rest.drop_front().split('(');
  Rest = after(Content, (")" + End + "\"").str());
}

StringRef CodeWords::next() {
  while (!Rest.empty()) {
    char C = Rest.front();
    if (isWordPart(C)) {
      StringRef Word = takeWord(Rest);
      if (Word.ends_with("R") && Rest.starts_with("\""))
        skipRawString();
      else if (isWordStart(C))
        return Word;
    } else if (Rest.starts_with("//")) {
      Rest = after(Rest, "\n");
    } else if (Rest.starts_with("/*")) {
      Rest = after(Rest, "*/");
    } else if (C == '"' || C == '\'') {
      skipQuoted();
    } else {
      Rest = Rest.drop_front();
    }
  }
  return "";
}

/// The first that is found decides, if the name of the file does not.
static constexpr WordRow Words[] = {
    {"hip_runtime", "", FileKind::Hip},
    {"cuda_runtime", "", FileKind::Cuda},
    {"__global__", "", FileKind::Hip},
    {"__device__", "", FileKind::Hip},
    {"__kernel", "", FileKind::OpenCL},
    {"kernel", "void", FileKind::OpenCL},
    {"kernel", "__attribute__", FileKind::OpenCL},
    {"amdgcn_target", "", FileKind::Assembly},
    {"amdhsa_kernel", "", FileKind::Assembly},
    {"s_endpgm", "", FileKind::Assembly},
};

/// Whether what \p Found is in can be what the name of the file promises.
static bool agrees(FileKind Found, FileKind Hint) {
  return Found == Hint || (Found == FileKind::Hip && Hint == FileKind::Cuda);
}

static std::optional<DetectedKind> detectByWords(StringRef Text,
                                                 FileKind Hint) {
  std::optional<DetectedKind> Found[std::size(Words)];
  CodeWords Code(Text);
  StringRef Word = Code.next();
  while (!Word.empty()) {
    StringRef Next = Code.next();
    for (auto [Row, First] : llvm::zip(Words, Found))
      if (!First && Word == Row.Word && (Row.Next.empty() || Next == Row.Next))
        First = {Row.Kind, size_t(Word.data() - Text.data())};
    Word = Next;
  }
  for (const std::optional<DetectedKind> &Each : Found)
    if (Each && agrees(Each->Kind, Hint))
      return DetectedKind{Hint, Each->Offset};
  for (const std::optional<DetectedKind> &Each : Found)
    if (Each)
      return Each;
  return std::nullopt;
}

/// What C-like code of no dialect of its own is, by the name of the file.
static FileKind dialectOf(FileKind Hint) {
  bool IsDialect = Hint == FileKind::OpenCL || Hint == FileKind::Hip ||
                   Hint == FileKind::Cuda;
  return IsDialect ? Hint : FileKind::C;
}

std::optional<DetectedKind> detectTextKind(StringRef Text, FileKind Hint,
                                           bool IsHeader) {
  Text = Text.take_front(MaxText);
  StringRef Opening = findOpening(Text);
  if (Opening.empty())
    return std::nullopt;
  size_t Offset = Opening.data() - Text.data();
  std::optional<FileKind> Opened = kindOfOpening(Opening);
  if (Opened && *Opened != FileKind::C)
    return DetectedKind{*Opened, Offset};
  std::optional<DetectedKind> Found;
  if (!IsHeader)
    Found = detectByWords(Text, Hint);
  // Words alone do not tell: documents quote programs.
  if (Found && (Found->Kind == FileKind::Assembly ? isLabel(Opening)
                                                  : Opened || isLikeC(Opening)))
    return Found;
  if (Opened)
    return DetectedKind{dialectOf(Hint), Offset};
  return std::nullopt;
}

} // namespace fencepost
