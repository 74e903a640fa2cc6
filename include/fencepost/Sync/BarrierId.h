//===- BarrierId.h - Which barrier object an instruction means ------------===//
// The ids of spec/000, "s_barrier IDs GFX12". Before GFX12 there is one barrier
// object, the work-group's, and no id is written. Tested by
// unittests/Sync/BarrierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_BARRIERID_H
#define FENCEPOST_SYNC_BARRIERID_H

#include "fencepost/Sync/Scope.h"
#include <string>

namespace fencepost {

class BarrierId {
public:
  static constexpr int First = -4, Last = 16;

  static constexpr BarrierId clusterTrap() { return BarrierId(-4); }
  static constexpr BarrierId cluster() { return BarrierId(-3); }
  static constexpr BarrierId workgroupTrap() { return BarrierId(-2); }
  static constexpr BarrierId workgroup() { return BarrierId(-1); }
  static constexpr BarrierId null() { return BarrierId(0); }
  /// \p Number is 1 to 16.
  static constexpr BarrierId named(int Number) { return BarrierId(Number); }
  /// The barrier an instruction's operand \p Operand means, if any.
  static constexpr std::optional<BarrierId> fromOperand(int64_t Operand) {
    if (Operand < First || Operand > Last)
      return std::nullopt;
    return BarrierId(static_cast<int>(Operand));
  }

  constexpr int operand() const { return Value; }
  constexpr bool isNull() const { return Value == 0; }
  /// A named barrier object; by spec/000 the null barrier is one.
  constexpr bool isNamed() const { return Value >= 0; }
  constexpr bool isCluster() const { return Value <= -3; }
  /// Only usable in privileged mode, by the trap handler.
  constexpr bool isTrap() const { return Value == -4 || Value == -2; }

  std::string str() const; ///< "workgroup", "cluster trap", "null", "named 3"
  static std::optional<BarrierId> parse(llvm::StringRef Text);

  constexpr bool operator==(const BarrierId &) const = default;

private:
  constexpr explicit BarrierId(int Value) : Value(static_cast<int8_t>(Value)) {}

  int8_t Value;
};

} // namespace fencepost

#endif
