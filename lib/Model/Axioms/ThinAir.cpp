//===- ThinAir.cpp - Dependencies and reads-from are acyclic --------------===//
#include "ThinAir.h"

namespace fencepost::model {

ThinAir::ThinAir(const State &S, const Layout &L,
                 const BarrierSolution *Solution)
    : S(S), L(L), Solution(Solution) {
  unsigned NumSteps = 0;
  for (unsigned W = 0; W < S.Waves.size(); ++W) {
    FirstStep.push_back(NumSteps);
    // Two more for the implicit drops, numbered as in Barriers.h.
    NumSteps += S.Waves[W].Steps.size() + 2;
    WaveOfStep.resize(NumSteps, W);
    for (DependencyId D : S.Waves[W].Depends)
      Needed |= D != Dependencies::Empty;
  }
  FirstStep.push_back(NumSteps);
  for (const ThreadState &Th : S.Threads)
    Needed |= Th.Control != Dependencies::Empty;
  for (const Event &E : S.Events)
    Needed |= E.Depends != Dependencies::Empty;
  PhaseOfStep.assign(NumSteps, None);
  if (Solution)
    for (unsigned I = 0; I < Solution->Waits.size(); ++I) {
      StepRef Wait = Solution->Waits[I].Wait;
      if (Wait.Step < S.Waves[Wait.Wave].Steps.size())
        PhaseOfStep[FirstStep[Wait.Wave] + Wait.Step] = I;
    }
}

/// What \p Node (an event, or after them a barrier step) depends on directly.
void ThinAir::forEachSource(unsigned Node,
                            llvm::function_ref<void(unsigned)> Do) const {
  auto Each = [&](DependencyId D) {
    for (uint32_t Source : S.Depends[D])
      Do(DependencySource::isStep(Source)
             ? stepNode(DependencySource::waveOf(Source),
                        DependencySource::stepOf(Source))
             : Source);
  };
  auto LastWait = [&](unsigned Wave, unsigned Before) {
    const auto &Steps = S.Waves[Wave].Steps;
    for (unsigned Step = std::min<size_t>(Before, Steps.size()); Step-- > 0;)
      if (Steps[Step].Op == BarrierOp::Wait)
        return Do(stepNode(Wave, Step));
  };
  if (Node < S.Events.size()) {
    const Event &E = S.Events[Node];
    Each(E.Depends);
    if (E.Thread != None)
      LastWait(L.waveOf(E.Thread), E.StepsBefore);
    const ReadState &R = S.Reads[Node];
    if (R.Target == Resolution::FromWrite || R.Target == Resolution::OnlyWrite)
      Do(R.Source);
    return;
  }
  unsigned Number = Node - S.Events.size(), Wave = WaveOfStep[Number];
  unsigned Step = Number - FirstStep[Wave],
           NumSteps = S.Waves[Wave].Steps.size();
  // The end of a wave, and so its drop, comes after the loops of its threads;
  // the drop of the cluster barrier is the end of all waves of a workgroup.
  if (Step >= NumSteps)
    for (unsigned W = 0; W < S.Waves.size(); ++W) {
      bool Ends = Step == NumSteps
                      ? W == Wave
                      : L.Waves[W].Workgroup == L.Waves[Wave].Workgroup;
      if (!Ends)
        continue;
      LastWait(W, S.Waves[W].Steps.size());
      for (unsigned T : L.Waves[W].Threads)
        Each(S.Threads[T].Control);
    }
  else {
    Each(S.Waves[Wave].Depends[Step]);
    LastWait(Wave, Step);
  }
  if (PhaseOfStep[Number] != None)
    for (StepRef Arrive : Solution->Waits[PhaseOfStep[Number]].Participants)
      Do(stepNode(Arrive.Wave,
                  std::min<size_t>(Arrive.Step,
                                   S.Waves[Arrive.Wave].Steps.size() + 1)));
}

std::vector<unsigned> ThinAir::findCycle() const {
  unsigned Size = S.Events.size() + WaveOfStep.size();
  enum : uint8_t { New, Open, Closed };
  std::vector<uint8_t> Mark(Size, New);
  std::vector<std::pair<unsigned, bool>> Work;
  std::vector<unsigned> Path, Cycle;
  for (unsigned Root = 0; Root < Size && Cycle.empty(); ++Root) {
    if (Mark[Root] == New)
      Work.push_back({Root, false});
    while (!Work.empty() && Cycle.empty()) {
      auto [Node, Leaving] = Work.back();
      Work.pop_back();
      if (Leaving) {
        Mark[Node] = Closed;
        Path.pop_back();
        continue;
      }
      if (Mark[Node] != New)
        continue;
      Mark[Node] = Open;
      Path.push_back(Node);
      Work.push_back({Node, true});
      forEachSource(Node, [&](unsigned Source) {
        if (Mark[Source] == New)
          Work.push_back({Source, false});
        else if (Mark[Source] == Open && Cycle.empty())
          for (unsigned I = Path.size(); I-- > 0;) {
            if (Path[I] < S.Events.size())
              Cycle.push_back(Path[I]);
            if (Path[I] == Source)
              break;
          }
      });
    }
  }
  return Cycle;
}

} // namespace fencepost::model
