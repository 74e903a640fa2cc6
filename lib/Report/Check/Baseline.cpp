//===- Baseline.cpp - Findings that are known already ---------------------===//
#include "fencepost/Report/Baseline.h"
#include "fencepost/Check/DefectStatement.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

static constexpr StringRef Heading = "fencepost-baseline 1";

Fingerprint fingerprintOf(const view::SyncView &Kernel,
                          const check::Defect &Defect, const Finding &Finding,
                          KernelFile &Input) {
  Fingerprint Print;
  Print.Name = kindOf(Finding.Id).Name.str() + (Finding.Possible ? "?" : "");
  Print.Parts = {llvm::sys::path::filename(Finding.Where.File).str(),
                 Kernel.Kernel};
  for (view::Site Site : check::sitesOf(Kernel, Defect)) {
    Location Where = locationOf(Site.in(Kernel).Where);
    Input.complete(Where);
    StringRef Text = StringRef(Where.LineText).trim();
    Print.Parts.push_back(Text.empty() ? "@" + llvm::utostr(Site.Block) + "." +
                                             llvm::utostr(Site.Event)
                                       : Text.str());
  }
  return Print;
}

void Baseline::add(const Fingerprint &Print, unsigned Times) {
  Known[Print] += Times;
}

bool Baseline::take(const Fingerprint &Print) {
  auto It = Known.find(Print);
  if (It == Known.end() || It->second == 0)
    return false;
  --It->second;
  return true;
}

std::string Baseline::text() const {
  std::string Text = Heading.str() + "\n";
  llvm::raw_string_ostream OS(Text);
  for (const auto &[Print, Times] : Known) {
    OS << Print.Name << ' ' << Times;
    for (const std::string &Part : Print.Parts) {
      OS << " \"";
      llvm::printEscapedString(Part, OS);
      OS << '"';
    }
    OS << '\n';
  }
  return Text;
}

namespace {

/// Reads one line; a mistake is reported at its column.
class LineReader {
public:
  LineReader(StringRef File, StringRef Line, unsigned Number)
      : File(File), Line(Line), Rest(Line), Number(Number) {}

  llvm::Error read(Baseline &Into);
  llvm::Error error(const llvm::Twine &Message) const;

private:
  llvm::Error readName(std::string &Name);
  llvm::Error readCount(unsigned &Times);
  llvm::Error readQuoted(std::string &Text);

  StringRef File, Line, Rest;
  unsigned Number;
};

} // namespace

llvm::Error LineReader::error(const llvm::Twine &Message) const {
  Location Where;
  Where.File = File.str();
  Where.Line = Number;
  Where.Column = Line.size() - Rest.size() + 1;
  Where.LineText = Line.str();
  return inputError(Diag::BadBaseline, std::move(Where), Message);
}

llvm::Error LineReader::readName(std::string &Name) {
  StringRef Word = Rest.take_until([](char C) { return C == ' '; });
  StringRef Plain = Word;
  Plain.consume_back("?");
  if (!findDiagnostic(Plain))
    return error("expected the name of a finding");
  Name = Word.str();
  Rest = Rest.drop_front(Word.size());
  return llvm::Error::success();
}

llvm::Error LineReader::readCount(unsigned &Times) {
  StringRef Digits = Rest;
  if (!Digits.consume_front(" ") || Digits.consumeInteger(10, Times) ||
      Times == 0)
    return error("expected a space and how often the finding occurs");
  Rest = Digits;
  return llvm::Error::success();
}

/// As printEscapedString() writes it: a backslash and two hexadecimal digits,
/// or two backslashes.
llvm::Error LineReader::readQuoted(std::string &Text) {
  if (!Rest.consume_front(" \""))
    return error("expected a space and a text in quotes");
  while (!Rest.consume_front("\"")) {
    if (Rest.empty())
      return error("the quote is not closed");
    if (Rest.consume_front("\\\\")) {
      Text += '\\';
    } else if (Rest.front() == '\\') {
      if (Rest.size() < 3 || !llvm::isHexDigit(Rest[1]) ||
          !llvm::isHexDigit(Rest[2]))
        return error(
            "expected two hexadecimal digits or a backslash after '\\'");
      Text += llvm::hexFromNibbles(Rest[1], Rest[2]);
      Rest = Rest.drop_front(3);
    } else {
      Text += Rest.front();
      Rest = Rest.drop_front();
    }
  }
  return llvm::Error::success();
}

llvm::Error LineReader::read(Baseline &Into) {
  Fingerprint Print;
  unsigned Times = 0;
  if (llvm::Error E = readName(Print.Name))
    return E;
  if (llvm::Error E = readCount(Times))
    return E;
  while (!Rest.empty() || Print.Parts.size() < 2) {
    Print.Parts.emplace_back();
    if (llvm::Error E = readQuoted(Print.Parts.back()))
      return E;
  }
  Into.add(Print, Times);
  return llvm::Error::success();
}

llvm::Expected<Baseline> Baseline::parse(StringRef Text, StringRef File) {
  Baseline Result;
  for (unsigned Number = 1; !Text.empty() || Number == 1; ++Number) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line.consume_back("\r");
    LineReader Reader(File, Line, Number);
    if (Number == 1) {
      if (Line != Heading)
        return Reader.error("not a baseline: its first line is '" + Heading +
                            "'");
      continue;
    }
    if (Line.empty() || Line.starts_with("#"))
      continue;
    if (llvm::Error E = Reader.read(Result))
      return E;
  }
  return Result;
}

} // namespace fencepost
