//===- ProducerConsumer.h - Producer and consumer waves -------------------===//
// Some waves of a work-group write LDS and others read it, turn by turn. With
// named barriers (spec/000: GFX12.5) each side waits for the other alone: the
// waves that use turn T wait until it is filled, and those that fill turn
// T + N until turn T was used, where N is the number of *slots*: how many turns
// can be filled before one of them touches bytes of another. A barrier `full`
// and a barrier `empty` for each slot count the waves of both sides, since who
// waits arrives as well; so a phase is complete only when all have come, and no
// wave joins too late (docs/model.md B4, B5).
//
// No wave waits for ever, by construction: both sides do their turns in the
// same order and equally often (but for one turn that is filled before the
// loop), a use waits only for its fill, and a fill for a use that many turns
// before. So the side that is behind never waits for the other.
//
// A turn is one iteration: of a loop that both sides are in, or of two loops
// that run equally often. In a loop of both, fills and uses keep the order in
// which all waves would do them in step. In two loops nothing says which fill a
// use is for; it is taken to be that of the same turn.
//
// Not looked for: buffers that go back and forth, more than two roles that
// touch LDS, transfers, turns inside further loops of both sides.
// Tested by unittests/PlaceIR/ProducerConsumerTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PRODUCERCONSUMER_H
#define FENCEPOST_PLACE_PRODUCERCONSUMER_H

#include "fencepost/Place/SlottedView.h"

namespace fencepost::place {

/// What the waves of one side do in one turn.
struct PipelineStage {
  InsertionPoint
      Before; ///< In the original view: here they wait for the other side.
  /// Here they signal it: on each way one of these is met.
  std::vector<InsertionPoint> After;
  bool AfterIsEarly = false; ///< Directly behind the last access.
};

struct ProducerConsumer {
  std::vector<PipelineStage>
      ProducerStages; ///< The one before the loop, if any, and the loop's.
  PipelineStage ConsumerStage;
  unsigned Slots = 1; ///< Named barriers are twice as many.
  unsigned ProducerWaves = 0, ConsumerWaves = 0;
  unsigned Dimensions = 1; ///< Of the work-group.
};

struct ProducerConsumerAnswer {
  std::optional<ProducerConsumer> Found;
  /// Why there is none; a clause. Empty if waves do not part by their numbers.
  std::string Why;
};

/// \p MaxSlots: at most that many.
ProducerConsumerAnswer findProducerConsumer(const view::SyncView &View,
                                            unsigned MaxSlots);

} // namespace fencepost::place

#endif
