//===- Barrier.cpp - Barrier ids and operations ---------------------------===//
// Names, as spec/000, "s_barrier IDs GFX12" and the litmus language have them.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/BarrierOp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

namespace {
struct FixedBarrier {
  BarrierId Id;
  llvm::StringLiteral Name;
};
} // namespace

/// The barriers that are not numbered.
static constexpr FixedBarrier FixedBarriers[] = {
    {BarrierId::clusterTrap(), "cluster trap"},
    {BarrierId::cluster(), "cluster"},
    {BarrierId::workgroupTrap(), "workgroup trap"},
    {BarrierId::workgroup(), "workgroup"},
    {BarrierId::null(), "null"},
};

std::string BarrierId::str() const {
  for (const FixedBarrier &Row : FixedBarriers)
    if (Row.Id == *this)
      return Row.Name.str();
  return "named " + llvm::utostr(Value);
}

std::optional<BarrierId> BarrierId::parse(llvm::StringRef Text) {
  for (int Operand = First; Operand <= Last; ++Operand)
    if (BarrierId(Operand).str() == Text)
      return BarrierId(Operand);
  return std::nullopt;
}

namespace {
struct BarrierOpNames {
  BarrierOp Id;
  llvm::StringLiteral Litmus, Mnemonic;
};
} // namespace

static constexpr BarrierOpNames Ops[] = {
    {.Id = BarrierOp::Init,
     .Litmus = "barrier.init",
     .Mnemonic = "s_barrier_init"},
    {.Id = BarrierOp::Join,
     .Litmus = "barrier.join",
     .Mnemonic = "s_barrier_join"},
    {.Id = BarrierOp::Drop,
     .Litmus = "barrier.leave",
     .Mnemonic = "s_barrier_leave"},
    {.Id = BarrierOp::Arrive,
     .Litmus = "barrier.arrive",
     .Mnemonic = "s_barrier_signal"},
    {.Id = BarrierOp::ArriveIsFirst,
     .Litmus = "barrier.arrive.isfirst",
     .Mnemonic = "s_barrier_signal_isfirst"},
    {.Id = BarrierOp::Wait,
     .Litmus = "barrier.wait",
     .Mnemonic = "s_barrier_wait"},
    {.Id = BarrierOp::ArriveWait, .Litmus = "barrier", .Mnemonic = "s_barrier"},
};
static_assert(isIndexedBy(Ops, &BarrierOpNames::Id),
              "an operation without a name");

llvm::StringRef barrierOpName(BarrierOp Op) { return rowOf(Ops, Op).Litmus; }

llvm::StringRef barrierMnemonic(BarrierOp Op) {
  return rowOf(Ops, Op).Mnemonic;
}

static std::optional<BarrierOp>
findOp(llvm::StringRef Text, llvm::StringLiteral BarrierOpNames::*Column) {
  const auto *It = llvm::find_if(
      Ops, [&](const BarrierOpNames &Row) { return Row.*Column == Text; });
  if (It == std::end(Ops))
    return std::nullopt;
  return It->Id;
}

std::optional<BarrierOp> parseBarrierOp(llvm::StringRef Name) {
  return findOp(Name, &BarrierOpNames::Litmus);
}

std::optional<BarrierOp> parseBarrierMnemonic(llvm::StringRef Mnemonic) {
  return findOp(Mnemonic, &BarrierOpNames::Mnemonic);
}

} // namespace fencepost
