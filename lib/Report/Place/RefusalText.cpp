//===- RefusalText.cpp - Why nothing is placed in a kernel, in words ------===//
// See RefusalText.h. A function for each kind of reason, in the order of
// PlaceIR/Refusal.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/RefusalText.h"
#include "fencepost/Report/AccessText.h"
#include "fencepost/Report/DefectText.h"
#include "fencepost/Report/WitnessNote.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

using place::NoPipeline;
using place::PhaseFault;
using place::PlacementProblemKind;
using placeir::NamedObstacle;
using placeir::NoPosition;
using placeir::PlainRefusal;
using placeir::UnplaceablePair;

static std::string reasonText(PlainRefusal Why) {
  switch (Why) {
  case PlainRefusal::SynchronizesGroups:
    return "barriers cannot be removed from a kernel that synchronizes with "
           "other work-groups";
  case PlainRefusal::LimitHit:
    return "a limit was hit before a sufficient placement was found";
  case PlainRefusal::NotCertifiable:
    return "it needs none, but no certificate can show that: its waves wait "
           "for one another other than at barriers of the work-group";
  }
  llvm_unreachable("no such reason");
}

static std::string reasonText(const placeir::ReplaceableCall &Call) {
  return "calls " + Call.Function +
         ", which may be another function when it is linked";
}

static std::string reasonText(const placeir::NotInlined &Function) {
  return "a barrier would be needed in the function " + Function.Function +
         (Function.Cause.empty()
              ? ", which is recursive"
              : ", which cannot be inlined: " + Function.Cause);
}

static std::string reasonText(const NoPosition &Position) {
  std::string Block = blockText(Position.Near);
  std::string Near = Position.Near.Name.empty() ? " (" + Block + ")"
                                                : " (block '" + Block + "')";
  switch (Position.Why) {
  case NoPosition::Reason::NoInstruction:
    return "the module has no instruction there" + Near;
  case NoPosition::Reason::InsideInstruction:
    return "a barrier would be needed inside an instruction that does several "
           "accesses" +
           Near;
  case NoPosition::Reason::NoEndOfBlock:
    return "its end is not the end of a block of the module" + Near;
  case NoPosition::Reason::NoSourceOfEdge:
    return "no end of a block of the module corresponds to it" + Near;
  case NoPosition::Reason::NoTargetOfEdge:
    return "no beginning of a block of the module corresponds to it" + Near;
  case NoPosition::Reason::EdgeNotSplittable:
    return "that edge cannot be split" + Near;
  case NoPosition::Reason::ResultUsed:
    return "the result of a barrier that would be removed is used";
  }
  llvm_unreachable("no such reason");
}

static std::string reasonText(const placeir::UnhandledEvent &Unhandled) {
  switch (Unhandled.Kind) {
  case PlacementProblemKind::IrreducibleControlFlow:
    return "the control flow is not reducible: a loop has several entries";
  case PlacementProblemKind::OpaqueEvent:
    return "not understood: " + Unhandled.Event;
  case PlacementProblemKind::NonUniformBarrier:
    return "barrier in non-uniform control flow";
  case PlacementProblemKind::NamedOrClusterBarrier:
    return "this barrier is not the work-group's and is not relied on";
  }
  llvm_unreachable("no such problem");
}

static llvm::StringRef obstacleText(UnplaceablePair::Reason Why) {
  switch (Why) {
  case UnplaceablePair::Reason::NoneMayBeAdded:
    return "--remove-needless places none";
  case UnplaceablePair::Reason::WaveSpins:
    return "at every point between, control flow is non-uniform or a wave that "
           "spins on LDS would wait forever";
  case UnplaceablePair::Reason::NonUniform:
    return "control flow is non-uniform at every point between";
  case UnplaceablePair::Reason::OneInstruction:
    return "one instruction makes both accesses";
  case UnplaceablePair::Reason::InsidePhase:
    return "they are inside an existing signal/wait pair";
  }
  llvm_unreachable("no such reason");
}

static std::string reasonText(const UnplaceablePair &Pair) {
  std::string Accesses = " between a " + accessText(Pair.From) + " and this " +
                         accessText(Pair.To) + " by another wave";
  if (Pair.Why == UnplaceablePair::Reason::NoneMayBeAdded)
    return "there is no barrier" + Accesses +
           (Pair.OnlyForCertificate ? ", which a certificate would require"
                                    : "") +
           ", and " + obstacleText(Pair.Why).str();
  return "no barrier can be placed" + Accesses + ": " +
         obstacleText(Pair.Why).str();
}

