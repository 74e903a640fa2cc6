//===- RandomKernel.cpp - Small views made from a seed --------------------===//
// See RandomKernel.h.
//===----------------------------------------------------------------------===//
#include "RandomKernel.h"

namespace fencepost::view {

RandomKernel::RandomKernel(unsigned Seed, int Budget)
    : Result(8, Seed % 3 == 0 ? 4 : 2), Random(Seed), Left(Budget) {
  Objects[0] = Result.object("a");
  Objects[1] = Result.object("b");
  Pool = {Result.tid(), Result.tid(), Result.lane(), Result.constant(1)};
  statements(0, true);
  if (Signalled)
    Result.barrierOp(BarrierOp::Wait);
  Result.finish();
}

void RandomKernel::say(int Depth, std::string Line) {
  Text += std::string(2 * Depth, ' ') + Line + "\n";
}

/// An element below 64.
RandomKernel::Id RandomKernel::index() {
  Id V = value();
  switch (pick(7)) {
  case 0:
    break;
  case 1:
    V = Result.op(K::Xor, V, 1 << pick(3));
    break;
  case 2:
    V = Result.op(K::Add, V, int(pick(9)));
    break;
  case 3:
    V = Result.op(K::Add, Result.op(K::Mul, value(), 8), V);
    break;
  case 4:
    V = Result.op(K::Mul, V, 2);
    break;
  case 5:
    V = Result.op(K::Add, Result.op(K::Mul, Result.op(K::URem, value(), 3), 8),
                  V);
    break;
  default:
    V = Result.op(K::Sub, Result.constant(7), V);
  }
  return Result.op(K::And, V, 63);
}

RandomKernel::Id RandomKernel::condition(bool Uniform) {
  std::vector<Id> Choices;
  for (Id V : Pool)
    if (!Uniform || Result.View.Values[V].Uniform)
      Choices.push_back(V);
  Id V = Choices[pick(Choices.size())];
  if (pick(2))
    return Result.op(K::ULt, V, int(1 + pick(5)));
  return Result.op(K::Eq, Result.op(K::And, V, int(1 + pick(3))), 0);
}

void RandomKernel::access() {
  uint32_t Object = Objects[pick(2)];
  Id Index = index();
  switch (pick(6)) {
  case 0:
    Result.atomicAdd(Object, Index);
    break;
  case 1:
    Result.store(Object, Index, value());
    break;
  case 2:
    Result.store(Object, Index, None, pick(4) ? 4 : 8);
    break;
  default:
    Result.load(Object, Index);
  }
}

void RandomKernel::synchronize(bool Uniform) {
  if (!Uniform || pick(6) == 0) {
    Result.fence(Ordering::AcquireRelease, ScopeLevel::Wavefront);
  } else if (Signalled) {
    Result.barrierOp(BarrierOp::Wait);
    Signalled = false;
  } else if (pick(4) == 0) {
    Result.barrierOp(BarrierOp::Arrive);
    Signalled = true;
  } else {
    Result.barrier();
  }
}

void RandomKernel::branch(int Depth, bool Uniform) {
  bool Same = pick(2);
  Id Condition = condition(Same);
  BlockId Before = Result.CurrentBlock, Then = Result.block("then");
  std::vector<Id> Saved = Pool;
  Id Inside = Result.op(K::Add, value(), int(pick(4)));
  // A split barrier never spans a branch.
  bool WasSignalled = std::exchange(Signalled, false);
  statements(Depth + 1, Uniform && Same && !WasSignalled);
  if (Signalled)
    Result.barrierOp(BarrierOp::Wait);
  Signalled = WasSignalled;
  Pool = Saved;
  Id Outside = value();
  BlockId Last = Result.CurrentBlock, Join = Result.block("join");
  Result.branch(Before, Condition, Then, Join, Same);
  Result.jump(Last, Join);
  bool Equal = Same && Result.View.Values[Inside].Uniform &&
               Result.View.Values[Outside].Uniform;
  Pool.push_back(Result.phi({{Before, Outside}, {Last, Inside}}, Equal));
}

void RandomKernel::loop(int Depth, bool Uniform) {
  std::vector<Id> Saved = Pool;
  BlockId Pre = Result.CurrentBlock;
  Id Zero = Result.constant(0), Four = Result.constant(4), Phi = None;
  bool WasSignalled = std::exchange(Signalled, false);
  unsigned Kind = pick(6);
  Id Start = Kind > 3 ? value() : Kind == 3 ? Four : Zero;
  Id Next = None;
  BlockId Latch = None;
  countedLoop(Result, 1 + pick(5), [&](Id I) {
    Pool.push_back(I);
    Pool.push_back(I);
    if (Kind) {
      Phi = Result.phi({{Pre, Start}}, Result.View.Values[Start].Uniform);
      Pool.push_back(Phi);
    }
    statements(Depth + 1, Uniform && !WasSignalled);
    if (Signalled)
      Result.barrierOp(BarrierOp::Wait);
    Signalled = false;
    Latch = Result.CurrentBlock;
    if (Kind == 1)
      Next = Result.op(K::Xor, Phi, 1);
    else if (Kind == 2)
      Next = Result.select(Result.op(K::Eq, Phi, 2), Zero,
                           Result.op(K::Add, Phi, 1));
    else if (Kind == 3 || Kind == 4)
      Next = Result.op(K::LShr, Phi, 1);
    else if (Kind == 5)
      Next = Result.op(K::Mul, Phi, 4);
  });
  if (Kind)
    Result.addIncoming(Phi, Latch, Next);
  Signalled = WasSignalled;
  Pool = Saved;
}

void RandomKernel::statement(int Depth, bool Uniform) {
  unsigned Kind = pick(12);
  if (Kind < 2 && Depth < 3) {
    say(Depth, "if");
    branch(Depth, Uniform);
  } else if (Kind < 4 && Depth < 2) {
    say(Depth, "loop");
    loop(Depth, Uniform);
  } else if (Kind < 7) {
    say(Depth, "synchronize");
    synchronize(Uniform);
  } else {
    say(Depth, "access");
    access();
  }
}

void RandomKernel::statements(int Depth, bool Uniform) {
  int Count = 1 + pick(5);
  for (int I = 0; (I < Count || Depth == 0) && Left > 0; ++I) {
    --Left;
    statement(Depth, Uniform);
  }
}

} // namespace fencepost::view
