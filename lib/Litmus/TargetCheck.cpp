//===- TargetCheck.cpp - What a test needs and a processor lacks ----------===//
#include "fencepost/Litmus/TargetCheck.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::litmus {

using model::Instruction;
using model::Opcode;

/// The instructions that are reached in another way than from the one before.
static llvm::BitVector jumpTargets(const model::Thread &T) {
  llvm::BitVector Targets(T.Code.size() + 1);
  for (const Instruction &I : T.Code)
    if (I.Target != model::None)
      Targets.set(I.Target);
  return Targets;
}

static bool isWorkgroupBarrier(const Instruction &I, BarrierOp Op) {
  return I.Op == Opcode::Barrier && I.Barrier == Op &&
         I.Object == BarrierId::workgroup();
}

/// The arrives and waits of the workgroup barrier that follow each other at
/// once: together they are the s_barrier that every processor has (spec/000,
/// "s_barrier GFX6-11").
static llvm::BitVector joinedBarriers(const model::Thread &T) {
  llvm::BitVector Targets = jumpTargets(T), Joined(T.Code.size());
  for (unsigned I = 0; I + 1 < T.Code.size(); ++I)
    if (isWorkgroupBarrier(T.Code[I], BarrierOp::Arrive) &&
        isWorkgroupBarrier(T.Code[I + 1], BarrierOp::Wait) && !Targets[I + 1])
      Joined.set(I, I + 2);
  return Joined;
}

/// What \p Have lacks of what the barrier operation \p I needs, or "".
static llvm::StringRef lackingBarrier(const Instruction &I,
                                      const BarrierFacts &Have) {
  if (I.Object.isCluster())
    return Have.Cluster ? "" : "cluster barriers";
  if (I.Object.isNamed())
    return Have.Named ? "" : "named barriers";
  if (I.Object.isTrap())
    return Have.Split ? "" : "a trap barrier";
  return Have.Split ? "" : "split barriers";
}

static std::string lackingFor(const Instruction &I, const FamilyFacts &Have) {
  bool HasScope = isAtomic(I.Order) || I.Available;
  if (HasScope && I.Reach.Level == ScopeLevel::Cluster &&
      !Have.Barriers.Cluster)
    // Spec/002, "Memory Scopes".
    return "workgroup clusters: there cluster scope behaves like agent scope";
  if (I.Op == Opcode::AsyncLoad && !Have.LdsDma &&
      !Have.counter(Counter::Async))
    return "asynchronous loads to LDS";
  if (I.Op == Opcode::Barrier)
    return lackingBarrier(I, Have.Barriers).str();
  return "";
}

static void check(const Processor &Target, const model::Program &P,
                  unsigned Thread, const Source &S,
                  std::vector<Finding> &Found) {
  const model::Thread &T = P.Threads[Thread];
  llvm::BitVector Joined = joinedBarriers(T);
  for (unsigned I = 0; I < T.Code.size(); ++I) {
    std::string Lacking = lackingFor(T.Code[I], Target.family());
    if (Lacking.empty() || Joined[I])
      continue;
    Spot Where{T.Code[I].Where.Line, T.Code[I].Where.Column};
    std::string Message = "'" + model::describe(P, {Thread, I}) +
                          "': " + Target.Name.str() + " has no " + Lacking;
    // A `barrier b` is two instructions at one place.
    if (!Found.empty() && I > 0 && T.Code[I - 1].Where == T.Code[I].Where &&
        Found.back().Where.Line == Where.Line &&
        Found.back().Where.Column == Where.Column)
      continue;
    Found.push_back({Diag::TargetLacks, S.at(Where), std::move(Message), {}});
  }
}

std::vector<Finding> lackingOn(const Processor &Target, const model::Program &P,
                               const Source &S) {
  std::vector<Finding> Found;
  for (unsigned I = 0; I < P.Threads.size(); ++I)
    check(Target, P, I, S, Found);
  return Found;
}

} // namespace fencepost::litmus
