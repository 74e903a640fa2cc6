//===- SimulatedMemory.h - What threads that are run have stored
//---------------===//
// Numbers by address and width. A place that nobody stored to, or whose value
// is not known, has none; nor has one that is read with another width.
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
