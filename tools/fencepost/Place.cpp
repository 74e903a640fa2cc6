//===- Place.cpp - `fencepost place` --------------------------------------===//
// One file in, one out: read, place, and only if all of it could be done, print
// and write. The report goes to standard output, or to standard error if the
// module goes there. `--verify` and `--strategy` place nothing.
//===----------------------------------------------------------------------===//
#include "CallFiles.h"
#include "Commands.h"
#include "Options.h"
#include "Output.h"
#include "fencepost/Certificate/CertificateJson.h"
#include "fencepost/Place/Certify.h"
#include "fencepost/Report/CertificateReport.h"
#include "fencepost/Report/PlaceGraph.h"
#include "fencepost/Report/PlaceJson.h"
#include "fencepost/Report/PlaceRemarks.h"
#include "fencepost/Report/PlaceSourceDiff.h"
#include "fencepost/Report/StrategyReport.h"
#include "fencepost/Report/UnifiedDiff.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace json = llvm::json;
using certificate::Certificate;
using certificate::CertificateFile;
using certificate::VerifierAnswer;

namespace {

class PlaceCommand {
public:
  PlaceCommand(const Invocation &I, const PlaceCommandOptions &Options,
               CallFiles &Files, KernelFile &Input, IRSource &Source)
      : I(I), Options(Options), Files(Files), Input(Input), Source(Source) {}
  llvm::Expected<int> run();

private:
  void refuseWithoutCertificate();
  void report();
  llvm::Error draw();
  llvm::Error write();
  std::string text() const;
  std::string certificateText() const;

  const Invocation &I;
  const PlaceCommandOptions &Options;
  CallFiles &Files;
  KernelFile &Input;
  IRSource &Source;
  placeir::ModulePlacement Placement;
  std::string Before; ///< The module as it was, for --diff.
  Outcome Result;
};

} // namespace

static std::string printed(const llvm::Module &M) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Out.SetBufferSize(1 << 16); // Columns are counted in each piece.
  Out << M;
  Out.flush();
  return Text;
}

/// Text that is not changed is given back as it was.
std::string PlaceCommand::text() const {
  if (!Placement.Changed && Input.isText() && !Input.isCompiled())
    return Source.text().str();
  return printed(Source.module());
}

llvm::Error PlaceCommand::draw() {
  if (Options.GraphFile.empty())
    return llvm::Error::success();
  llvm::Expected<std::string> Picture = placementPicture(
      Options.GraphFile, Placement.Kernels, Input, llvm::errs());
  return Picture ? Files.write(Options.GraphFile, *Picture)
                 : Picture.takeError();
}

llvm::Error PlaceCommand::write() {
  if (llvm::Error E = draw())
    return E;
  if (!Options.CertificateFile.empty())
    if (llvm::Error E = Files.write(Options.CertificateFile, certificateText()))
      return E;
  if (Options.Output.empty())
    return llvm::Error::success();
  bool Bitcode =
      llvm::StringRef(Options.Output).ends_with(".bc") && !Options.AsText;
  if (!Bitcode)
    return Files.write(Options.Output, text());
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::WriteBitcodeToFile(Source.module(), OS);
  return Files.write(Options.Output, Bytes);
}

void PlaceCommand::report() {
  if (Options.isJson())
    return;
  if (Options.Diff) {
    llvm::outs() << unifiedDiff("a/" + Input.file(), Before,
                                "b/" + Input.file(), printed(Source.module()));
    return;
  }
  if (Options.SourceDiff) {
    llvm::outs() << sourceDiff(Placement.Kernels, Input);
    return;
  }
  llvm::raw_ostream &OS = Options.Output == "-" ? llvm::errs() : llvm::outs();
  for (const placeir::KernelPlacement &Kernel : Placement.Kernels)
    printPlacement(OS, Kernel, Input, Options.Explain);
  if (Placement.Kernels.empty())
    OS << Input.file() << ": there is no kernel in it\n";
  printOtherSolver(OS);
}

static Certificate certificateOf(const placeir::KernelPlacement &Kernel,
                                 place::PlaceMode Mode) {
  return place::certify(placeir::viewToPlaceIn(Kernel.View, Mode),
                        Kernel.Slotted, Kernel.Placement, Mode,
                        Kernel.Split ? &*Kernel.Split : nullptr);
}

std::string PlaceCommand::certificateText() const {
  CertificateFile Out;
  Out.Input = Input.file();
  Out.Hash = certificate::hashOf(Input.bytes());
  Out.OtherSolver = sym::otherSolver();
  for (const placeir::KernelPlacement &K : Placement.Kernels)
    Out.Kernels.push_back(certificateOf(K, Options.Place.Place.Mode));
  return certificate::toText(Out);
}

/// Whether a certificate can show that \p Kernel has what it needs.
static bool canBeCertified(const placeir::KernelPlacement &Kernel,
                           place::PlaceMode Mode) {
  return !Kernel.LeftUnchanged ||
         certificate::verify(placeir::viewToPlaceIn(Kernel.View, Mode),
                             certificateOf(Kernel, Mode))
             .isAccepted();
}

