//===- CertificateJson.h - Certificates as JSON ---------------------------===//
// One document for one input file, which it names by the SHA-256 of its bytes.
// Its schema is docs/schema/certificate.v1.json. What is read may be anything:
// every number is checked for its range when the certificate is verified, not
// here. Tested by unittests/Certificate/CertificateJsonTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_CERTIFICATEJSON_H
#define FENCEPOST_CERTIFICATE_CERTIFICATEJSON_H

#include "fencepost/Certificate/Certificate.h"
#include "llvm/Support/Error.h"

namespace fencepost::certificate {

struct CertificateFile {
  std::string Input;       ///< As the user called it.
  std::string Hash;        ///< hashOf() its bytes.
  std::string OtherSolver; ///< That answered; empty: the program's own.
  std::vector<Certificate> Kernels;
  bool operator==(const CertificateFile &) const = default;
};

/// SHA-256 in hexadecimal digits.
std::string hashOf(llvm::StringRef Bytes);

std::string toText(const CertificateFile &File);

/// What is wrong with a text, and where.
struct TextProblem {
  std::string Message;
  unsigned Line = 0, Column = 0; ///< 0: in the document as a whole.
};

/// Reads what toText() wrote; nothing if \p Wrong says why not.
std::optional<CertificateFile> fromText(llvm::StringRef Text,
                                        TextProblem &Wrong);

} // namespace fencepost::certificate

#endif
