//===- InputError.h - Bad input, as an llvm::Error ------------------------===//
// The second of the three kinds of error: the input is wrong, and the user is
// told where. Libraries return it in llvm::Expected; the tool prints it in the
// shape of every other diagnostic and exits with 2.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_INPUTERROR_H
#define FENCEPOST_SUPPORT_INPUTERROR_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace fencepost {

class InputError : public llvm::ErrorInfo<InputError> {
public:
  static char ID;

  explicit InputError(Finding F) : TheFinding(std::move(F)) {}

  const Finding &finding() const { return TheFinding; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Finding TheFinding;
};

/// Bad input at a place in a text file, or in a file as a whole.
llvm::Error inputError(Diag Id, Location Where, const llvm::Twine &Message);

/// Bad input in the binary file \p File, at \p Offset if it is known.
llvm::Error inputError(Diag Id, llvm::StringRef File,
                       const llvm::Twine &Message,
                       std::optional<uint64_t> Offset = std::nullopt);

/// Every error in \p E as findings; an error that is not an InputError becomes
/// one of kind \p Fallback about \p File.
std::vector<Finding> takeFindings(llvm::Error E, Diag Fallback,
                                  llvm::StringRef File);

} // namespace fencepost

#endif
