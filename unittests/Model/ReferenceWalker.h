//===- ReferenceWalker.h - An interpreter that copies itself --------------===//
// Walks through the code of one thread; at every guess (the value of a read, an
// isfirst, whether a barrier is passed) it continues with a copy of its whole
// state. Part of the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEWALKER_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEWALKER_H

#include "ReferenceExpression.h"
#include "ReferencePaths.h"

namespace fencepost::model::naive {

/// The sides of an `if` that the thread is in.
struct Frame {
  unsigned Branch;
  unsigned Join;
  uint64_t DependsOn;
};

/// What is remembered of the latest iteration of a loop.
struct Iteration {
  unsigned Number = 0;
  std::vector<Value> Registers; ///< When it began.
  bool OnlyLoaded = true;
};

/// An async operation is completed by a wait that completes a later mark
/// (docs/model.md M19). Marks and completions are given as numbers of acts.
struct State {
  unsigned Pc = 0;
  unsigned Steps = 0;
  std::vector<Operand> Registers;
  std::vector<Act> Acts;
  std::vector<unsigned> CompletedAt; ///< Per act; None: never.
  uint64_t Always = 0; ///< Conditions of loops, and waits (docs/model.md M11).
  std::vector<Frame> Frames;
  std::vector<Iteration> Loops;
  std::vector<std::vector<unsigned>> Marks; ///< Per function body.
  std::optional<BarrierId> Joined;

  uint64_t control() const {
    uint64_t Bits = Always;
    for (const Frame &F : Frames)
      Bits |= F.DependsOn;
    return Bits;
  }
  std::vector<Value> values() const {
    std::vector<Value> List;
    for (const Operand &R : Registers)
      List.push_back(R.V);
    return List;
  }
};

/// A cell, or the undefined behaviour that the address is.
struct Target {
  Cell Where;
  AddressSpace Space = AddressSpace::Global;
  uint64_t DependsOn = 0;
  std::optional<Undefined> Bad;
};

class Walker {
public:
  Walker(const Program &P, unsigned T, const Domain &Values,
         const PathLimits &Limits)
      : P(P), T(T), Code(P.Threads[T].Code), Values(Values), Limits(Limits),
        Where(P) {}

  void run(State S);

  std::vector<Path> Paths;
  bool TooMany = false;

private:
  bool step(State &S);
  bool access(State &S, const Instruction &I);
  bool load(State &S, const Instruction &I, const Target &To);
  bool store(State &S, const Instruction &I, const Target &To);
  bool update(State &S, const Instruction &I, const Target &To);
  bool compareExchange(State &S, const Instruction &I, const Target &To);
  bool asyncLoad(State &S, const Instruction &I);
  bool barrier(State &S, const Instruction &I);
  bool branch(State &S, const Instruction &I);
  bool iterate(State &S, const Instruction &I);
  void asyncWait(State &S, const Instruction &I);
  void leaveFrames(State &S);

  Target target(const State &S, const Address &A) const;
  std::vector<Value> guesses(const Cell &C) const;
  Act accessAct(const State &S, const Instruction &I, const Target &To,
                ActKind Kind, Ordering Order) const;
  Act fenceAct(const State &S, const Instruction &I) const;
  std::optional<Undefined> barrierActsOn(const State &S, Act &A) const;
  Operand eval(const State &S, unsigned Node) const {
    return evaluate(P.Threads[T], Node, S.Registers);
  }
  uint64_t add(State &S, Act A);
  void finish(const State &S, PathEnd End, Path Base = {});
  bool cut(const State &S, Undefined Why);
  std::set<unsigned> assignedUnder(unsigned Branch) const;

  const Program &P;
  unsigned T;
  const std::vector<Instruction> &Code;
  const Domain &Values;
  const PathLimits &Limits;
  Places Where;
};

} // namespace fencepost::model::naive

#endif
