//===- ProducerConsumer.h - Producer and consumer waves -------------------===//
// Some waves of a work-group write LDS and others read it, in stages of a
// software pipeline. With named barriers (spec/000: GFX12.5) each side waits
// for the other alone: consumers of stage T wait until it is filled, and
// producers of stage T + N until stage T was used, where N is the number of
// *buffer slots*: how many stages can be filled before one of them writes bytes
// of another. A barrier `full` and a barrier `empty` for each slot count the
// waves of both sides, since a wave that waits arrives as well; so a phase
// completes only when all have arrived, and no wave joins too late
// (docs/model.md B4, B5).
//
// There is no deadlock, by construction: both sides run their stages in the
// same order and equally often (except for one stage that may be filled before
// the loop), consumers wait only for the producers of their stage, and
// producers for consumers N stages before. So the slower side never waits for
// the other.
//
// A stage is one iteration: of a loop that both sides are in, or of two loops
// that run equally often. In a common loop, producers and consumers keep the
// order in which all waves would run them in step. In two loops nothing says
// which stage a consumer is for; consumer iteration i is matched with producer
// iteration i.
//
// Not looked for: buffers that go back and forth, more than two roles that
// access LDS, transfers, stages inside further loops of both sides.
// Tested by unittests/PlaceIR/ProducerConsumerTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PRODUCERCONSUMER_H
#define FENCEPOST_PLACE_PRODUCERCONSUMER_H

#include "fencepost/Place/SlottedView.h"

namespace fencepost::place {

/// What the waves of one side do in one stage.
struct PipelineStage {
  InsertionPoint
      Before; ///< In the original view: here they wait for the other side.
  /// Here they signal it: on each path one of these is met.
  std::vector<InsertionPoint> After;
  bool AfterIsEarly = false; ///< Directly after the last access.
};

struct ProducerConsumer {
  std::vector<PipelineStage>
      ProducerStages; ///< The one before the loop, if any, and the loop's.
  PipelineStage ConsumerStage;
  unsigned Slots = 1; ///< Named barriers are twice as many.
  unsigned ProducerWaves = 0, ConsumerWaves = 0;
  unsigned Dimensions = 1; ///< Of the work-group.
};

/// Why a kernel has no producers and consumers that could use named barriers.
enum class NoPipeline : uint8_t {
  NoRoles, ///< Work-item ids do not decide which code waves run.
  OpaqueEvent,
  NamedOrClusterBarriers,
  NonUniformBarrier,
  UnknownAddress,
  Transfers,
  Atomics,
  NoProducers,
  SharedCode,
  SeveralLoops,
  NestedLoops,
  NoLoop,
  NoStage,
  ReadOutsideLoop,
  FillBeforeOwnLoop,
  NoFirstStage,
  ExitBetweenSides,
  NonUniformLoop,
  BarriersInOwnLoops,
  IterationsMayDiffer,
  FilledTwice,
  ProducersOverlap,
  OrderConflict,
  StageMismatch,
  UnknownSize,
  Irreducible,
};

struct ProducerConsumerAnswer {
  std::optional<ProducerConsumer> Result;
  NoPipeline Why = NoPipeline::NoRoles; ///< If nothing was found.
};

/// \p MaxSlots: at most that many.
ProducerConsumerAnswer findProducerConsumer(const view::SyncView &View,
                                            unsigned MaxSlots);

} // namespace fencepost::place

#endif
