//===- ReasonText.cpp - Why kernels are not placed in, as sentences -------===//
// See ReasonText.h.
//===----------------------------------------------------------------------===//
#include "ReasonText.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost::placeir {

using place::NoPipeline;
using place::PlacementProblemKind;

llvm::StringRef reasonText(NoPipeline Reason) {
  switch (Reason) {
  case NoPipeline::NoRoles:
    return "";
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

std::string problemText(const view::SyncView &View,
                        const place::PlacementProblem &Problem) {
  switch (Problem.Kind) {
  case PlacementProblemKind::IrreducibleControlFlow:
    return "the control flow is not reducible: a loop has several entries";
  case PlacementProblemKind::OpaqueEvent:
    return "not understood: " +
           View.Blocks[Problem.Block].Events[Problem.Event].Text;
  case PlacementProblemKind::NonUniformBarrier:
    return "barrier in non-uniform control flow";
  case PlacementProblemKind::NamedOrClusterBarrier:
    return "this barrier is not the work-group's and is not relied on";
  }
  llvm_unreachable("no such problem");
}

} // namespace fencepost::placeir
