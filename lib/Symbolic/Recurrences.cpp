//===- Recurrences.cpp - Closed forms of the phis of loop headers --------===//
// See Recurrences.h. Periodic phis are found per loop: the candidates that
// depend on nothing but each other are split into groups that depend on each
// other, and each group is run until a state comes again.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Recurrences.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace fencepost::sym {

using namespace view;

/// Terms for more states are too expensive for what they show.
static constexpr size_t MaxStates = 64;

namespace {

class LoopPhis {
public:
  LoopPhis(const SyncView &View, const Graph &Shape, LoopId Loop,
           Recurrences &Found)
      : View(View), Shape(Shape), Loop(Loop), Found(Found) {}

  void analyze(llvm::ArrayRef<ValueId> Phis);

private:
  bool isInside(ValueId V) const {
    BlockId B = View.Values[V].Block;
    return B != None && Shape.contains(Loop, B);
  }
  std::optional<ValueId> aroundValue(ValueId Phi) const;
  std::optional<ValueId> constantStart(ValueId Phi) const;
  bool findAffine(ValueId Phi, ValueId Around);
  void findShifted(ValueId Phi, ValueId Around);
  bool leaves(ValueId Root, llvm::SetVector<ValueId> &Phis) const;
  uint64_t run(ValueId V, const std::map<ValueId, uint64_t> &State) const;
  void findPeriodic();
  void enumerate(llvm::ArrayRef<ValueId> Group);

  const SyncView &View;
  const Graph &Shape;
  LoopId Loop;
  Recurrences &Found;
  /// Candidates for periodic: their next values, and the phis that these depend
  /// on.
  llvm::MapVector<ValueId, ValueId> Around;
  llvm::DenseMap<ValueId, llvm::SetVector<ValueId>> DependsOn;
};

/// The one value that comes from inside the loop.
std::optional<ValueId> LoopPhis::aroundValue(ValueId Phi) const {
  std::optional<ValueId> Result;
  for (const Incoming &Edge : View.Values[Phi].From) {
    if (!Shape.contains(Loop, Edge.From))
      continue;
    if (Result && *Result != Edge.Value)
      return std::nullopt;
    Result = Edge.Value;
  }
  return Result;
}

std::optional<ValueId> LoopPhis::constantStart(ValueId Phi) const {
  std::optional<ValueId> Result;
  for (const Incoming &Edge : View.Values[Phi].From) {
    if (Shape.contains(Loop, Edge.From))
      continue;
    if (Result || View.Values[Edge.Value].Kind != ValueKind::Constant)
      return std::nullopt;
    Result = Edge.Value;
  }
  return Result;
}

bool LoopPhis::findAffine(ValueId Phi, ValueId AroundValue) {
  const Value &V = View.Values[AroundValue];
  Recurrence R;
  R.Kind = RecurrenceKind::Affine;
  R.Minus = V.Kind == ValueKind::Sub;
  if (AroundValue != Phi && V.Kind != ValueKind::Add && !R.Minus)
    return false;
  if (AroundValue == Phi)
    return false; // Not a recurrence; periodic analysis finds constants.
  if (V.A == Phi && !isInside(V.B))
    R.Step = V.B;
  else if (V.B == Phi && !R.Minus && !isInside(V.A))
    R.Step = V.A;
  else
    return false;
  Found[Phi] = R;
  return true;
}

/// Products with a power of two, and quotients by one, are shifts as well.
void LoopPhis::findShifted(ValueId Phi, ValueId AroundValue) {
  const Value &V = View.Values[AroundValue];
  bool IsShift = V.Kind == ValueKind::Shl || V.Kind == ValueKind::LShr ||
                 V.Kind == ValueKind::AShr;
  bool IsScaled = V.Kind == ValueKind::Mul || V.Kind == ValueKind::UDiv;
  if ((!IsShift && !IsScaled) || V.A != Phi ||
      View.Values[V.B].Kind != ValueKind::Constant)
    return;
  uint64_t Distance = View.Values[V.B].Number;
  if (IsScaled && !llvm::isPowerOf2_64(Distance))
    return;
  Recurrence R;
  R.Kind = RecurrenceKind::Shifted;
  R.Shift = V.Kind == ValueKind::Mul    ? ValueKind::Shl
            : V.Kind == ValueKind::UDiv ? ValueKind::LShr
                                        : V.Kind;
  Distance = IsScaled ? llvm::Log2_64(Distance) : Distance;
  if (Distance == 0 || Distance >= V.Bits)
    return;
  R.Distance = Distance;
  Found[Phi] = R;
}

/// Whether \p Root is computed from constants and phis of this header; which.
bool LoopPhis::leaves(ValueId Root, llvm::SetVector<ValueId> &Phis) const {
  llvm::SmallVector<ValueId, 8> Stack{Root};
  llvm::DenseSet<ValueId> Seen;
  while (!Stack.empty()) {
    ValueId Id = Stack.pop_back_val();
    if (!Seen.insert(Id).second)
      continue;
    const Value &V = View.Values[Id];
    if (V.Kind == ValueKind::Phi && V.Block == View.Loops[Loop].Header) {
      Phis.insert(Id);
    } else if (isOperator(V.Kind)) {
      if (Seen.size() > 256)
        return false;
      for (ValueId Operand : {V.A, V.B, V.C})
        if (Operand != None)
          Stack.push_back(Operand);
    } else if (V.Kind != ValueKind::Constant) {
      return false;
    }
  }
  return true;
}

uint64_t LoopPhis::run(ValueId Id,
                       const std::map<ValueId, uint64_t> &State) const {
  const Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Constant)
    return truncated(V.Number, V.Bits);
  if (V.Kind == ValueKind::Phi)
    return State.at(Id);
  uint64_t A = run(V.A, State), B = V.B == None ? 0 : run(V.B, State),
           C = V.C == None ? 0 : run(V.C, State);
  return compute(V.Kind, V.Bits, View.Values[V.A].Bits, A, B, C);
}

