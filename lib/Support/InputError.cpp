//===- InputError.cpp - Bad input, as an llvm::Error ----------------------===//
#include "fencepost/Support/InputError.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

char InputError::ID = 0;

void InputError::log(llvm::raw_ostream &OS) const {
  OS << TheFinding.Where.File << ": " << TheFinding.Message;
}

std::error_code InputError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error inputError(Diag Id, Location Where, const llvm::Twine &Message) {
  return llvm::make_error<InputError>(
      Finding{Id, std::move(Where), Message.str(), {}});
}

llvm::Error inputError(Diag Id, llvm::StringRef File,
                       const llvm::Twine &Message,
                       std::optional<uint64_t> Offset) {
  Location Where;
  Where.File = File.str();
  Where.Offset = Offset;
  return inputError(Id, std::move(Where), Message);
}

std::vector<Finding> takeFindings(llvm::Error E, Diag Fallback,
                                  llvm::StringRef File) {
  std::vector<Finding> Findings;
  llvm::handleAllErrors(
      std::move(E),
      [&](const InputError &Known) { Findings.push_back(Known.finding()); },
      [&](const llvm::ErrorInfoBase &Other) {
        Location Where;
        Where.File = File.str();
        Findings.push_back({Fallback, std::move(Where), Other.message(), {}});
      });
  return Findings;
}

} // namespace fencepost
