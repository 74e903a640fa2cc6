//===- PlaceCertificate.cpp - Certificates written and verified -----------===//
// A certificate is about one file, which it knows by its hash. Verifying needs
// the views of its kernels and the certificate, and nothing that placed.
//===----------------------------------------------------------------------===//
#include "PlaceCertificate.h"
#include "fencepost/Certificate/CertificateJson.h"
#include "fencepost/Certificate/Verifier.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/Check/SolverLibrary.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Place/Certify.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace json = llvm::json;
using certificate::Certificate;
using certificate::CertificateFile;

static Certificate certificateOf(const placeir::KernelPlacement &Kernel,
                                 place::PlaceMode Mode) {
  return place::certify(placeir::viewToPlaceIn(Kernel.View, Mode),
                        Kernel.Slotted, Kernel.Placement, Mode,
                        Kernel.Split ? &*Kernel.Split : nullptr);
}

bool canBeCertified(const placeir::KernelPlacement &Kernel,
                    place::PlaceMode Mode) {
  return !Kernel.LeftUnchanged ||
         certificate::verify(placeir::viewToPlaceIn(Kernel.View, Mode),
                             certificateOf(Kernel, Mode))
             .isAccepted();
}

std::string certificateText(llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                            const KernelFile &Input, place::PlaceMode Mode) {
  CertificateFile Out;
  Out.Input = Input.file();
  Out.Hash = certificate::hashOf(Input.bytes());
  Out.OtherSolver = check::otherSolver();
  for (const placeir::KernelPlacement &K : Kernels)
    Out.Kernels.push_back(certificateOf(K, Mode));
  return certificate::toText(Out);
}

static llvm::StringRef lineOf(llvm::StringRef Text, unsigned Line) {
  for (; Line > 1; --Line)
    Text = Text.split('\n').second;
  return Text.split('\n').first;
}

static llvm::Expected<CertificateFile> readCertificate(llvm::StringRef Name) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> Buffer = readInput(Name);
  if (!Buffer)
    return Buffer.takeError();
  certificate::TextProblem Wrong;
  llvm::StringRef Text = (*Buffer)->getBuffer();
  if (std::optional<CertificateFile> Is = certificate::fromText(Text, Wrong))
    return std::move(*Is);
  Location Where;
  Where.File = (*Buffer)->getBufferIdentifier().str();
  Where.Line = Wrong.Line;
  if (Wrong.Line != 0) {
    Where.Column = std::max(1u, Wrong.Column);
    Where.LineText = lineOf(Text, Wrong.Line).str();
  }
  return inputError(Diag::BadCertificate, std::move(Where), Wrong.What);
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
  void object(Diag Id, const view::SourceLocation &At, const llvm::Twine &Text);
  void accept(const Certificate &Certificate,
              const certificate::VerifierAnswer &Answer);

  const Invocation &I;
  const PlaceCommandOptions &Options;
  KernelFile &Input;
  const CertificateFile &File;
  json::Array Accepted;
  Outcome Result;
};

} // namespace

void VerifyCommand::object(Diag Id, const view::SourceLocation &At,
                           const llvm::Twine &Text) {
  Finding F;
  F.Id = Id;
  F.Where = check::locationOf(At);
  Input.complete(F.Where);
  F.Message = Text.str();
  Result.Findings.push_back(std::move(F));
}

void VerifyCommand::accept(const Certificate &Certificate,
                           const certificate::VerifierAnswer &Answer) {
  bool IsCheapest = Certificate.LowerBound == Certificate.Total;
  Accepted.push_back(json::Object{{"kernel", jsonText(Certificate.Kernel)},
                                  {"barriers", Certificate.Barriers.size()},
                                  {"hazards", Certificate.Hazards.size()},
                                  {"pathsShown", Answer.Witnessed},
                                  {"pathsNotShown", Answer.NotWitnessed},
                                  {"unorderable", Answer.Unorderable},
                                  {"cheapest", IsCheapest}});
  if (Options.isJson())
    return;
  auto Count = [](size_t Number, llvm::StringRef What) {
    return (llvm::Twine(Number) + " " + What + (Number == 1 ? "" : "s")).str();
  };
  llvm::raw_ostream &OS = llvm::outs();
  OS << "kernel " << Certificate.Kernel << ": the certificate holds: "
     << Count(Certificate.Barriers.size(), "barrier") << ", "
     << Count(Certificate.Hazards.size(), "hazard") << " ordered; ";
  if (!IsCheapest)
    OS << "that nothing cheaper is enough is not claimed";
  else if (Certificate.Barriers.empty())
    OS << "there is nothing cheaper";
  else
    OS << "nothing cheaper is enough";
  if (IsCheapest && Answer.Witnessed)
    OS << ", by " << Count(Answer.Witnessed, "execution");
  OS << '\n';
  if (Answer.NotWitnessed)
    OS << "  " << Count(Answer.NotWitnessed, "path")
       << " of the lower bound cannot be run: it holds if values that are "
          "not known may be any\n";
  if (Answer.Unorderable)
    OS << "  " << Count(Answer.Unorderable, "pair")
       << " of accesses can collide wherever barriers stand\n";
}

void VerifyCommand::verify(const view::SyncView &View,
                           const Certificate &Certificate) {
  certificate::VerifierAnswer Answer = certificate::verify(
      placeir::viewToPlaceIn(View, place::PlaceMode(Certificate.Mode)),
      Certificate);
  for (const certificate::Objection &O : Answer.Objections) {
    bool IsUnknown = O.What == certificate::Fault::NotUnderstood;
    object(IsUnknown ? Diag::NotUnderstood : Diag::FalseCertificate, View.Where,
           "kernel " + View.Kernel + ": the certificate " +
               (IsUnknown ? "cannot be verified: " : "does not hold: ") +
               O.Text + " (" + certificate::nameOf(O.What) + ")");
  }
  if (Answer.isAccepted())
    accept(Certificate, Answer);
}

void VerifyCommand::verifyAll() {
  std::string Hash = certificate::hashOf(Input.bytes());
  if (Hash != File.Hash)
    return object(Diag::FalseCertificate, {},
                  "the certificate is for another file: the SHA-256 of this "
                  "one is " +
                      Hash + " (other-input)");
  std::map<std::string, const Certificate *> ByName;
  for (const Certificate &C : File.Kernels)
    if (!ByName.emplace(C.Kernel, &C).second)
      object(Diag::FalseCertificate, {},
             "the certificate is about kernel " + C.Kernel +
                 " twice (other-input)");
  for (const view::SyncView &View : Input.Kernels) {
    auto It = ByName.find(View.Kernel);
    if (It == ByName.end())
      object(Diag::FalseCertificate, View.Where,
             "kernel " + View.Kernel +
                 ": the certificate says nothing about it (other-input)");
    else
      verify(View, *It->second);
    ByName.erase(View.Kernel);
  }
  for (const auto &[Name, Left] : ByName)
    object(Diag::FalseCertificate, {},
           "the certificate is about a kernel " + Name +
               " that is not there (other-input)");
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

llvm::Expected<int> verifyCertificate(const Invocation &I,
                                      const PlaceCommandOptions &Options,
                                      KernelFile &Input) {
  llvm::Expected<CertificateFile> File = readCertificate(Options.Verify);
  if (!File)
    return File.takeError();
  return VerifyCommand(I, Options, Input, *File).run();
}

} // namespace fencepost