void PlaceCommand::refuseWithoutCertificate() {
  for (const placeir::KernelPlacement &K : Placement.Kernels)
    if (!canBeCertified(K, Options.Place.Place.Mode))
      Placement.Refusals.push_back(
          {K.View.Kernel, K.View.Where, placeir::PlainRefusal::NotCertifiable});
}

/// Functions that are called were not changed.
[[maybe_unused]] static bool
isRight(const llvm::Module &M, const placeir::ModulePlacement &Placement) {
  return llvm::none_of(Placement.Kernels,
                       [&](const placeir::KernelPlacement &K) {
                         return llvm::verifyFunction(
                             *M.getFunction(K.View.Kernel), &llvm::errs());
                       });
}

llvm::Expected<int> PlaceCommand::run() {
  if (Options.Diff)
    Before = printed(Source.module());
  llvm::Expected<placeir::ModulePlacement> Placed =
      placeir::placeBarriers(Source, Options.Place);
  if (!Placed)
    return inputError(Diag::IRTarget, Input.file(),
                      llvm::toString(Placed.takeError()));
  Placement = std::move(*Placed);
  if (!Options.CertificateFile.empty() && Placement.Refusals.empty())
    refuseWithoutCertificate();
  if (!Options.RemarksFile.empty())
    if (llvm::Error E =
            Files.write(Options.RemarksFile, remarksText(Placement, Input)))
      return E;
  if (!Placement.Refusals.empty()) {
    // Nothing but remarks is written.
    llvm::append_range(Result.Findings, refusalFindings(Placement, Input));
    if (!Options.isJson())
      printOtherSolver(llvm::errs());
  } else {
    assert(isRight(Source.module(), Placement) && "placed wrongly");
    if (llvm::Error E = write())
      return E;
    report();
  }
  if (!Options.isJson())
    return finish(I, Options.Report, std::move(Result));
  return finishJson(I, Options.Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [&] {
      if (Placement.Refusals.empty())
        for (const placeir::KernelPlacement &Kernel : Placement.Kernels)
          J.value(placementJson(Kernel, Input));
    });
    return std::move(Result);
  });
}

// Verifying: it needs the views of the kernels and the certificate, and nothing
// that placed.

static llvm::StringRef lineOf(llvm::StringRef Text, unsigned Line) {
  for (; Line > 1; --Line)
    Text = Text.split('\n').second;
  return Text.split('\n').first;
}

static llvm::Expected<CertificateFile> readCertificate(llvm::StringRef Name) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> Buffer = readBytes(Name);
  if (!Buffer)
    return Buffer.takeError();
  certificate::TextProblem Wrong;
  llvm::StringRef Text = (*Buffer)->getBuffer();
  if (std::optional<CertificateFile> File = certificate::fromText(Text, Wrong))
    return std::move(*File);
  Location Where;
  Where.File = (*Buffer)->getBufferIdentifier().str();
  Where.Line = Wrong.Line;
  if (Wrong.Line != 0) {
    Where.Column = std::max(1u, Wrong.Column);
    Where.LineText = lineOf(Text, Wrong.Line).str();
  }
  return inputError(Diag::BadCertificate, std::move(Where), Wrong.Message);
}

namespace {

class VerifyCommand {
public:
  VerifyCommand(const Invocation &I, const PlaceCommandOptions &Options,
                KernelFile &Input, const CertificateFile &File)
      : I(I), Options(Options), Input(Input), File(File) {}
  int run();

private:
  void verifyAll();
  void verify(const view::SyncView &View, const Certificate &Certificate);
  void object(CertificateMismatch Mismatch, llvm::StringRef Name,
              const view::SourceLocation &Source = {}) {
    Result.Findings.push_back(mismatchFinding(Mismatch, Name, Source, Input));
  }

  const Invocation &I;
  const PlaceCommandOptions &Options;
  KernelFile &Input;
  const CertificateFile &File;
  json::Array Accepted;
  Outcome Result;
};

} // namespace

void VerifyCommand::verify(const view::SyncView &View,
                           const Certificate &Certificate) {
  VerifierAnswer Answer = certificate::verify(
      placeir::viewToPlaceIn(View, place::PlaceMode(Certificate.Mode)),
      Certificate);
  llvm::append_range(Result.Findings, objectionFindings(View, Answer, Input));
  if (!Answer.isAccepted())
    return;
  if (Options.isJson())
    Accepted.push_back(acceptanceJson(Certificate, Answer));
  else
    printAcceptance(llvm::outs(), Certificate, Answer);
}

void VerifyCommand::verifyAll() {
  std::string Hash = certificate::hashOf(Input.bytes());
  if (Hash != File.Hash)
    return object(CertificateMismatch::OtherFile, Hash);
  std::map<std::string, const Certificate *> ByName;
  for (const Certificate &C : File.Kernels)
    if (!ByName.emplace(C.Kernel, &C).second)
      object(CertificateMismatch::KernelTwice, C.Kernel);
  for (const view::SyncView &View : Input.Kernels) {
    auto It = ByName.find(View.Kernel);
    if (It == ByName.end())
      object(CertificateMismatch::CertificateMissing, View.Kernel, View.Where);
    else
      verify(View, *It->second);
    ByName.erase(View.Kernel);
  }
  for (const auto &[Name, Unmatched] : ByName)
    object(CertificateMismatch::KernelMissing, Name);
}

