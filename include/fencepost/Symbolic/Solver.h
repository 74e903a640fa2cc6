//===- Solver.h - Satisfiability of conditions, by Z3 ---------------------===//
// A narrow interface to Z3: for a condition (a term of one bit) it returns an
// assignment, a proof that there is none, or "gave up". Answers are cached by
// term, and terms are hash-consed, so no query is repeated. Deterministic:
// fixed seeds, and a limit on Z3's own count of work instead of time. An error
// inside Z3 counts as giving up.
// Tested by unittests/Symbolic/SolverTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_SOLVER_H
#define FENCEPOST_SYMBOLIC_SOLVER_H

#include "fencepost/Symbolic/Terms.h"
#include <memory>

namespace fencepost::sym {

enum class Answer : uint8_t { No, Yes, GaveUp };

/// Values of the symbols of a question, by their terms.
using Assignment = llvm::DenseMap<TermId, uint64_t>;

struct SolverLimits {
  unsigned Work = 3000000;    ///< Z3's rlimit for one question.
  unsigned LessWork = 500000; ///< For one that only improves an answer.
};

class Solver {
public:
  explicit Solver(const TermTable &Terms, SolverLimits Limits = {});
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  /// Whether \p Condition is satisfiable; on Yes, \p Values (if given)
  /// satisfies it.
  Answer ask(TermId Condition, Assignment *Values = nullptr) {
    return ask(Condition, Values, Limits.Work);
  }
  /// The same for a question of little value: it may give up sooner.
  Answer tryToAsk(TermId Condition, Assignment *Values = nullptr) {
    return ask(Condition, Values, Limits.LessWork);
  }

  unsigned numQuestions() const { return Questions; } ///< Put to Z3.
  /// Queries were dropped because libz3 cannot be loaded.
  bool isMissing() const { return Missing; }

private:
  Answer ask(TermId Condition, Assignment *Values, unsigned Work);
  struct Z3;
  struct CachedAnswer {
    Answer Reply = Answer::GaveUp;
    unsigned Work = 0; ///< The limit of the query.
    Assignment Values;
  };

  const TermTable &Terms;
  SolverLimits Limits;
  std::unique_ptr<Z3> Impl; ///< Made for the first question.
  llvm::DenseMap<TermId, CachedAnswer> Cache;
  unsigned Questions = 0;
  bool Missing = false;
};

} // namespace fencepost::sym

#endif
