//===- ExecutesBefore.cpp - barrier-executes-before of one solution -------===//
// Program order of the steps that are executed, and an edge from each
// participant to its wait, transitively closed (spec/000). Row I holds the
// steps before step I, as bits; every wave has two places after its steps for
// the implicit drops. Rows are filled in an order in which nothing precedes
// what it follows, so each is final when it is used.
// Tested by unittests/Model/BarriersTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

namespace {

/// Direct predecessors of every place.
using Edges = std::vector<std::vector<unsigned>>;

/// The places in an order that agrees with \p Before; those on a cycle, which
/// no solution has, are left out.
std::vector<unsigned> sorted(const Edges &Before) {
  Edges After(Before.size());
  std::vector<unsigned> Open(Before.size()), Order;
  for (unsigned I = 0; I != Before.size(); ++I) {
    Open[I] = Before[I].size();
    if (Open[I] == 0)
      Order.push_back(I);
    for (unsigned P : Before[I])
      After[P].push_back(I);
  }
  for (unsigned Next = 0; Next != Order.size(); ++Next)
    for (unsigned I : After[Order[Next]])
      if (--Open[I] == 0)
        Order.push_back(I);
  return Order;
}

} // namespace

unsigned ExecutesBefore::indexOf(StepRef Ref) const {
  return Base[Ref.Wave] + Ref.Step;
}

ExecutesBefore::ExecutesBefore(const BarrierProblem &Problem,
                               const BarrierSolution &Solution) {
  unsigned Size = 0;
  for (const WaveSteps &W : Problem.Waves) {
    Base.push_back(Size);
    Size += W.Steps.size() + 2;
  }
  Edges Before(Size);
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const WaveSteps &Wave = Problem.Waves[W];
    unsigned Steps = Wave.Steps.size();
    for (unsigned S = 1; S < Solution.Passed[W]; ++S)
      Before[Base[W] + S].push_back(Base[W] + S - 1);
    if (Solution.Passed[W] != Steps || !Wave.Ends)
      continue;
    if (Steps != 0)
      Before[Base[W] + Steps].push_back(Base[W] + Steps - 1);
    // The cluster barrier's drop is under the workgroup's first wave and
    // follows all its waves.
    for (unsigned V = 0; V <= W; ++V)
      if (Problem.Waves[V].Workgroup == Wave.Workgroup) {
        Before[Base[V] + Problem.Waves[V].Steps.size() + 1].push_back(Base[W] +
                                                                      Steps);
        break;
      }
  }
  for (const WaitPhase &Phase : Solution.Waits)
    for (StepRef Participant : Phase.Participants)
      Before[indexOf(Phase.Wait)].push_back(indexOf(Participant));
  Words = (Size + 63) / 64;
  Rows.resize(Size * Words);
  for (unsigned I : sorted(Before))
    for (unsigned P : Before[I]) {
      for (unsigned Word = 0; Word != Words; ++Word)
        Rows[I * Words + Word] |= Rows[P * Words + Word];
      Rows[I * Words + P / 64] |= uint64_t(1) << (P % 64);
    }
}

bool ExecutesBefore::operator()(StepRef A, StepRef B) const {
  unsigned From = indexOf(A);
  return Rows[indexOf(B) * Words + From / 64] >> (From % 64) & 1;
}

} // namespace fencepost::model