void LoopPhis::findPeriodic() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    Around.remove_if([&](const auto &Entry) {
      bool Bad = llvm::any_of(DependsOn[Entry.first],
                              [&](ValueId Phi) { return !Around.count(Phi); });
      Changed |= Bad;
      return Bad;
    });
  }
  llvm::EquivalenceClasses<ValueId> Groups;
  for (auto &[Phi, Value] : Around) {
    Groups.insert(Phi);
    for (ValueId Other : DependsOn[Phi])
      Groups.unionSets(Phi, Other);
  }
  for (auto &[Phi, Value] : Around) {
    if (Groups.getLeaderValue(Phi) != Phi)
      continue;
    llvm::SmallVector<ValueId, 4> Group(Groups.findLeader(Phi),
                                        Groups.member_end());
    llvm::sort(Group);
    enumerate(Group);
  }
}

void LoopPhis::enumerate(llvm::ArrayRef<ValueId> Group) {
  std::map<ValueId, uint64_t> State;
  for (ValueId Phi : Group)
    State[Phi] = View.Values[*constantStart(Phi)].Number;
  std::map<std::map<ValueId, uint64_t>, size_t> Seen;
  std::vector<std::map<ValueId, uint64_t>> States;
  while (Seen.try_emplace(State, States.size()).second) {
    if (States.size() == MaxStates)
      return;
    States.push_back(State);
    std::map<ValueId, uint64_t> Next;
    for (ValueId Phi : Group)
      Next[Phi] = run(Around[Phi], State);
    State = std::move(Next);
  }
  for (ValueId Phi : Group) {
    Recurrence R;
    R.Kind = RecurrenceKind::Periodic;
    R.Period = States.size() - Seen[State];
    for (const auto &Each : States)
      R.Values.push_back(Each.at(Phi));
    // An affine form is preferred for short counters.
    Found.try_emplace(Phi, R);
  }
}

void LoopPhis::analyze(llvm::ArrayRef<ValueId> Phis) {
  for (ValueId Phi : Phis) {
    std::optional<ValueId> Next = aroundValue(Phi);
    if (!Next || findAffine(Phi, *Next) || !constantStart(Phi))
      continue;
    llvm::SetVector<ValueId> Depends;
    if (!leaves(*Next, Depends))
      continue;
    Around[Phi] = *Next;
    DependsOn[Phi] = std::move(Depends);
  }
  findPeriodic();
  for (ValueId Phi : Phis)
    if (std::optional<ValueId> Next = aroundValue(Phi);
        Next && !Found.count(Phi))
      findShifted(Phi, *Next);
}

} // namespace

Recurrences findRecurrences(const SyncView &View, const Graph &Shape) {
  Recurrences Found;
  llvm::MapVector<LoopId, llvm::SmallVector<ValueId, 4>> Phis;
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    const Value &Phi = View.Values[V];
    if (Phi.Kind != ValueKind::Phi)
      continue;
    if (LoopId Loop = Shape.headedBy(Phi.Block); Loop != None)
      Phis[Loop].push_back(V);
  }
  for (auto &[Loop, List] : Phis)
    LoopPhis(View, Shape, Loop, Found).analyze(List);
  return Found;
}

} // namespace fencepost::sym
