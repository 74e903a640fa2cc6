//===- Axiom.h - The axioms of the model by name --------------------------===//
// What an execution must satisfy to be allowed. Each row names the rule of
// docs/model.md it stands for. `--skip-axiom` leaves one out, which shows what
// it is there for.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_AXIOM_H
#define FENCEPOST_MODEL_AXIOM_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost::model {

enum class Axiom : uint8_t {
  HappensBefore, ///< M8: happens-before is irreflexive.
  SeqCst,        ///< M9: psc is acyclic.
  Coherence,     ///< M10: hb ; (mo U rf U fr)+ is irreflexive.
  Atomicity,     ///< M10: a read-modify-write directly follows its source.
  ThinAir,       ///< M11: dependencies and reads-from are acyclic.
  Overwritten,   ///< M15: no read sees a write location-ordered before another.
  Future,        ///< M15: no read sees a write that it happens-before.
};
inline constexpr unsigned NumAxioms = numEnumerators<Axiom>();

struct AxiomFacts {
  Axiom Id;
  llvm::StringLiteral Name;    ///< "coherence"
  llvm::StringLiteral Rule;    ///< "M10"
  llvm::StringLiteral Meaning; ///< One line.
};

llvm::ArrayRef<AxiomFacts> axioms();
const AxiomFacts &factsOf(Axiom A);
std::optional<Axiom> parseAxiom(llvm::StringRef Name);

class AxiomSet {
public:
  void insert(Axiom A) { Bits |= 1u << static_cast<unsigned>(A); }
  bool has(Axiom A) const { return Bits >> static_cast<unsigned>(A) & 1; }
  bool empty() const { return Bits == 0; }
  static AxiomSet all() {
    AxiomSet Set;
    Set.Bits = (1u << NumAxioms) - 1;
    return Set;
  }

private:
  uint8_t Bits = 0;
};

} // namespace fencepost::model

#endif
