//===- BarrierMisuse.h - Wrong use of named and cluster barriers ----------===//
// What such a defect is, as values without the view: what the code alone shows,
// and what waves do in a simulation (Simulate/BarrierSimulation.h).
// Report/Check/BarrierMisuseText.cpp has the sentences.
// Tested by unittests/Check/NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_BARRIERMISUSE_H
#define FENCEPOST_CHECK_BARRIERMISUSE_H

#include "fencepost/Simulate/BarrierSimulation.h"

namespace fencepost::check {

/// A barrier as it is named.
struct BarrierName {
  int Operand = 0;      ///< Of an instruction: BarrierId::operand().
  std::string Variable; ///< Of a named barrier, if it is known.
  auto operator<=>(const BarrierName &) const = default;
};

/// A barrier that the kernel cannot have.
struct UnusableBarrier {
  enum class Reason : uint8_t {
    OnlyForTraps,
    NoClusterBarriers, ///< The processor has none.
    NoNamedBarriers,   ///< The same.
    TooMany,
  };
  Reason Why = Reason::OnlyForTraps;
  std::optional<BarrierName> Barrier; ///< If one operation names it.
  std::string Processor;
  unsigned Used = 0, Available = 0; ///< TooMany.
  auto operator<=>(const UnusableBarrier &) const = default;
};

struct WaveName {
  unsigned Wave = 0;             ///< Of its work-group.
  std::optional<unsigned> Group; ///< Of the cluster, if it has several.
  auto operator<=>(const WaveName &) const = default;
};

/// What a wave does to a barrier in a simulation.
struct BarrierMisuse {
  sim::BarrierFault Fault = sim::BarrierFault::Hang;
  BarrierName Barrier;
  WaveName Wave;
  std::optional<WaveName> Other;      ///< The wave of a related operation.
  unsigned Expected = 0, Arrived = 0; ///< Hang.
  auto operator<=>(const BarrierMisuse &) const = default;
};

/// The related operation of a BarrierMisuse.
struct BarrierUse {
  enum class UseKind : uint8_t { Init, Join, Arrive };
  UseKind Use = UseKind::Arrive;
  WaveName Wave;
};

} // namespace fencepost::check

#endif
