//===- ViewMachine.cpp - Runs one thread of a sync view -------------------===//
#include "ViewMachine.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::ir {

using view::None;
using view::ValueId;
using view::ValueKind;

std::string describe(const Step &S) {
  static constexpr llvm::StringLiteral Names[] = {"read",  "write",   "change",
                                                  "fence", "barrier", "other"};
  std::string Text = Names[S.Kind].str();
  if (S.Address)
    Text += " 0x" + llvm::utohexstr(*S.Address) + " " + std::to_string(S.Bytes);
  if (S.Stored)
    Text += " = " + std::to_string(*S.Stored);
  return Text;
}

namespace {
class Machine {
public:
  Machine(const view::SyncView &View, const ThreadSetup &Setup, ReadValue Read)
      : View(View), Setup(Setup), Read(Read), CurrentValues(View.Values.size()),
        Cached(View.Values.size(), false) {}

  Run run();

private:
  std::optional<uint64_t> value(ValueId Id);
  std::optional<uint64_t> leaf(const view::Value &V);
  void enter(view::BlockId From, view::BlockId To);
  void happen(const view::Event &E);
  void access(Step::Action Action, const view::AccessRange &T);
  bool isOver() { return Result.Steps.size() + Blocks > Setup.MaxSteps; }
  std::optional<view::BlockId> next(const view::Block &B);

  const view::SyncView &View;
  const ThreadSetup &Setup;
  ReadValue Read;
  /// Of phis and unknowns: what they are. Of others: a cache since the last
  /// change of those.
  std::vector<std::optional<uint64_t>> CurrentValues;
  std::vector<bool> Cached;
  unsigned Blocks = 0;
  bool Stuck = false;
  Run Result;
};
} // namespace

std::optional<uint64_t> Machine::leaf(const view::Value &V) {
  switch (V.Kind) {
  case ValueKind::Constant:
    return V.Number;
  case ValueKind::WorkItem:
    return Setup.Id[V.Number];
  case ValueKind::WorkGroup:
    return Setup.Group[V.Number];
  case ValueKind::Size:
    return Setup.Size[V.Number];
  case ValueKind::Lane:
    return (Setup.Id[0] +
            Setup.Size[0] * (Setup.Id[1] + Setup.Size[1] * Setup.Id[2])) %
           View.WaveSize;
  default:
    if (V.Number >= Setup.Arguments.size())
      return std::nullopt;
    return view::truncated(Setup.Arguments[V.Number], V.Bits);
  }
}

std::optional<uint64_t> Machine::value(ValueId Id) {
  if (Id == None)
    return std::nullopt;
  const view::Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Phi || V.Kind == ValueKind::Unknown)
    return CurrentValues[Id];
  if (!view::isOperator(V.Kind))
    return leaf(V);
  if (Cached[Id])
    return CurrentValues[Id];
  Cached[Id] = true;
  std::optional<uint64_t> A = value(V.A);
  // A select needs only the side that it takes.
  if (V.Kind == ValueKind::Select)
    return CurrentValues[Id] = A ? value(*A ? V.B : V.C) : std::nullopt;
  std::optional<uint64_t> B = V.B == None ? 0 : value(V.B);
  if (!A || !B)
    return CurrentValues[Id] = std::nullopt;
  return CurrentValues[Id] =
             view::compute(V.Kind, V.Bits, View.Values[V.A].Bits, *A, *B);
}

/// Phis change together; unknowns of the block are to be given anew.
void Machine::enter(view::BlockId From, view::BlockId To) {
  std::vector<std::pair<ValueId, std::optional<uint64_t>>> New;
  for (ValueId Id = 0; Id != View.Values.size(); ++Id) {
    const view::Value &V = View.Values[Id];
    if (V.Block != To)
      continue;
    if (V.Kind == ValueKind::Unknown)
      New.push_back({Id, std::nullopt});
    for (const view::Incoming &Edge : V.From)
      if (Edge.From == From)
        New.push_back({Id, value(Edge.Value)});
  }
  for (auto [Id, Number] : New)
    CurrentValues[Id] = Number;
  Cached.assign(Cached.size(), false);
}

void Machine::access(Step::Action Action, const view::AccessRange &T) {
  Step S{Action, value(T.Address), T.Bytes, std::nullopt};
  if (!S.Address)
    Stuck = true;
  if (T.Stored != None && T.Writes)
    S.Stored = value(T.Stored);
  Result.Steps.push_back(S);
}

void Machine::happen(const view::Event &E) {
  switch (E.Kind) {
  case view::EventKind::Access: {
    const view::AccessRange &T = E.Memory;
    access(T.Reads && T.Writes ? Step::Change
           : T.Writes          ? Step::Write
                               : Step::Read,
           T);
    if (E.Result == None)
      return;
    CurrentValues[E.Result] =
        view::truncated(Read(Result.Steps), View.Values[E.Result].Bits);
    Cached.assign(Cached.size(), false);
    return;
  }
  case view::EventKind::Transfer:
    access(Step::Read, E.Memory);
    return access(Step::Write, E.Destination);
  case view::EventKind::Fence:
    Result.Steps.push_back({Step::Fence, {}, 0, {}});
    return;
  case view::EventKind::Barrier:
    Result.Steps.push_back({Step::Barrier, {}, 0, {}});
    return;
  default:
    Result.Steps.push_back({Step::Other, {}, 0, {}});
  }
}

std::optional<view::BlockId> Machine::next(const view::Block &B) {
  for (const view::Edge &E : B.Next) {
    if (E.Condition == None)
      return E.To;
    std::optional<uint64_t> Condition = value(E.Condition);
    if (!Condition) {
      Stuck = true;
      return std::nullopt;
    }
    if ((*Condition != 0) == E.Value)
      return E.To;
  }
  return std::nullopt;
}

Run Machine::run() {
  view::BlockId Block = 0;
  enter(None, 0);
  while (true) {
    ++Blocks;
    for (const view::Event &E : View.Blocks[Block].Events) {
      happen(E);
      if (Stuck || isOver())
        break;
    }
    std::optional<view::BlockId> To =
        Stuck ? std::nullopt : next(View.Blocks[Block]);
    if (Stuck || isOver() || !To)
      break;
    enter(Block, *To);
    Block = *To;
  }
  Result.End = Stuck      ? Ending::Unknown
               : isOver() ? Ending::Steps
                          : Ending::Returned;
  return std::move(Result);
}

Run runView(const view::SyncView &View, const ThreadSetup &Setup,
            ReadValue Read) {
  return Machine(View, Setup, Read).run();
}

} // namespace fencepost::ir
