//===- Evaluate.cpp - The numbers behind values ---------------------------===//
// Most values are a step or two from a number, so they are found by plain
// recursion. Nodes may share operands, which can make that exponential, and
// with the thin-air axiom skipped a value may even depend on itself; so the
// recursion has a small budget, and beyond it every node is visited once.
//===----------------------------------------------------------------------===//
#include "Interpreter.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::model {

namespace {

using Known = std::optional<Value>;

/// Calls \p Value with each part of a node and combines what it gives.
template <typename Fn> Known combine(const ValueNode &N, Fn ValueOf) {
  Known A = ValueOf(N.A), B = A ? ValueOf(N.B) : Known();
  if (!A || !B)
    return std::nullopt;
  if (N.Kind == NodeKind::Modify)
    return apply(N.Modify, *A, *B);
  Known C = ValueOf(N.C);
  return C ? Known(apply(N.Operation, *A, *B, *C)) : C;
}

/// The value of a leaf, or for a resolved read the value it leads to.
struct Step {
  Known Value;
  ValueId Next = 0;
  bool Leads = false;
};

Step stepOf(const State &S, const ValueNode &N) {
  if (N.Kind == NodeKind::Number)
    return {Value::of(N.Number)};
  if (N.Kind == NodeKind::Undef)
    return {Value::undef()};
  const ReadState &R = S.Reads[N.event()];
  if (R.Target == Resolution::Open)
    return {std::nullopt};
  if (R.Target == Resolution::Undef)
    return {Value::undef()};
  return {std::nullopt, S.Events[R.Source].Written, true};
}

/// Plain recursion until the budget is spent.
class Quick {
public:
  explicit Quick(const State &S) : S(S) {}

  Known valueOf(ValueId Id) {
    if (Budget == 0)
      return std::nullopt;
    --Budget;
    const ValueNode &N = S.Numbers[Id];
    if (N.Kind > NodeKind::Read)
      return combine(N, [&](ValueId Part) { return valueOf(Part); });
    Step Source = stepOf(S, N);
    return Source.Leads ? valueOf(Source.Next) : Source.Value;
  }
  bool gaveUp() const { return Budget == 0; }

private:
  const State &S;
  unsigned Budget = 100;
};

/// Every node once, with a stack of its own: a value may be as deep as the
/// program is long. A node that is met while it is being computed depends on
/// itself, and is unknown.
class Careful {
public:
  explicit Careful(const State &S) : S(S) {}

  Known valueOf(ValueId Root) {
    Work.push_back(Root);
    while (!Work.empty()) {
      ValueId Id = Work.back();
      auto [It, IsNew] = Memo.try_emplace(Id);
      if (IsNew && pushParts(Id))
        continue;
      if (!It->second.IsDone)
        finish(Id);
      Work.pop_back();
    }
    return Memo[Root].Value;
  }

private:
  struct Entry {
    Known Value;
    bool IsDone = false;
  };

  /// Whether \p Id has parts that come first.
  bool pushParts(ValueId Id) {
    const ValueNode &N = S.Numbers[Id];
    size_t Before = Work.size();
    auto Push = [&](ValueId Part) {
      if (!Memo.count(Part))
        Work.push_back(Part);
    };
    if (N.Kind > NodeKind::Read) {
      Push(N.A);
      Push(N.B);
      if (N.Kind == NodeKind::Operation)
        Push(N.C);
    } else if (Step Source = stepOf(S, N); Source.Leads) {
      Push(Source.Next);
    }
    return Work.size() != Before;
  }

  void finish(ValueId Id) {
    const ValueNode &N = S.Numbers[Id];
    auto FoundFor = [&](ValueId Part) { return Memo.lookup(Part).Value; };
    Known Result;
    if (N.Kind > NodeKind::Read) {
      Result = combine(N, FoundFor);
    } else {
      Step Source = stepOf(S, N);
      Result = Source.Leads ? FoundFor(Source.Next) : Source.Value;
    }
    Memo[Id] = {Result, true};
  }

  const State &S;
  std::vector<ValueId> Work;
  llvm::DenseMap<ValueId, Entry> Memo;
};

} // namespace

std::optional<Value> evaluate(const State &S, ValueId Id) {
  Quick First(S);
  Known Found = First.valueOf(Id);
  return First.gaveUp() ? Careful(S).valueOf(Id) : Found;
}

unsigned openRead(const State &S, ValueId Id) {
  llvm::DenseMap<ValueId, bool> Seen;
  llvm::SmallVector<ValueId, 8> Work{Id};
  while (!Work.empty()) {
    ValueId Part = Work.pop_back_val();
    const ValueNode &N = S.Numbers[Part];
    if (N.Kind <= NodeKind::Undef || !Seen.try_emplace(Part, true).second)
      continue;
    if (N.Kind != NodeKind::Read) {
      Work.append({N.C, N.B, N.A});
      continue;
    }
    const ReadState &R = S.Reads[N.event()];
    if (R.Target == Resolution::Open)
      return N.event();
    if (R.Target != Resolution::Undef)
      Work.push_back(S.Events[R.Source].Written);
  }
  return None;
}

} // namespace fencepost::model
