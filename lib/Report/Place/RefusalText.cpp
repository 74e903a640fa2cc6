//===- RefusalText.cpp - Why nothing is placed in a kernel, in words ------===//
// See RefusalText.h. A function for each kind of reason, in the order of
// PlaceIR/Refusal.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/RefusalText.h"
#include "fencepost/Report/AccessText.h"
#include "fencepost/Report/DefectText.h"
#include "fencepost/Report/WitnessNote.h"
#include "fencepost/Support/EnumTable.h"

namespace fencepost {

using place::NoPipeline;
using place::PhaseFault;
using place::PlacementProblemKind;
using placeir::NamedObstacle;
using placeir::NoPosition;
using placeir::PlainRefusal;
using placeir::UnplaceablePair;

static constexpr EnumName<PlainRefusal> PlainRefusals[] = {
    {PlainRefusal::SynchronizesGroups,
     "barriers cannot be removed from a kernel that synchronizes with other "
     "work-groups"},
    {PlainRefusal::LimitHit,
     "a limit was hit before a sufficient placement was found"},
    {PlainRefusal::NotCertifiable,
     "it needs none, but no certificate can show that: its waves wait for one "
     "another other than at barriers of the work-group"},
};
static_assert(isIndexedBy(PlainRefusals));

static std::string whyText(PlainRefusal Why) {
  return rowOf(PlainRefusals, Why).Name.str();
}

static std::string whyText(const placeir::ReplaceableCall &Call) {
  return "calls " + Call.Function +
         ", which may be another function when it is linked";
}

static std::string whyText(const placeir::NotInlined &Function) {
  return "a barrier would be needed in the function " + Function.Function +
         (Function.Cause.empty()
              ? ", which is recursive"
              : ", which cannot be inlined: " + Function.Cause);
}

static constexpr EnumName<NoPosition::Reason> Positions[] = {
    {NoPosition::Reason::NoInstruction, "the module has no instruction there"},
    {NoPosition::Reason::InsideInstruction,
     "a barrier would be needed inside an instruction that does several "
     "accesses"},
    {NoPosition::Reason::NoEndOfBlock,
     "its end is not the end of a block of the module"},
    {NoPosition::Reason::NoSourceOfEdge,
     "no end of a block of the module corresponds to it"},
    {NoPosition::Reason::NoTargetOfEdge,
     "no beginning of a block of the module corresponds to it"},
    {NoPosition::Reason::EdgeNotSplittable, "that edge cannot be split"},
    {NoPosition::Reason::ResultUsed,
     "the result of a barrier that would be removed is used"},
};
static_assert(isIndexedBy(Positions));

static std::string whyText(const NoPosition &Position) {
  std::string Text = rowOf(Positions, Position.Why).Name.str();
  if (Position.Why == NoPosition::Reason::ResultUsed)
    return Text;
  std::string Block = blockText(Position.Near);
  return Text + (Position.Near.Name.empty() ? " (" + Block + ")"
                                            : " (block '" + Block + "')");
}

static constexpr EnumName<PlacementProblemKind> Problems[] = {
    {PlacementProblemKind::IrreducibleControlFlow,
     "the control flow is not reducible: a loop has several entries"},
    {PlacementProblemKind::OpaqueEvent, "not understood: "},
    {PlacementProblemKind::NonUniformBarrier,
     "barrier in non-uniform control flow"},
    {PlacementProblemKind::NamedOrClusterBarrier,
     "this barrier is not the work-group's and is not relied on"},
};
static_assert(isIndexedBy(Problems));

static std::string whyText(const placeir::UnhandledEvent &Unhandled) {
  return rowOf(Problems, Unhandled.Kind).Name.str() + Unhandled.Event;
}

static constexpr EnumName<UnplaceablePair::Reason> Obstacles[] = {
    {UnplaceablePair::Reason::NoneMayBeAdded, "--remove-needless places none"},
    {UnplaceablePair::Reason::WaveSpins,
     "at every point between, control flow is non-uniform or a wave that spins "
     "on LDS would wait forever"},
    {UnplaceablePair::Reason::NonUniform,
     "control flow is non-uniform at every point between"},
    {UnplaceablePair::Reason::OneInstruction,
     "one instruction makes both accesses"},
    {UnplaceablePair::Reason::InsidePhase,
     "they are inside an existing signal/wait pair"},
};
static_assert(isIndexedBy(Obstacles));

static std::string whyText(const UnplaceablePair &Pair) {
  std::string Accesses = " between a " + accessText(Pair.From) + " and this " +
                         accessText(Pair.To) + " by another wave";
  if (Pair.Why == UnplaceablePair::Reason::NoneMayBeAdded)
    return "there is no barrier" + Accesses +
           (Pair.OnlyForCertificate ? ", which a certificate would require"
                                    : "") +
           ", and " + rowOf(Obstacles, Pair.Why).Name.str();
  return "no barrier can be placed" + Accesses + ": " +
         rowOf(Obstacles, Pair.Why).Name.str();
}

static constexpr EnumName<PhaseFault> PhaseFaults[] = {
    {PhaseFault::WaitWithoutSignal, "a wait comes before its signal"},
    {PhaseFault::SignalInFlight,
     "a signal comes before the wait for the previous one"},
    {PhaseFault::NotWaitedFor, "a signal is not waited for"},
    {PhaseFault::PathsDiffer,
     "a barrier is in flight on one path to this point and not on another"},
};
static_assert(isIndexedBy(PhaseFaults));

static std::string whyText(PhaseFault Why) {
  return rowOf(PhaseFaults, Why).Name.str();
}

static std::string whyText(const check::DefectStatement &Left) {
  return "after placement this error would remain: " + statementText(Left);
}

static constexpr EnumName<NamedObstacle> NamedObstacles[] = {
    {NamedObstacle::WorkGroupBarriers,
     "the kernel has barriers of the work-group"},
    {NamedObstacle::GlobalMemory, "barriers order global memory as well"},
    {NamedObstacle::Certificate,
     "a certificate is about barriers of the work-group"},
};
static_assert(isIndexedBy(NamedObstacles));

static std::string whyText(NamedObstacle Why) {
  return rowOf(NamedObstacles, Why).Name.str();
}

static constexpr EnumName<NoPipeline> Pipelines[] = {
    {NoPipeline::NoRoles, ""}, // Nobody expects named barriers then.
    {NoPipeline::OpaqueEvent, "something in the kernel is not understood"},
    {NoPipeline::NamedOrClusterBarriers,
     "the kernel already has named or cluster barriers"},
    {NoPipeline::NonUniformBarrier, "a barrier is in non-uniform control flow"},
    {NoPipeline::UnknownAddress, "an address in LDS is unknown"},
    {NoPipeline::Transfers, "LDS is filled by transfers"},
    {NoPipeline::Atomics, "LDS is accessed by atomics"},
    {NoPipeline::NoProducers, "no waves fill LDS for others"},
    {NoPipeline::SharedCode,
     "producers and consumers access LDS in the same code"},
    {NoPipeline::SeveralLoops, "LDS is accessed in several loops"},
    {NoPipeline::NestedLoops,
     "producers and consumers are in more than one loop"},
    {NoPipeline::NoLoop, "LDS is not accessed in a loop"},
    {NoPipeline::NoStage,
     "a pipeline stage lacks a single entry and exit, or may be skipped"},
    {NoPipeline::ReadOutsideLoop, "LDS is read outside the loop"},
    {NoPipeline::FillBeforeOwnLoop,
     "LDS is filled before a loop that has only one of the roles"},
    {NoPipeline::NoFirstStage,
     "the code that fills LDS before the loop lacks a single entry and exit"},
    {NoPipeline::ExitBetweenSides,
     "the loop has an exit between producers and consumers"},
    {NoPipeline::NonUniformLoop, "the loop is in non-uniform control flow"},
    {NoPipeline::BarriersInOwnLoops, "producers and consumers are in different "
                                     "loops, and the kernel has barriers"},
    {NoPipeline::IterationsMayDiffer,
     "the loops of producers and consumers may differ in their number of "
     "iterations"},
    {NoPipeline::FilledTwice,
     "the same bytes may be filled twice in one stage"},
    {NoPipeline::ProducersOverlap,
     "a producer wave may access bytes that another one fills"},
    {NoPipeline::OrderConflict, "consumer and producer order conflict"},
    {NoPipeline::StageMismatch,
     "consumers may read bytes that were not filled for their stage"},
    {NoPipeline::UnknownSize, "the size of the work-group is unknown"},
    {NoPipeline::Irreducible, "a loop has several entries"},
};
static_assert(isIndexedBy(Pipelines));

static std::string whyText(NoPipeline Why) {
  return rowOf(Pipelines, Why).Name.str();
}

static std::string whyText(const placeir::LlvmError &Error) {
  return Error.Message;
}

std::string noNamedText(const placeir::NoNamedReason &Reason) {
  return std::visit([](const auto &Why) { return whyText(Why); }, Reason);
}

std::string refusalText(const placeir::Refusal &Refusal) {
  std::string Text =
      std::visit([](const auto &Why) { return whyText(Why); }, Refusal.Why);
  if (Refusal.WhyNoNamed)
    Text += "; no named barriers: " + noNamedText(*Refusal.WhyNoNamed);
  return Text;
}

std::string noteText(const placeir::PlacementNote &Note) {
  switch (Note.Kind) {
  case placeir::PlacementNote::NoteKind::FirstAccess:
    return "the " + accessText(Note.Access);
  case placeir::PlacementNote::NoteKind::Divergence:
    return "control flow diverges here";
  case placeir::PlacementNote::NoteKind::WithItself:
    return "this " + accessText(Note.Access) +
           " may access one byte from several work-items at once, which no "
           "barrier can order";
  case placeir::PlacementNote::NoteKind::OnlySimulated:
    return "this barrier and others that are not the work-group's may order "
           "accesses: no error was found when they were simulated, but nothing "
           "is proved";
  }
  llvm_unreachable("no such note");
}

} // namespace fencepost
