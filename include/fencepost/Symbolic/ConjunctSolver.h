//===- ConjunctSolver.h - Conjunctions solved factor by factor ------------===//
// A conjunction whose factors have no symbol in common is satisfiable if each
// factor is. So conditions on loops and arguments are solved separately from
// those on addresses, and answers are cached. Values are tried (ValueSearch.h)
// before the solver runs.
// Tested by unittests/Symbolic/ConjunctSolverTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_CONJUNCTSOLVER_H
#define FENCEPOST_SYMBOLIC_CONJUNCTSOLVER_H

#include "fencepost/Symbolic/ValueSearch.h"

namespace fencepost::sym {

class ConjunctSolver {
public:
  ConjunctSolver(TermTable &Terms, Solver &Solve)
      : Terms(Terms), Solve(Solve) {}
  ConjunctSolver(const ConjunctSolver &) = delete;
  ConjunctSolver &operator=(const ConjunctSolver &) = delete;

  /// Whether \p Condition is satisfiable; on Yes, \p Values satisfies it.
  Answer ask(TermId Condition, Assignment &Values);
  /// The same by trying a few values alone.
  Answer tryFew(TermId Condition, Assignment &Values);

private:
  struct CachedAnswer {
    std::optional<Answer> Reply;
    Assignment Values;
  };
  using Memory = llvm::DenseMap<TermId, CachedAnswer>;
  using AskPart = Answer (ConjunctSolver::*)(TermId Part, Assignment &Values);

  llvm::SmallVector<TermId, 8> symbolsOf(TermId Root) const;
  llvm::SmallVector<TermId, 4> partsOf(TermId Condition);
  Answer askPart(TermId Part, Assignment &Values);
  Answer tryPart(TermId Part, Assignment &Values);
  Answer askAll(TermId Condition, Memory &Cache, AskPart Ask,
                Assignment &Values);

  TermTable &Terms;
  Solver &Solve;
  Memory Answers, QuickAnswers;
};

} // namespace fencepost::sym

#endif
