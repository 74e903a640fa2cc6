//===- SimulatedMemory.h - Values stored by simulated threads -------------===//
// Values by address and width. An address that was not stored to, whose value
// is unknown, or that is read with another width has none.
// Tested by unittests/Simulate/FlagSimulationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SIMULATE_SIMULATEDMEMORY_H
#define FENCEPOST_LIB_SIMULATE_SIMULATEDMEMORY_H

#include <cstdint>
#include <map>
#include <optional>

namespace fencepost::sim {

class SimulatedMemory {
public:
  void store(uint64_t Address, uint32_t Bytes, std::optional<uint64_t> Value);
  std::optional<uint64_t> load(uint64_t Address, uint32_t Bytes) const;

private:
  struct Cell {
    uint32_t Bytes;
    uint64_t Value;
  };
  std::map<uint64_t, Cell> Cells; ///< They do not overlap.
};

} // namespace fencepost::sim

#endif
