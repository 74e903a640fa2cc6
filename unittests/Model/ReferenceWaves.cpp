//===- ReferenceWaves.cpp - Threads of a wavefront act together -----------===//
// docs/model.md B1: the K-th barrier instructions of the threads of a wavefront
// are one event. See ReferenceBarriers.h.
//===----------------------------------------------------------------------===//
#include "ReferenceBarriers.h"

namespace fencepost::model::naive {

static bool sameStep(const Act &A, const Act &B) {
  return A.Op == B.Op && A.Object == B.Object && A.Count == B.Count;
}

static std::vector<Act> stepsOf(const Path &P) {
  std::vector<Act> Steps;
  for (const Act &A : P.Acts)
    if (A.Kind == ActKind::Barrier)
      Steps.push_back(A);
  return Steps;
}

/// What the wavefront executed, if all its threads executed the same. They also
/// agree on what an isfirst gave.
static bool executedTogether(const std::vector<const Path *> &Paths) {
  std::vector<Act> First = stepsOf(*Paths.front());
  for (const Path *P : Paths) {
    std::vector<Act> Steps = stepsOf(*P);
    if (Steps.size() != First.size())
      return false;
    for (unsigned I = 0; I != Steps.size(); ++I)
      if (!sameStep(Steps[I], First[I]) || Steps[I].IsFirst != First[I].IsFirst)
        return false;
  }
  return true;
}

/// Why a wavefront goes no further; false if it could continue.
static bool ending(const std::vector<const Path *> &Paths, Wave &W) {
  bool AnyEnded = false, AnyCut = false, Differ = false;
  const Act *Next = nullptr;
  for (const Path *P : Paths) {
    AnyEnded |= P->End == PathEnd::Ended;
    AnyCut |=
        P->End == PathEnd::CutByUndefined || P->End == PathEnd::CutAtBound;
    if (P->End == PathEnd::CutByUndefined)
      W.Names.insert(P->Why);
    if (P->End != PathEnd::Stopped)
      continue;
    Differ |= Next && !sameStep(*Next, P->Next);
    Next = &P->Next;
  }
  if (Next && (AnyEnded || Differ))
    W.Names.insert(Undefined::NonConvergent);
  W.Ended = !Next && !AnyCut;
  if (!Next || AnyCut || AnyEnded || Differ)
    return true;
  if (Next->Op == BarrierOp::Wait && !Next->ActsOn.isNull())
    W.StuckAt = *Next;
  return W.StuckAt.has_value();
}

std::optional<std::vector<Wave>>
mergeWaves(const Program &P, const std::vector<const Path *> &Paths) {
  Places Where(P);
  std::vector<Wave> Waves;
  for (unsigned First = 0; First != Paths.size(); ++First) {
    if (!Where.isFirst(ScopeLevel::Wavefront, First))
      continue;
    Wave W;
    std::vector<const Path *> Members;
    for (unsigned T = First; T != Paths.size(); ++T)
      if (Where.together(ScopeLevel::Wavefront, First, T)) {
        W.Threads.push_back(T);
        Members.push_back(Paths[T]);
      }
    if (!executedTogether(Members) || !ending(Members, W))
      return std::nullopt;
    W.Steps = stepsOf(*Members.front());
    W.Workgroup = Where.instance(ScopeLevel::Workgroup, First);
    W.Cluster = Where.instance(ScopeLevel::Cluster, First);
    Waves.push_back(std::move(W));
  }
  return Waves;
}

} // namespace fencepost::model::naive
