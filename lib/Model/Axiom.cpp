//===- Axiom.cpp - The table of axioms ------------------------------------===//
#include "fencepost/Model/Axiom.h"

namespace fencepost::model {

static constexpr AxiomFacts Axioms[] = {
    {Axiom::HappensBefore, "happens-before", "M8",
     "nothing happens before itself"},
    {Axiom::SeqCst, "seq-cst", "M9",
     "the seq_cst operations have an order that everybody agrees on"},
    {Axiom::Coherence, "coherence", "M10",
     "happens-before agrees with the order of the writes to each location"},
    {Axiom::Atomicity, "atomicity", "M10",
     "nothing comes between a read-modify-write and the write it reads"},
    {Axiom::ThinAir, "thin-air", "M11", "no value depends on itself"},
    {Axiom::Overwritten, "overwritten", "M15",
     "a read does not see a write that another one has replaced for it"},
    {Axiom::Future, "future", "M15",
     "a read does not see a write that it happens before"},
};
static_assert(std::size(Axioms) == NumAxioms);

llvm::ArrayRef<AxiomFacts> axioms() { return Axioms; }

const AxiomFacts &factsOf(Axiom A) { return Axioms[static_cast<unsigned>(A)]; }

std::optional<Axiom> parseAxiom(llvm::StringRef Name) {
  for (const AxiomFacts &Row : Axioms)
    if (Row.Name == Name)
      return Row.Id;
  return std::nullopt;
}

} // namespace fencepost::model
