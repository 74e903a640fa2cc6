//===- Outcome.h - What one execution ends in -----------------------------===//
// The observable end of an execution: final values, whether it has a race, and
// the undefined behaviour it runs into. Values of this kind are what Explore.h
// collects, and what a condition is judged on.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_OUTCOME_H
#define FENCEPOST_MODEL_OUTCOME_H

#include "fencepost/Model/Program.h"
#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/StringRef.h"
#include <compare>

namespace fencepost::model {

/// A 32-bit number or undef, which is a value of its own (docs/model.md M15).
/// Undef sorts after every number.
struct Value {
  bool IsUndef = false;
  int32_t Number = 0; ///< 0 if undef.

  static Value undef() { return {true, 0}; }
  static Value of(int32_t N) { return {false, N}; }
  auto operator<=>(const Value &) const = default;
};

/// One element of one copy of a location. A global has one copy, number 0; a
/// local one per workgroup, numbered by the workgroup's first thread in the
/// program's order (docs/model.md M3).
struct Cell {
  unsigned Location = 0;
  unsigned Element = 0;
  unsigned Copy = 0;

  auto operator<=>(const Cell &) const = default;
};

/// The kinds of undefined behaviour (docs/model.md B1, B5, M17), as bits of a
/// set. OutOfBounds is an array index that the array does not have.
enum class Undefined : uint8_t {
  NonConvergent,
  FirstNotInit,
  NotJoined,
  JoinedTooLate,
  LeaveWithoutJoin,
  ExpectedNegative,
  ExpectedNotPositive,
  ExpectedNotAbove,
  DropRace,
  ClusterDoubleArrive,
  TrapBarrier,
  UndefBranch,
  OutOfBounds,
  Hang,
};
inline constexpr unsigned NumUndefined = numEnumerators<Undefined>();

llvm::StringRef undefinedName(Undefined Kind); ///< "drop-race"

class UndefinedSet {
public:
  void insert(Undefined Kind) { Bits |= 1u << static_cast<unsigned>(Kind); }
  bool has(Undefined Kind) const {
    return Bits >> static_cast<unsigned>(Kind) & 1;
  }
  bool empty() const { return Bits == 0; }
  void insert(UndefinedSet Other) { Bits |= Other.Bits; }
  uint16_t bits() const { return Bits; }
  static UndefinedSet fromBits(uint16_t Bits) {
    UndefinedSet Set;
    Set.Bits = Bits;
    return Set;
  }
  auto operator<=>(const UndefinedSet &) const = default;

private:
  uint16_t Bits = 0;
};

/// A final state, or (when Undefined is not empty) a pseudo-state without
/// values (docs/model.md B7).
struct Outcome {
  std::vector<Value> Registers; ///< Of all threads, in order.
  std::vector<Value> Locations; ///< As the condition's Observed.
  UndefinedSet Undefined;
  bool Race = false;

  auto operator<=>(const Outcome &) const = default;
};

/// A point of the program: an instruction of a thread.
struct ProgramPoint {
  unsigned Thread = 0;
  unsigned Instruction = 0;

  auto operator<=>(const ProgramPoint &) const = default;
};

} // namespace fencepost::model

#endif
