//===- Parts.h - Questions asked in parts ---------------------------------===//
// A conjunction holds for some values if each of its parts does, where parts
// have no symbol in common. Conditions about loops and arguments then are asked
// apart from those about addresses, and answers are kept, so that each is asked
// once. Values are tried (TryValues.h) before the solver is asked.
// Tested by unittests/Check/PartsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_PARTS_H
#define FENCEPOST_CHECK_PARTS_H

#include "fencepost/Check/TryValues.h"

namespace fencepost::check {

class PartsAsker {
public:
  PartsAsker(TermTable &Terms, Solver &Solve) : Terms(Terms), Solve(Solve) {}
  PartsAsker(const PartsAsker &) = delete;
  PartsAsker &operator=(const PartsAsker &) = delete;

  /// Whether \p Condition can hold; on Yes, \p Found is how.
  Answer ask(TermId Condition, Model &Found);
  /// The same by a few values alone.
  Answer tryFew(TermId Condition, Model &Found);

private:
  struct Kept {
    std::optional<Answer> Is;
    Model How;
  };
  using Memory = llvm::DenseMap<TermId, Kept>;
  using AskPart = Answer (PartsAsker::*)(TermId Part, Model &How);

  llvm::SmallVector<TermId, 8> symbolsOf(TermId Root) const;
  llvm::SmallVector<TermId, 4> partsOf(TermId Condition);
  Answer askPart(TermId Part, Model &How);
  Answer tryPart(TermId Part, Model &How);
  Answer askAll(TermId Condition, Memory &Of, AskPart Ask, Model &Found);

  TermTable &Terms;
  Solver &Solve;
  Memory Asked, Tried;
};

} // namespace fencepost::check

#endif
