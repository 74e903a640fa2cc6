//===- ViewInModel.cpp - Kernels run by the model -------------------------===//
// See ViewInModel.h.
//===----------------------------------------------------------------------===//
#include "ViewInModel.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Simulate/BarrierLaunch.h"

namespace fencepost::place {

using namespace view;
using view::AccessSite;
using view::Site;

namespace {

/// Makes the program of one launch.
class Translator {
public:
  Translator(const SyncView &View, ModelSetting With)
      : View(View), With(With), Every{&View, {}, {}}, Runs(View, Every) {}
  /// False if a thread does not reach its end.
  bool run();

  model::Program Program;
  uint64_t Barriers = 0;
  unsigned Waves = 0;

private:
  bool addThread(const sim::Launch &Launch, unsigned Number);
  void add(const Event &E, BarrierId Object,
           llvm::ArrayRef<const sim::AccessRecord *> Accesses);
  void addAccess(const Event &E, const sim::AccessRecord &H);
  void addBarrier(BarrierOp Op, BarrierId Object, const Event &E);
  model::Instruction &instruction(model::Opcode Op);
  unsigned constant(int32_t Number);
  unsigned locationOf(uint64_t Address);
  unsigned globalLocation();

  const SyncView &View;
  ModelSetting With;
  view::Boundaries Every;
  sim::ThreadInterpreter Runs;
  std::map<uint64_t, unsigned> Words; ///< Locations by address.
  std::optional<unsigned> Global;
  model::Thread *CurrentThread = nullptr;
};

model::Instruction &Translator::instruction(model::Opcode Op) {
  model::Instruction &I = CurrentThread->Code.emplace_back();
  I.Op = Op;
  return I;
}

unsigned Translator::constant(int32_t Number) {
  CurrentThread->Expressions.push_back(
      {model::ExpressionKind::Constant, Number});
  return CurrentThread->Expressions.size() - 1;
}

unsigned Translator::locationOf(uint64_t Address) {
  auto [It, New] = Words.try_emplace(Address, Program.Locations.size());
  if (New) {
    model::Location L;
    L.Name = "w" + std::to_string(It->second);
    L.Space = AddressSpace::Local;
    Program.Locations.push_back(L);
  }
  return It->second;
}

/// What transfers read: nobody writes it.
unsigned Translator::globalLocation() {
  if (!Global) {
    Global = Program.Locations.size();
    model::Location L;
    L.Name = "source";
    L.Initial = {0};
    Program.Locations.push_back(L);
  }
  return *Global;
}

void Translator::addAccess(const Event &E, const sim::AccessRecord &H) {
  const AccessRange &T = H.Site.in(View);
  if (T.Object == None || View.Objects[T.Object].Space != AddressSpace::Local)
    return;
  model::Address Address{locationOf(H.Address), model::None};
  if (E.Kind == EventKind::Transfer && E.Op.Kind == OpKind::AsyncLoad) {
    unsigned From = globalLocation();
    model::Instruction &I = instruction(model::Opcode::AsyncLoad);
    I.Memory = {From, model::None};
    I.Destination = Address;
    return;
  }
  if (!T.Writes) {
    CurrentThread->Registers.push_back(
        "r" + std::to_string(CurrentThread->Registers.size()));
    model::Instruction &I = instruction(model::Opcode::Load);
    I.Result = CurrentThread->Registers.size() - 1;
    I.Memory = Address;
    I.Order = E.Op.Order;
    I.Reach = E.Op.Reach;
    return;
  }
  unsigned Zero = constant(0);
  model::Instruction &I = instruction(model::Opcode::Store);
  I.Memory = Address;
  I.Value = Zero;
  if (E.Op.isAtomic())
    I.Order = Ordering::Monotonic;
  I.Reach = {ScopeLevel::Workgroup, false};
}

void Translator::addBarrier(BarrierOp Op, BarrierId Object, const Event &E) {
  if (Op == BarrierOp::ArriveWait) {
    addBarrier(BarrierOp::Arrive, Object, E);
    return addBarrier(BarrierOp::Wait, Object, E);
  }
  std::optional<unsigned> Count;
  if (Op == BarrierOp::Init || E.Op.Members != 0)
    Count = constant(E.Op.Members);
  model::Instruction &I = instruction(model::Opcode::Barrier);
  I.Barrier = Op;
  I.Object = Object;
  if (Count && Op != BarrierOp::Wait)
    I.Value = *Count;
  ++Barriers;
}

void Translator::add(const Event &E, BarrierId Object,
                     llvm::ArrayRef<const sim::AccessRecord *> Accesses) {
  if (E.Kind == EventKind::Barrier)
    addBarrier(E.Op.Action, Object, E);
  if (!With.WithAccesses)
    return;
  if (E.Kind == EventKind::Fence) {
    model::Instruction &I = instruction(model::Opcode::Fence);
    I.Order = E.Op.Order;
    I.Reach = E.Op.Reach;
    I.Tags = E.Op.Tags.Synchronize;
  } else if (E.Kind == EventKind::AsyncMark) {
    instruction(model::Opcode::AsyncMark);
  } else if (E.Kind == EventKind::AsyncWait) {
    unsigned Marks = constant(E.Op.Marks);
    instruction(model::Opcode::AsyncWait).Value = Marks;
  }
  for (const sim::AccessRecord *H : Accesses)
    addAccess(E, *H);
}

bool Translator::addThread(const sim::Launch &Launch, unsigned Number) {
  sim::Unknowns Unknowns;
  unsigned Count = 0;
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (View.Values[V].Kind == ValueKind::Unknown)
      Unknowns[V] = With.Outcomes >> (Count++ % 32) & 1;
  sim::Trace T = Runs.run(Launch, sim::threadAt(Launch, Number), Unknowns,
                          With.WithAccesses ? llvm::ArrayRef<AccessSite>()
                                            : llvm::ArrayRef(sim::NoAccess),
                          10000);
  if (!T.Ended)
    return false;
  CurrentThread = &Program.Threads.emplace_back();
  CurrentThread->Name = "P" + std::to_string(Program.Threads.size() - 1);
  CurrentThread->Where.Wavefront = Number / View.WaveSize;
  std::map<std::pair<uint32_t, Site>, std::vector<const sim::AccessRecord *>>
      ByStep;
  for (const sim::AccessRecord &H : T.Accesses)
    ByStep[{H.PathLength, H.Site.Site}].push_back(&H);
  size_t Barrier = 0;
  for (uint32_t I = 0; I < T.Path.size(); ++I)
    for (uint32_t E = 0; E < View.Blocks[T.Path[I]].Events.size(); ++E) {
      Site Here{T.Path[I], E};
      auto It = ByStep.find({I + 1, Here});
      const Event &Event = Here.in(View);
      BarrierId Object = Event.Op.Object;
      if (Event.Kind == EventKind::Barrier) {
        if (sim::isComputedBarrier(View, Event))
          Object = T.Computed[Barrier];
        ++Barrier;
      }
      add(Event, Object,
          It == ByStep.end() ? llvm::ArrayRef<const sim::AccessRecord *>()
                             : llvm::ArrayRef(It->second));
    }
  return true;
}

bool Translator::run() {
  for (unsigned B = 0; B < View.NamedBarriers; ++B)
    Program.NamedBarriers.push_back("b" + std::to_string(B + 1));
  sim::Launch Launch;
  std::copy(std::begin(View.Size), std::end(View.Size), Launch.Size);
  Launch.AllArguments = With.Argument;
  unsigned Threads = View.Size[0] * View.Size[1] * View.Size[2];
  Waves = (Threads + View.WaveSize - 1) / View.WaveSize;
  for (unsigned T = 0; T < Threads; T += With.OneLane ? View.WaveSize : 1)
    if (!addThread(Launch, T))
      return false;
  return true;
}

} // namespace

std::string wrongInModel(const SyncView &View, ModelSetting With,
                         ModelTotals &Sum) {
  Translator Made(View, With);
  if (!Made.run()) {
    ++Sum.NotAll;
    return "";
  }
  if (std::string Why = checkProgram(Made.Program); !Why.empty())
    return "no program: " + Why;
  model::ExploreOptions Options;
  Options.TimeLimitSeconds = 20;
  model::Outcomes Ends = explore(Made.Program, {}, Options);
  for (const model::UndefinedReport &U : Ends.Undefined)
    return undefinedName(U.Kind).str() + ": " + U.Why;
  for (const model::Race &R : Ends.Races)
    return "race: " + R.Why;
  if (!Ends.StoppedBy.empty()) {
    ++Sum.NotAll;
    return "";
  }
  ++Sum.Runs;
  Sum.Barriers += Made.Barriers;
  Sum.MostWaves = std::max(Sum.MostWaves, Made.Waves);
  return "";
}

} // namespace fencepost::place
