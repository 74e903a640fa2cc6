//===- SimulatedMemory.cpp - Values stored by simulated threads -----------===//
// See SimulatedMemory.h.
//===----------------------------------------------------------------------===//
#include "SimulatedMemory.h"

namespace fencepost::sim {

void SimulatedMemory::store(uint64_t Address, uint32_t Bytes,
                            std::optional<uint64_t> Value) {
  auto It = Cells.lower_bound(Address);
  if (It != Cells.begin())
    if (auto Before = std::prev(It);
        Address - Before->first < Before->second.Bytes)
      It = Before;
  while (It != Cells.end() &&
         (It->first < Address || It->first - Address < Bytes))
    It = Cells.erase(It);
  if (Value)
    Cells[Address] = {Bytes, *Value};
}

std::optional<uint64_t> SimulatedMemory::load(uint64_t Address,
                                              uint32_t Bytes) const {
  auto It = Cells.find(Address);
  if (It == Cells.end() || It->second.Bytes != Bytes)
    return std::nullopt;
  return It->second.Value;
}

} // namespace fencepost::sim