int VerifyCommand::run() {
  verifyAll();
  if (!Options.isJson()) {
    printOtherSolver(llvm::outs());
    return finish(I, Options.Report, std::move(Result));
  }
  return finishJson(I, Options.Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [] {});
    J.attribute("certificates", std::move(Accepted));
    return std::move(Result);
  });
}

static llvm::Expected<int> verifyCertificate(const Invocation &I,
                                             const PlaceCommandOptions &Options,
                                             KernelFile &Input) {
  llvm::Expected<CertificateFile> File = readCertificate(Options.Verify);
  if (!File)
    return File.takeError();
  return VerifyCommand(I, Options, Input, *File).run();
}

// Other strategies beside the cheapest.

namespace {

class StrategyCommand {
public:
  StrategyCommand(const Invocation &I, const PlaceCommandOptions &Options,
                  KernelFile &Input)
      : I(I), Options(Options), Input(Input) {}
  int run();

private:
  void compare(const view::SyncView &View);

  const Invocation &I;
  const PlaceCommandOptions &Options;
  KernelFile &Input;
  json::Array Compared;
  Outcome Result;
};

} // namespace

void StrategyCommand::compare(const view::SyncView &View) {
  place::StrategyResult Placed = Options.Strategy == "minimize"
                                     ? place::placeMinimized(View)
                                     : place::placeDisjoint(View);
  view::SyncView Whole = placeir::viewToPlaceIn(View, place::PlaceMode::Keep);
  place::evaluateStrategy(Whole, Placed);
  place::SlottedView Slotted = place::withSlots(Whole);
  place::Placement Cheapest = place::cheapestPlacement(Slotted);
  StrategyComparison Comparison{View, Options.Strategy, Placed, Slotted,
                                Cheapest};
  if (Options.isJson())
    Compared.push_back(strategyJson(Comparison, Input));
  else
    printStrategy(llvm::outs(), Comparison, Input);
  llvm::append_range(Result.Findings, strategyFindings(Comparison, Input));
}

int StrategyCommand::run() {
  for (const view::SyncView &View : Input.Kernels)
    compare(View);
  if (!Options.isJson()) {
    printOtherSolver(llvm::outs());
    return finish(I, Options.Report, std::move(Result));
  }
  return finishJson(I, Options.Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [] {});
    J.attribute("strategies", std::move(Compared));
    return std::move(Result);
  });
}

static llvm::Error addFiles(const Invocation &I,
                            const PlaceCommandOptions &Options,
                            CallFiles &Files) {
  bool InPlace = I.has("in-place");
  llvm::StringRef Module = InPlace ? "in-place" : I.has("o") ? "o" : "S";
  Files.addInput(Options.Input, InPlace ? Module : "");
  const FileReader &InPlaceReader = readerOf("place --in-place");
  bool CanBeInPlace =
      Options.Input != "-" && InPlaceReader.reads(fileKindAt(Options.Input));
  llvm::StringRef Remedy =
      CanBeInPlace ? "to overwrite it, use '--in-place'" : "name another file";
  if (!Options.Output.empty())
    if (llvm::Error E = Files.addOutput(Module, Options.Output, Remedy))
      return E;
  for (llvm::StringRef Option : {"remarks", "graph", "certificate"})
    if (llvm::Error E = Files.addOutput(Option))
      return E;
  return llvm::Error::success();
}

static llvm::Expected<int> placeFile(const Invocation &I) {
  llvm::Expected<PlaceCommandOptions> Options = PlaceCommandOptions::parse(I);
  if (!Options)
    return Options.takeError();
  CallFiles Files(I);
  if (llvm::Error E = addFiles(I, *Options, Files))
    return E;
  bool Places = Options->Verify.empty() && Options->Strategy.empty();
  llvm::Expected<InputFile> File =
      readInputFile(Options->Input,
                    readerOf(I.has("in-place") ? "place --in-place" : "place"));
  if (!File)
    return File.takeError();
  auto *Read = Places ? KernelFile::open : KernelFile::read;
  llvm::Expected<KernelFile> Input = Read(std::move(*File), Options->Reading);
  if (!Input)
    return Input.takeError();
  if (!Options->Verify.empty())
    return verifyCertificate(I, *Options, *Input);
  if (!Options->Strategy.empty())
    return StrategyCommand(I, *Options, *Input).run();
  llvm::Expected<std::unique_ptr<IRSource>> Source = Input->parse();
  if (!Source)
    return Source.takeError();
  for (const std::string &Name : Input->SourceNames)
    Files.addSource(Name);
  if (llvm::Error E = Files.refuseSources())
    return E;
  return PlaceCommand(I, *Options, Files, *Input, **Source).run();
}

int runPlace(const Invocation &I) {
  llvm::Expected<int> Code = placeFile(I);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace fencepost
