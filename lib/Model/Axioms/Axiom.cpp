//===- Axiom.cpp - The table of axioms ------------------------------------===//
#include "fencepost/Model/Axiom.h"

namespace fencepost::model {

static constexpr AxiomFacts Axioms[] = {
    {.Id = Axiom::HappensBefore,
     .Name = "happens-before",
     .Rule = "M8",
     .Meaning = "nothing happens before itself"},
    {.Id = Axiom::SeqCst,
     .Name = "seq-cst",
     .Rule = "M9",
     .Meaning =
         "the seq_cst operations have an order that everybody agrees on"},
    {.Id = Axiom::Coherence,
     .Name = "coherence",
     .Rule = "M10",
     .Meaning =
         "happens-before agrees with the order of the writes to each location"},
    {.Id = Axiom::Atomicity,
     .Name = "atomicity",
     .Rule = "M10",
     .Meaning =
         "nothing comes between a read-modify-write and the write it reads"},
    {.Id = Axiom::ThinAir,
     .Name = "thin-air",
     .Rule = "M11",
     .Meaning = "no value depends on itself"},
    {.Id = Axiom::Overwritten,
     .Name = "overwritten",
     .Rule = "M15",
     .Meaning =
         "a read does not see a write that another one has replaced for it"},
    {.Id = Axiom::Future,
     .Name = "future",
     .Rule = "M15",
     .Meaning = "a read does not see a write that it happens before"},
};
static_assert(isIndexedBy(Axioms, &AxiomFacts::Id),
              "one row an axiom, in order");

llvm::ArrayRef<AxiomFacts> axioms() { return Axioms; }

const AxiomFacts &factsOf(Axiom A) { return rowOf(Axioms, A); }

std::optional<Axiom> parseAxiom(llvm::StringRef Name) {
  for (const AxiomFacts &Row : Axioms)
    if (Row.Name == Name)
      return Row.Id;
  return std::nullopt;
}

} // namespace fencepost::model
