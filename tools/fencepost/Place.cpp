//===- Place.cpp - `fencepost place` --------------------------------------===//
// One file in, one out: read, place, and only if all of it could be done, print
// and write. The report goes to standard output, or to standard error if the
// module goes there.
//===----------------------------------------------------------------------===//
#include "CallFiles.h"
#include "Commands.h"
#include "Output.h"
#include "PlaceCertificate.h"
#include "PlaceGraph.h"
#include "PlaceJson.h"
#include "PlaceOptions.h"
#include "PlaceRemarks.h"
#include "PlaceSourceDiff.h"
#include "PlaceStrategy.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Report/UnifiedDiff.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace json = llvm::json;

namespace {

class PlaceCommand {
public:
  PlaceCommand(const Invocation &I, const PlaceCommandOptions &Options,
               CallFiles &Files, KernelFile &Input, IRSource &Source)
      : I(I), Options(Options), Files(Files), Input(Input), Source(Source) {}
  llvm::Expected<int> run();

private:
  void refuse();
  void refuseWithoutCertificate();
  void report();
  llvm::Error draw();
  llvm::Error write();
  std::string text() const;

  const Invocation &I;
  const PlaceCommandOptions &Options;
  CallFiles &Files;
  KernelFile &Input;
  IRSource &Source;
  placeir::ModulePlacement Done;
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
  if (!Done.Changed && Input.isText() && !Input.isCompiled())
    return Source.text().str();
  return printed(Source.module());
}

llvm::Error PlaceCommand::draw() {
  if (Options.GraphFile.empty())
    return llvm::Error::success();
  llvm::Expected<std::string> Picture =
      placementPicture(Options.GraphFile, Done.Kernels, Input);
  return Picture ? Files.write(Options.GraphFile, *Picture)
                 : Picture.takeError();
}

llvm::Error PlaceCommand::write() {
  if (llvm::Error E = draw())
    return E;
  if (!Options.CertificateFile.empty())
    if (llvm::Error E = Files.write(
            Options.CertificateFile,
            certificateText(Done.Kernels, Input, Options.Place.Place.Mode)))
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
    llvm::outs() << sourceDiff(Done.Kernels, Input);
    return;
  }
  llvm::raw_ostream &OS = Options.Output == "-" ? llvm::errs() : llvm::outs();
  for (const placeir::KernelPlacement &Kernel : Done.Kernels)
    printPlacement(OS, Kernel, Input, Options.Explain);
  if (Done.Kernels.empty())
    OS << Input.file() << ": there is no kernel in it\n";
  printOtherSolver(OS);
}

/// Nothing but remarks is written.
void PlaceCommand::refuse() {
  for (const placeir::Refusal &R : Done.Refusals) {
    Finding F;
    F.Id = Diag::NotUnderstood;
    F.Where = check::locationOf(R.Where);
    Input.complete(F.Where);
    F.Message = "kernel " + R.Kernel + ": no barriers placed: " + R.Why;
    for (const placeir::PlacementNote &N : R.Notes) {
      F.Notes.push_back({check::locationOf(N.Where), N.Text});
      Input.complete(F.Notes.back().Where);
    }
    Result.Findings.push_back(std::move(F));
  }
}

void PlaceCommand::refuseWithoutCertificate() {
  for (const placeir::KernelPlacement &K : Done.Kernels)
    if (!canBeCertified(K, Options.Place.Place.Mode))
      Done.Refusals.push_back(
          {K.View.Kernel,
           K.View.Where,
           "it needs none, but no certificate can show that: its waves wait "
           "for one another other than at barriers of the work-group",
           {}});
}

/// Functions that are called were not changed.
[[maybe_unused]] static bool isRight(const llvm::Module &M,
                                     const placeir::ModulePlacement &Done) {
  return llvm::none_of(Done.Kernels, [&](const placeir::KernelPlacement &K) {
    return llvm::verifyFunction(*M.getFunction(K.View.Kernel), &llvm::errs());
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
  Done = std::move(*Placed);
  if (!Options.CertificateFile.empty() && Done.Refusals.empty())
    refuseWithoutCertificate();
  if (!Options.RemarksFile.empty())
    if (llvm::Error E =
            Files.write(Options.RemarksFile, remarksText(Done, Input)))
      return E;
  if (!Done.Refusals.empty()) {
    refuse();
  } else {
    assert(isRight(Source.module(), Done) && "placed wrongly");
    if (llvm::Error E = write())
      return E;
    report();
  }
  if (!Options.isJson())
    return finish(I, Options.Report, std::move(Result));
  return finishJson(I, Options.Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [&] {
      if (Done.Refusals.empty())
        for (const placeir::KernelPlacement &Kernel : Done.Kernels)
          J.value(placementJson(Kernel, Input));
    });
    return std::move(Result);
  });
}

static llvm::Error addFiles(const Invocation &I,
                            const PlaceCommandOptions &Options,
                            CallFiles &Files) {
  bool InPlace = I.has("in-place");
  llvm::StringRef Module = InPlace ? "in-place" : I.has("o") ? "o" : "S";
  Files.addInput(Options.Input, InPlace ? Module : "");
  llvm::StringRef Remedy = Options.canBeInPlace()
                               ? "to overwrite it, say '--in-place'"
                               : "name another file";
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
  auto *Read = Places ? KernelFile::open : KernelFile::read;
  llvm::Expected<KernelFile> Input = Read(Options->Input, Options->Reading);
  if (!Input)
    return Input.takeError();
  if (!Options->Verify.empty())
    return verifyCertificate(I, *Options, *Input);
  if (!Options->Strategy.empty())
    return compareStrategy(I, *Options, *Input);
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
