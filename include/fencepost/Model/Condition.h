//===- Condition.h - The final condition of a litmus test -----------------===//
// A formula over one final state, in Kleene's three-valued logic: a comparison
// with undef is "maybe" (docs/model.md M17). Tested by
// unittests/Model/ConditionTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_CONDITION_H
#define FENCEPOST_MODEL_CONDITION_H

#include "fencepost/Model/Outcome.h"
#include "fencepost/Model/Program.h"

namespace fencepost::model {

enum class Quantifier : uint8_t { Exists, NotExists, Forall };

enum class Kleene : uint8_t { False, Maybe, True };

enum class FormulaKind : uint8_t {
  RegisterIs,      ///< P1:r0 = 1
  LocationIs,      ///< [x] = 2
  RegisterIsUndef, ///< undef(P1:r0)
  LocationIsUndef, ///< undef([x])
  Race,
  Undefined, ///< ub
  Hang,
  Not, ///< not A
  And, ///< A /\ B
  Or,  ///< A \/ B
};

/// A node; A and B are numbers of nodes before it.
struct Formula {
  FormulaKind Kind = FormulaKind::Race;
  unsigned Thread = None;   ///< RegisterIs, RegisterIsUndef.
  unsigned Register = None; ///< Likewise: registerIndex(), not the thread's.
  unsigned Observed = None; ///< LocationIs, LocationIsUndef: into Observed.
  int32_t Value = 0;
  unsigned A = None, B = None;
};

struct Condition {
  Quantifier Kind = Quantifier::Exists;
  /// The cells whose final values the formula needs, each once.
  std::vector<Cell> Observed;
  std::vector<Formula> Nodes; ///< The last is the formula.
};

/// The place of a thread's register in Outcome::Registers.
unsigned registerIndex(const Program &P, unsigned Thread, unsigned Register);

llvm::StringRef quantifierName(Quantifier Kind); ///< "~exists"

/// What the formula says about one outcome.
Kleene evaluate(const Condition &C, const Outcome &O);

/// Whether \p O counts as positive: `exists` and `~exists` take maybe as true,
/// `forall` takes it as false (docs/model.md M17).
bool isPositive(const Condition &C, const Outcome &O);

/// "exists (1:r0=1 /\ [x]=2)", the way herd prints it.
std::string str(const Condition &C, const Program &P);

} // namespace fencepost::model

#endif
