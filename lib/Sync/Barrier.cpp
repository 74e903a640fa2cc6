//===- Barrier.cpp - Barrier ids and operations ---------------------------===//
// Names, and the availability column of spec/000, "s_barrier IDs GFX12".
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/BarrierOp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

/// The barriers below 1, by operand from -4 up.
static constexpr llvm::StringLiteral FixedNames[] = {
    "cluster trap", "cluster", "workgroup trap", "workgroup", "null"};

BarrierAvailability BarrierId::availability() const {
  if (*this == workgroup())
    return BarrierAvailability::Always;
  return *this == workgroupTrap() ? BarrierAvailability::GFX12
                                  : BarrierAvailability::GFX125;
}

std::string BarrierId::str() const {
  if (Value > 0)
    return "named " + llvm::utostr(Value);
  return FixedNames[Value - First].str();
}

std::optional<BarrierId> BarrierId::parse(llvm::StringRef Text) {
  for (int Operand = First; Operand <= Last; ++Operand)
    if (BarrierId(Operand).str() == Text)
      return BarrierId(Operand);
  return std::nullopt;
}

namespace {
struct BarrierOpNames {
  llvm::StringLiteral Litmus, Mnemonic;
};
} // namespace

static constexpr BarrierOpNames Ops[] = {
    {"barrier.init", "s_barrier_init"},
    {"barrier.join", "s_barrier_join"},
    {"barrier.leave", "s_barrier_leave"},
    {"barrier.arrive", "s_barrier_signal"},
    {"barrier.arrive.isfirst", "s_barrier_signal_isfirst"},
    {"barrier.wait", "s_barrier_wait"},
    {"barrier", "s_barrier"},
};
static_assert(std::size(Ops) == NumBarrierOps, "an operation without a name");

llvm::StringRef barrierOpName(BarrierOp Op) {
  return Ops[static_cast<size_t>(Op)].Litmus;
}

llvm::StringRef barrierMnemonic(BarrierOp Op) {
  return Ops[static_cast<size_t>(Op)].Mnemonic;
}

static std::optional<BarrierOp>
findOp(llvm::StringRef Text, llvm::StringLiteral BarrierOpNames::*Column) {
  const auto *It = llvm::find_if(
      Ops, [&](const BarrierOpNames &Row) { return Row.*Column == Text; });
  if (It == std::end(Ops))
    return std::nullopt;
  return static_cast<BarrierOp>(It - std::begin(Ops));
}

std::optional<BarrierOp> parseBarrierOp(llvm::StringRef Name) {
  return findOp(Name, &BarrierOpNames::Litmus);
}

std::optional<BarrierOp> parseBarrierMnemonic(llvm::StringRef Mnemonic) {
  return findOp(Mnemonic, &BarrierOpNames::Mnemonic);
}

} // namespace fencepost
