//===- Diagnostics.h - The registry of diagnostics, and findings as values ===//
// Everything the program can complain about is a row of Diagnostics.def. A
// finding is a plain value that points at its row; the libraries return
// findings and never print. Printing is lib/Report. Tested by
// unittests/Support/DiagnosticsTest.cpp and test/registry.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_DIAGNOSTICS_H
#define FENCEPOST_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

enum class Severity : uint8_t {
  /// A finding: right, but slower than it needs to be. Given on request only.
  Performance,
  Warning,  ///< A finding: allowed, but probably not what was meant.
  Error,    ///< A finding: wrong by the specification.
  Unknown,  ///< Not decided; the message says which limit was hit.
  BadInput, ///< The input or the command line could not be used.
};

enum class Diag : uint8_t {
#define DIAGNOSTIC(ENUMERATOR, NAME, SEVERITY, MEANING) ENUMERATOR,
#include "fencepost/Support/Diagnostics.def"
};

/// One row of the registry.
struct DiagnosticKind {
  Diag Id;
  llvm::StringLiteral Name; ///< Stable, in brackets after the message.
  Severity Level;
  llvm::StringLiteral Meaning; ///< One line.

  /// Where it is explained, "docs/checks.md#name".
  std::string documentation() const { return "docs/checks.md#" + Name.str(); }
};

/// All rows, in the order of Diagnostics.def.
llvm::ArrayRef<DiagnosticKind> diagnosticKinds();
const DiagnosticKind &kindOf(Diag Id);
/// The row with that name, or null.
const DiagnosticKind *findDiagnostic(llvm::StringRef Name);
llvm::StringRef severityName(Severity Level);

/// A place in an input. Text has a line and column (from 1); a binary has a
/// byte offset instead; either may be absent when the whole file is meant.
struct Location {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::optional<uint64_t> Offset;
  /// The text of the line, for the caret display; empty when there is none.
  std::string LineText;
  /// What the place is called, e.g. "kernel vector_add"; may be empty.
  std::string Entity;
};

struct Note {
  Location Where;
  std::string Message;
};

struct Finding {
  Diag Id;
  Location Where;
  std::string Message;
  std::vector<Note> Notes;
  /// Set when the user changed the severity (-Werror), or when this one is
  /// less sure than findings of its kind are.
  std::optional<Severity> Promoted = std::nullopt;
  /// Not excluded, but not shown either: given on request only.
  bool Possible = false;

  Severity severity() const { return Promoted.value_or(kindOf(Id).Level); }
};

} // namespace fencepost

#endif
