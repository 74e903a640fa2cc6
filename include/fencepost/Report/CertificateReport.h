//===- CertificateReport.h - Whether certificates hold, in words ----------===//
// What `fencepost place --verify` says of each kernel. Tested by
// test/place/certificate*.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_CERTIFICATEREPORT_H
#define FENCEPOST_REPORT_CERTIFICATEREPORT_H

#include "fencepost/Certificate/Verifier.h"
#include "fencepost/Input/KernelFile.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// How a file and a file of certificates do not belong together.
enum class CertificateMismatch : uint8_t {
  OtherFile,          ///< The hashes differ.
  KernelTwice,        ///< Two certificates are about one kernel.
  CertificateMissing, ///< None is about a kernel of the file.
  KernelMissing,      ///< One is about a kernel that the file does not have.
};

/// \p Name is the kernel's, or the hash of the file.
Finding mismatchFinding(CertificateMismatch Mismatch, llvm::StringRef Name,
                        const view::SourceLocation &Source, KernelFile &Input);

/// Why the certificate of the kernel \p View is not accepted.
std::vector<Finding>
objectionFindings(const view::SyncView &View,
                  const certificate::VerifierAnswer &Answer, KernelFile &Input);

/// What a certificate that is accepted shows.
void printAcceptance(llvm::raw_ostream &OS,
                     const certificate::Certificate &Certificate,
                     const certificate::VerifierAnswer &Answer);
llvm::json::Object acceptanceJson(const certificate::Certificate &Certificate,
                                  const certificate::VerifierAnswer &Answer);

} // namespace fencepost

#endif
