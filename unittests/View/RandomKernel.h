//===- RandomKernel.h - Small views made from a seed ----------------------===//
// Straight-line code, branches on ids and counters, counted loops (nested) with
// ring counters, toggles and halved strides; loads, stores and atomics at
// indices computed from all of these; joint and split barriers where control
// flow is uniform, and wave fences anywhere. No unknowns, no arguments.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_VIEW_RANDOMKERNEL_H
#define FENCEPOST_UNITTESTS_VIEW_RANDOMKERNEL_H

#include "Kernel.h"
#include <random>

namespace fencepost::view {

class RandomKernel {
public:
  /// The same seed makes the same view on every machine. \p Budget bounds the
  /// statements; a failure at a small budget is a small failure.
  RandomKernel(unsigned Seed, int Budget);
  Kernel Result;
  std::string Text; ///< For a reader of a failure.

private:
  using Id = Kernel::Id;
  using K = ValueKind;
  unsigned pick(unsigned Below) { return Random() % Below; }
  Id value() { return Pool[pick(Pool.size())]; }
  Id index();
  Id condition(bool Uniform);
  void statements(int Depth, bool Uniform);
  void statement(int Depth, bool Uniform);
  void access();
  void synchronize(bool Uniform);
  void branch(int Depth, bool Uniform);
  void loop(int Depth, bool Uniform);
  void say(int Depth, std::string Line);

  std::mt19937 Random;
  int Left;
  std::vector<Id> Pool;
  bool Signalled = false;
  uint32_t Objects[2];
};

} // namespace fencepost::view

#endif
