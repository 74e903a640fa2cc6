//===- OracleThread.cpp - One thread of a view, run for the oracle --------===//
#include "OracleThread.h"
#include "fencepost/View/Arithmetic.h"
#include <map>
#include <set>

namespace fencepost::oracle {

using namespace view;

namespace {

class Runner {
public:
  Runner(const SyncView &View, const Setting &With, unsigned Thread);
  Ran run();

private:
  uint64_t value(ValueId Id);
  uint64_t leaf(const Value &V) const;
  uint64_t chosen(ValueId Id, const AccessRange *From);
  void enter(BlockId From, BlockId To);
  void happen(const Event &E, uint32_t Ordinal);
  void set(ValueId Id, uint64_t To) {
    Now[Id] = truncated(To, View.Values[Id].Bits);
    ++Generation;
  }

  const SyncView &View;
  const Setting &With;
  unsigned Thread;
  std::vector<uint64_t> Now;    ///< Phis and unknowns, and a cache of others.
  std::vector<unsigned> Cached; ///< Generation in which Now was computed.
  unsigned Generation = 1;
  std::map<ValueId, unsigned> Asked;
  std::set<uint32_t> Written;         ///< Objects.
  std::set<ValueId> OfEvents;         ///< Unknowns that events answer.
  std::vector<uint32_t> FirstOrdinal; ///< By block.
  /// Phis and unknowns, by block; the last ones are there from the start.
  std::vector<std::vector<ValueId>> NewIn;
  Ran Result;
};

Runner::Runner(const SyncView &View, const Setting &With, unsigned Thread)
    : View(View), With(With), Thread(Thread), Now(View.Values.size()),
      Cached(View.Values.size()), NewIn(View.Blocks.size() + 1) {
  for (ValueId Id = 0; Id < View.Values.size(); ++Id)
    if (const Value &V = View.Values[Id];
        V.Kind == ValueKind::Phi || V.Kind == ValueKind::Unknown)
      NewIn[std::min<size_t>(V.Block, View.Blocks.size())].push_back(Id);
  uint32_t Ordinal = 0;
  for (const Block &B : View.Blocks) {
    FirstOrdinal.push_back(Ordinal);
    Ordinal += B.Events.size();
    for (const Event &E : B.Events) {
      if (E.Result != None)
        OfEvents.insert(E.Result);
      for (const AccessRange *T : {&E.Memory, &E.Destination})
        if (T->Writes)
          Written.insert(T->Object);
    }
  }
}

uint64_t Runner::leaf(const Value &V) const {
  unsigned X = View.Size[0], Y = View.Size[1];
  switch (V.Kind) {
  case ValueKind::WorkItem:
    return V.Number == 0   ? Thread % X
           : V.Number == 1 ? Thread / X % Y
                           : Thread / X / Y;
  case ValueKind::WorkGroup:
    return With.Group;
  case ValueKind::Size:
    return View.Size[V.Number];
  case ValueKind::Lane:
    return Thread % View.WaveSize;
  case ValueKind::Argument:
    for (auto [Number, Is] : With.Arguments)
      if (Number == V.Number)
        return truncated(Is, V.Bits);
    return truncated(With.Argument, V.Bits);
  default:
    return V.Number;
  }
}

uint64_t Runner::value(ValueId Id) {
  const Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Phi || V.Kind == ValueKind::Unknown)
    return Now[Id];
  if (!isOperator(V.Kind))
    return leaf(V);
  if (Cached[Id] == Generation)
    return Now[Id];
  uint64_t A = value(V.A), B = V.B == None ? 0 : value(V.B),
           C = V.C == None ? 0 : value(V.C);
  Cached[Id] = Generation;
  return Now[Id] = compute(V.Kind, V.Bits, View.Values[V.A].Bits, A, B, C);
}

static uint64_t scrambled(uint64_t A, uint64_t B) {
  uint64_t X = (A + 1) * 6364136223846793005u + (B + 1) * 1442695040888963407u;
  X ^= X >> 33;
  X *= 0xff51afd7ed558ccdu;
  return X ^ (X >> 31);
}

/// \p From: the memory that it is read from.
uint64_t Runner::chosen(ValueId Id, const AccessRange *From) {
  if (With.Seed == 0)
    return 0;
  const Value &V = View.Values[Id];
  bool IsInput = From && From->Object != None && From->Address != None &&
                 !Written.count(From->Object) && !Written.count(None);
  uint64_t X = scrambled(With.Seed, IsInput ? value(From->Address) : Id);
  if (!IsInput) {
    X = scrambled(X, Asked[Id]++);
    if (!V.Uniform)
      X = scrambled(X, Thread);
  }
  return With.Extremes && X >> 63 ? ~uint64_t(0) : X % With.Numbers;
}

void Runner::enter(BlockId From, BlockId To) {
  std::vector<std::pair<ValueId, uint64_t>> New;
  auto Choose = [&](ValueId Id) {
    const Value &V = View.Values[Id];
    if (V.Kind == ValueKind::Unknown)
      New.push_back({Id, chosen(Id, nullptr)});
    for (const Incoming &Edge : V.From)
      if (Edge.From == From)
        New.push_back({Id, value(Edge.Value)});
  };
  if (From == None)
    for (ValueId Id : NewIn.back())
      Choose(Id);
  for (ValueId Id : NewIn[To])
    Choose(Id);
  for (auto [Id, Number] : New)
    set(Id, Number);
}

void Runner::happen(const Event &E, uint32_t Ordinal) {
  Happening H{&E, Ordinal};
  const AccessRange *Touches[] = {&E.Memory, &E.Destination};
  for (unsigned I = 0; I < 2; ++I)
    if (Touches[I]->Address != None)
      H.Address[I] = value(Touches[I]->Address);
  if (E.Memory.Stored != None)
    H.Stored = value(E.Memory.Stored);
  Result.Done.push_back(H);
  if (E.Result != None)
    set(E.Result, chosen(E.Result, &E.Memory));
}

Ran Runner::run() {
  BlockId At = 0;
  enter(None, 0);
  for (unsigned Steps = 0; Steps < With.MaxSteps; ++Steps) {
    const Block &B = View.Blocks[At];
    for (uint32_t I = 0; I < B.Events.size() && Steps < With.MaxSteps;
         ++I, ++Steps)
      happen(B.Events[I], FirstOrdinal[At] + I);
    BlockId To = None;
    for (const Edge &E : B.Next)
      if (E.Condition == None || (value(E.Condition) != 0) == E.Value) {
        To = E.To;
        break;
      }
    if (To == None) {
      Result.Ended = Steps < With.MaxSteps;
      break;
    }
    enter(At, To);
    At = To;
  }
  return std::move(Result);
}

} // namespace

std::vector<Ran> runThreads(const SyncView &View, const Setting &With) {
  std::vector<Ran> All;
  for (unsigned T = 0; T < View.Size[0] * View.Size[1] * View.Size[2]; ++T)
    All.push_back(Runner(View, With, T).run());
  return All;
}

} // namespace fencepost::oracle
