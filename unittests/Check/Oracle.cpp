//===- Oracle.cpp - All threads of a work-group, run one by one -----------===//
// See Oracle.h.
//===----------------------------------------------------------------------===//
#include "Oracle.h"
#include "fencepost/Symbolic/Analysis.h"
#include "fencepost/View/Arithmetic.h"
#include <map>

namespace fencepost::check {

using namespace view;

namespace {

struct Seen {
  AccessSite At;
  unsigned Thread, Wave;
  uint64_t Address, Stored;
  bool HasStored;
  int Signals, Waits, Epoch;
  int Times; ///< How often the event had happened before.
};

struct Runner {
  const SyncView &View;
  uint64_t Argument;
  unsigned Thread;
  std::map<ValueId, uint64_t> Phis;

  uint64_t valueOf(ValueId Id) {
    const Value &V = View.Values[Id];
    switch (V.Kind) {
    case ValueKind::Constant:
      return V.Number;
    case ValueKind::WorkItem:
      if (V.Number == 0)
        return Thread % View.Size[0];
      return V.Number == 1 ? Thread / View.Size[0] % View.Size[1]
                           : Thread / View.Size[0] / View.Size[1];
    case ValueKind::WorkGroup:
      return 0;
    case ValueKind::Size:
      return View.Size[V.Number];
    case ValueKind::Lane:
      return Thread % View.WaveSize;
    case ValueKind::Argument:
      return truncated(Argument, V.Bits);
    case ValueKind::Phi:
      return Phis.at(Id);
    case ValueKind::Unknown:
      llvm_unreachable("the oracle knows everything");
    default:
      return compute(V.Kind, V.Bits, View.Values[V.A].Bits, valueOf(V.A),
                     V.B == None ? 0 : valueOf(V.B),
                     V.C == None ? 0 : valueOf(V.C));
    }
  }

  void move(BlockId From, BlockId To) {
    std::map<ValueId, uint64_t> New = Phis;
    for (ValueId Id = 0; Id < View.Values.size(); ++Id)
      if (View.Values[Id].Kind == ValueKind::Phi && View.Values[Id].Block == To)
        for (const Incoming &Edge : View.Values[Id].From)
          if (Edge.From == From)
            New[Id] = valueOf(Edge.Value);
    Phis = New;
  }

  void run(std::vector<Seen> &Out) {
    int Signals = 0, Waits = 0, Epoch = 0;
    std::map<std::pair<BlockId, uint32_t>, int> Times;
    for (BlockId B = 0;;) {
      for (uint32_t I = 0; I < View.Blocks[B].Events.size(); ++I) {
        const Event &E = View.Blocks[B].Events[I];
        for (bool Destination : {false, true}) {
          const AccessRange &T = Destination ? E.Destination : E.Memory;
          if (!T.Reads && !T.Writes)
            continue;
          bool HasStored = T.Stored != None;
          Out.push_back({{{B, I}, Destination},
                         Thread,
                         Thread / View.WaveSize,
                         valueOf(T.Address),
                         HasStored ? valueOf(T.Stored) : 0,
                         HasStored,
                         Signals,
                         Waits,
                         Epoch,
                         Times[{B, I}]});
        }
        ++Times[{B, I}];
        if (E.Kind == EventKind::Fence &&
            E.Op.Reach.Level != ScopeLevel::SingleThread)
          ++Epoch;
        if (E.Kind != EventKind::Barrier)
          continue;
        ++Epoch;
        BarrierOp Op = E.Op.Action;
        Signals += Op == BarrierOp::Arrive || Op == BarrierOp::ArriveWait;
        Waits += Op == BarrierOp::Wait || Op == BarrierOp::ArriveWait;
      }
      BlockId To = None;
      for (const Edge &E : View.Blocks[B].Next)
        if (E.Condition == None || (valueOf(E.Condition) != 0) == E.Value) {
          To = E.To;
          break;
        }
      if (To == None)
        return;
      move(B, To);
      B = To;
    }
  }
};

bool race(const SyncView &View, const Seen &A, const Seen &B) {
  const AccessRange &X = A.At.in(View), &Y = B.At.in(View);
  if (A.Thread == B.Thread || X.Object != Y.Object ||
      A.Address + X.Bytes <= B.Address || B.Address + Y.Bytes <= A.Address)
    return false;
  // Some barrier has its signal after one and its wait before the other.
  if (B.Waits >= A.Signals + 1 || A.Waits >= B.Signals + 1)
    return false;
  if (A.Wave == B.Wave && A.Epoch != B.Epoch)
    return false;
  // One instruction of a wave: only stores of values that differ.
  if (A.Wave == B.Wave && A.At.Site == B.At.Site &&
      (A.At != B.At || A.Times != B.Times || !A.HasStored))
    return false;
  bool SameStore = !X.Reads && !Y.Reads && A.HasStored && B.HasStored &&
                   A.Stored == B.Stored && A.Address == B.Address &&
                   X.Bytes == Y.Bytes;
  // One store of values that are unknown is never more than possible.
  SameStore |= A.At == B.At && !X.Reads && !A.HasStored;
  return !SameStore && conflict(View, A.At, B.At).has_value();
}

} // namespace

std::set<SitePair> racesByRunning(const SyncView &View, uint64_t Argument) {
  std::vector<Seen> All;
  for (unsigned T = 0; T < View.Size[0] * View.Size[1] * View.Size[2]; ++T)
    Runner{View, Argument, T, {}}.run(All);
  std::set<SitePair> Result;
  for (const Seen &A : All)
    for (const Seen &B : All)
      if (race(View, A, B))
        Result.insert(std::minmax(A.At, B.At));
  return Result;
}

} // namespace fencepost::check
