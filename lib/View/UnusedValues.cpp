//===- UnusedValues.cpp - Values that nothing in a view depends on --------===//
// A value is used if an address, a stored value, a barrier's operand, a
// condition or a trip count is computed from it. The result of an access is not
// used by the access itself.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Arithmetic.h"
#include "fencepost/View/ValueTable.h"

namespace fencepost::view {

namespace {
class Marker {
public:
  explicit Marker(SyncView &View) : View(View), New(View.Values.size(), None) {}

  void run() {
    forEachUse([this](ValueId &Id) { mark(Id); });
    while (!Work.empty()) {
      Value &V = View.Values[Work.pop_back_val()];
      for (ValueId Operand : {V.A, V.B, V.C})
        mark(Operand);
      for (const Incoming &Edge : V.From)
        mark(Edge.Value);
    }
    compact();
  }

private:
  template <typename F> void forEachUse(F Use) {
    for (Block &B : View.Blocks) {
      for (Event &E : B.Events)
        for (ValueId *Id : {&E.Memory.Address, &E.Memory.Stored,
                            &E.Destination.Address, &E.Target})
          Use(*Id);
      for (Edge &Way : B.Next)
        Use(Way.Condition);
    }
    for (Loop &L : View.Loops)
      Use(L.TripCount);
  }

  void mark(ValueId Id) {
    if (Id == None || New[Id] != None)
      return;
    New[Id] = 0;
    Work.push_back(Id);
  }

  void renumber(ValueId &Id) const {
    if (Id != None)
      Id = New[Id];
  }

  void compact() {
    std::vector<Value> Kept;
    uint64_t Unknowns = 0;
    for (ValueId Id = 0; Id != View.Values.size(); ++Id)
      if (New[Id] != None) {
        New[Id] = Kept.size();
        Kept.push_back(std::move(View.Values[Id]));
        if (Kept.back().Kind == ValueKind::Unknown)
          Kept.back().Number = Unknowns++;
      }
    for (Value &V : Kept) {
      for (ValueId *Id : {&V.A, &V.B, &V.C})
        renumber(*Id);
      for (Incoming &Edge : V.From)
        renumber(Edge.Value);
    }
    View.Values = std::move(Kept);
    forEachUse([this](ValueId &Id) { renumber(Id); });
    for (Block &B : View.Blocks)
      for (Event &E : B.Events)
        renumber(E.Result);
  }

  SyncView &View;
  std::vector<ValueId> New;
  llvm::SmallVector<ValueId> Work;
};
} // namespace

void removeUnusedValues(SyncView &View) { Marker(View).run(); }

} // namespace fencepost::view