static std::string reasonText(PhaseFault Fault) {
  switch (Fault) {
  case PhaseFault::WaitWithoutSignal:
    return "a wait comes before its signal";
  case PhaseFault::SignalInFlight:
    return "a signal comes before the wait for the previous one";
  case PhaseFault::NotWaitedFor:
    return "a signal is not waited for";
  case PhaseFault::PathsDiffer:
    return "a barrier is in flight on one path to this point and not on "
           "another";
  }
  llvm_unreachable("no such fault");
}

static std::string reasonText(const check::DefectStatement &Left) {
  return "after placement this error would remain: " + statementText(Left);
}

static std::string reasonText(NamedObstacle Obstacle) {
  switch (Obstacle) {
  case NamedObstacle::WorkGroupBarriers:
    return "the kernel has barriers of the work-group";
  case NamedObstacle::GlobalMemory:
    return "barriers order global memory as well";
  case NamedObstacle::Certificate:
    return "a certificate is about barriers of the work-group";
  }
  llvm_unreachable("no such obstacle");
}

static std::string reasonText(NoPipeline Why) {
  switch (Why) {
  case NoPipeline::NoRoles:
    llvm_unreachable("nobody expects named barriers then");
  case NoPipeline::OpaqueEvent:
    return "something in the kernel is not understood";
  case NoPipeline::NamedOrClusterBarriers:
    return "the kernel already has named or cluster barriers";
  case NoPipeline::NonUniformBarrier:
    return "a barrier is in non-uniform control flow";
  case NoPipeline::UnknownAddress:
    return "an address in LDS is unknown";
  case NoPipeline::Transfers:
    return "LDS is filled by transfers";
  case NoPipeline::Atomics:
    return "LDS is accessed by atomics";
  case NoPipeline::NoProducers:
    return "no waves fill LDS for others";
  case NoPipeline::SharedCode:
    return "producers and consumers access LDS in the same code";
  case NoPipeline::SeveralLoops:
    return "LDS is accessed in several loops";
  case NoPipeline::NestedLoops:
    return "producers and consumers are in more than one loop";
  case NoPipeline::NoLoop:
    return "LDS is not accessed in a loop";
  case NoPipeline::NoStage:
    return "a pipeline stage lacks a single entry and exit, or may be skipped";
  case NoPipeline::ReadOutsideLoop:
    return "LDS is read outside the loop";
  case NoPipeline::FillBeforeOwnLoop:
    return "LDS is filled before a loop that has only one of the roles";
  case NoPipeline::NoFirstStage:
    return "the code that fills LDS before the loop lacks a single entry and "
           "exit";
  case NoPipeline::ExitBetweenSides:
    return "the loop has an exit between producers and consumers";
  case NoPipeline::NonUniformLoop:
    return "the loop is in non-uniform control flow";
  case NoPipeline::BarriersInOwnLoops:
    return "producers and consumers are in different loops, and the kernel has "
           "barriers";
  case NoPipeline::IterationsMayDiffer:
    return "the loops of producers and consumers may differ in their number of "
           "iterations";
  case NoPipeline::FilledTwice:
    return "the same bytes may be filled twice in one stage";
  case NoPipeline::ProducersOverlap:
    return "a producer wave may access bytes that another one fills";
  case NoPipeline::OrderConflict:
    return "consumer and producer order conflict";
  case NoPipeline::StageMismatch:
    return "consumers may read bytes that were not filled for their stage";
  case NoPipeline::UnknownSize:
    return "the size of the work-group is unknown";
  case NoPipeline::Irreducible:
    return "a loop has several entries";
  }
  llvm_unreachable("no such reason");
}

static std::string reasonText(const placeir::LlvmError &Error) {
  return Error.Message;
}

std::string noNamedText(const placeir::NoNamedReason &Reason) {
  return std::visit([](const auto &Why) { return reasonText(Why); }, Reason);
}

std::string refusalText(const placeir::Refusal &Refusal) {
  std::string Text =
      std::visit([](const auto &Why) { return reasonText(Why); }, Refusal.Why);
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
