//===- Diagnostics.cpp - The registry of diagnostics ----------------------===//
// The table that Diagnostics.def describes, and look-ups in it.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/Diagnostics.h"
#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

static constexpr DiagnosticKind Kinds[] = {
#define DIAGNOSTIC(ENUMERATOR, NAME, SEVERITY, MEANING)                        \
  {.Id = Diag::ENUMERATOR,                                                     \
   .Name = NAME,                                                               \
   .Level = Severity::SEVERITY,                                                \
   .Meaning = MEANING},
#include "fencepost/Support/Diagnostics.def"
};
static_assert(isIndexedBy(Kinds, &DiagnosticKind::Id));

llvm::ArrayRef<DiagnosticKind> diagnosticKinds() { return Kinds; }

const DiagnosticKind &kindOf(Diag Id) { return rowOf(Kinds, Id); }

const DiagnosticKind *findDiagnostic(llvm::StringRef Name) {
  const auto *It =
      llvm::find_if(Kinds, [&](const auto &Kind) { return Kind.Name == Name; });
  return It == std::end(Kinds) ? nullptr : It;
}

llvm::StringRef severityName(Severity Level) {
  switch (Level) {
  case Severity::Performance:
  case Severity::Warning:
    return "warning";
  case Severity::Error:
  case Severity::BadInput:
    return "error";
  case Severity::Unknown:
    return "unknown";
  }
  llvm_unreachable("severity without a name");
}

} // namespace fencepost
