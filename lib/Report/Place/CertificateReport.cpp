//===- CertificateReport.cpp - Whether certificates hold, in words --------===//
// See CertificateReport.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/CertificateReport.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/PlacePoint.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace json = llvm::json;
using certificate::Certificate;
using certificate::VerifierAnswer;

static Finding certificateFinding(Diag Id, const view::SourceLocation &Source,
                                  std::string Message, KernelFile &Input) {
  Finding F;
  F.Id = Id;
  F.Where = locationOf(Source, Input);
  F.Message = std::move(Message);
  return F;
}

static std::string mismatchText(CertificateMismatch Mismatch,
                                const std::string &Name) {
  switch (Mismatch) {
  case CertificateMismatch::OtherFile:
    return "the certificate is for another file: the SHA-256 of this "
           "one is " +
           Name + " (other-input)";
  case CertificateMismatch::KernelTwice:
    return "the certificate is about kernel " + Name + " twice (other-input)";
  case CertificateMismatch::CertificateMissing:
    return "kernel " + Name +
           ": the certificate has no entry for it (other-input)";
  case CertificateMismatch::KernelMissing:
    return "the certificate is about a kernel " + Name +
           " that does not exist (other-input)";
  }
  llvm_unreachable("no such mismatch");
}

Finding mismatchFinding(CertificateMismatch Mismatch, llvm::StringRef Name,
                        const view::SourceLocation &Source, KernelFile &Input) {
  return certificateFinding(Diag::FalseCertificate, Source,
                            mismatchText(Mismatch, Name.str()), Input);
}

std::vector<Finding> objectionFindings(const view::SyncView &View,
                                       const VerifierAnswer &Answer,
                                       KernelFile &Input) {
  std::vector<Finding> Findings;
  for (const certificate::Objection &O : Answer.Objections) {
    bool IsUnknown = O.Fault == certificate::Fault::NotUnderstood;
    Findings.push_back(certificateFinding(
        IsUnknown ? Diag::NotUnderstood : Diag::FalseCertificate, View.Where,
        "kernel " + View.Kernel + ": the certificate " +
            (IsUnknown ? "cannot be verified: " : "does not hold: ") + O.Text +
            " (" + certificate::nameOf(O.Fault).str() + ")",
        Input));
  }
  return Findings;
}

static std::string countOf(size_t Number, llvm::StringRef Noun) {
  return (llvm::Twine(Number) + " " + Noun + (Number == 1 ? "" : "s")).str();
}

void printAcceptance(llvm::raw_ostream &OS, const Certificate &Certificate,
                     const VerifierAnswer &Answer) {
  OS << "kernel " << Certificate.Kernel << ": the certificate holds: "
     << countOf(Certificate.Barriers.size(), "barrier") << ", "
     << countOf(Certificate.Hazards.size(), "hazard") << " ordered; ";
  bool IsCheapest = Certificate.LowerBound == Certificate.Total;
  if (!IsCheapest)
    OS << "no lower bound is claimed";
  else if (Certificate.Barriers.empty())
    OS << "nothing is cheaper";
  else
    OS << "lower bound proved";
  if (IsCheapest && Answer.Witnessed)
    OS << ", by " << countOf(Answer.Witnessed, "execution");
  OS << '\n';
  if (Answer.NotWitnessed)
    OS << "  " << countOf(Answer.NotWitnessed, "path")
       << " of the lower bound depend" << (Answer.NotWitnessed == 1 ? "s" : "")
       << " on unknown values, assumed to be unconstrained\n";
  if (Answer.Unorderable)
    OS << "  " << countOf(Answer.Unorderable, "pair")
       << " of accesses can collide wherever barriers are\n";
}

json::Object acceptanceJson(const Certificate &Certificate,
                            const VerifierAnswer &Answer) {
  return json::Object{
      {"kernel", jsonText(Certificate.Kernel)},
      {"barriers", Certificate.Barriers.size()},
      {"hazards", Certificate.Hazards.size()},
      {"pathsShown", Answer.Witnessed},
      {"pathsNotShown", Answer.NotWitnessed},
      {"unorderable", Answer.Unorderable},
      {"cheapest", Certificate.LowerBound == Certificate.Total}};
}

} // namespace fencepost
