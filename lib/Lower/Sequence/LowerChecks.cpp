//===- LowerChecks.cpp - What a processor cannot do -----------------------===//
//===----------------------------------------------------------------------===//
#include "LowerChecks.h"
#include "Tables/Mnemonics.h"

namespace fencepost::lower {

namespace {
class ProcessorCheck {
public:
  ProcessorCheck(const Operation &Op, const Mode &M,
                 const DifferenceSet &Applied)
      : Op(Op), M(M), Applied(Applied) {}

  std::string lacking() const;

private:
  bool text(Difference D) const { return Applied.has(D); }
  bool isNew() const;
  std::string lackingForMemory() const;
  std::string lackingForBarrier() const;
  std::string lackingForAsync() const;

  const Operation &Op;
  const Mode &M;
  const DifferenceSet &Applied;
};
} // namespace

static std::string aboutProcessor(const Mode &M, const char *Lack) {
  return (M.Proc->Name + " " + Lack).str();
}

std::string ProcessorCheck::lackingForMemory() const {
  if (Op.Kind == OpKind::Fence)
    return "";
  bool IsLds = Op.Space == AddressSpace::Local;
  if (Op.Space == AddressSpace::Generic && !M.Proc->GenericAddressSpace)
    return aboutProcessor(
        M, "has no generic address space (spec/002, Address Spaces)");
  // LLVM stores to constant memory as to global memory, but not by flat stores.
  bool IsFlat = unitFor(Op.Space, *M.Proc) == "flat_";
  if (Op.Space == AddressSpace::Constant && Op.Kind != OpKind::Load &&
      (text(Difference::ConstantStores) || IsFlat))
    return "constant memory cannot be written (spec/002, Address Spaces)";
  if (IsLds && M.TgSplit && text(Difference::SplitHasNoLds))
    return "LDS cannot be used in tgsplit mode (spec/002, Target Features)";
  bool CameWithGFX7 = Op.Bits == 96 || (IsLds && Op.Bits == 128);
  if (CameWithGFX7 && M.Proc->FamilyId == Family::GFX6)
    return aboutProcessor(
        M, "has no 96-bit accesses, and no 128-bit ones to LDS: they "
           "came with GFX7");
  if (Op.LastUse && M.Proc->FamilyId < Family::GFX12)
    return aboutProcessor(M,
                          "has no last-use loads (spec/002: GFX12 and later)");
  if (Op.Group != Cooperative::No && M.Proc->FamilyId != Family::GFX125)
    return aboutProcessor(M, "has no cooperative atomics (spec/002: GFX12.5)");
  if (Op.Space == AddressSpace::Private && Op.isAtomic() && Op.Bits > 32 &&
      text(Difference::WideScratchAtomics))
    return aboutProcessor(
        M, "has no private atomics wider than 32 bits (spec/002, Memory "
           "Model GFX125x)");
  return "";
}

std::string ProcessorCheck::lackingForBarrier() const {
  const BarrierFacts &Has = M.Proc->family().Barriers;
  if (Op.Object.isTrap())
    return "trap barriers are for the trap handler alone (spec/000, s_barrier "
           "IDs GFX12)";
  // LLVM lets every split barrier name every object.
  bool LlvmTakesIt = Has.Split && !text(Difference::BarriersOfGFX125);
  if (Op.Object.isCluster() && !Has.Cluster && !LlvmTakesIt)
    return aboutProcessor(M, "has no cluster barriers (spec/000: GFX12.5)");
  if ((Op.Object.isNamed() || Op.Action == BarrierOp::Drop) && !Has.Named &&
      !LlvmTakesIt)
    return aboutProcessor(M, "has no named barriers (spec/000: GFX12.5)");
  if (Op.Action != BarrierOp::ArriveWait && !Has.Split)
    return aboutProcessor(
        M, "has no split barriers: arrive and wait are one s_barrier "
           "(spec/000, s_barrier GFX6-11)");
  return "";
}

std::string ProcessorCheck::lackingForAsync() const {
  const FamilyFacts &Facts = M.Proc->family();
  if (!Facts.LdsDma && !Facts.counter(Counter::Async))
    return aboutProcessor(
        M, "cannot load memory to LDS past the registers (spec/003: GFX9 "
           "and GFX10; GFX12.5)");
  if (Op.Kind == OpKind::LdsDma && !Facts.LdsDma)
    return aboutProcessor(
        M, "loads to LDS asynchronously only (spec/002, Memory Model "
           "GFX125x)");
  bool Transfers = Op.Kind == OpKind::LdsDma || Op.Kind == OpKind::AsyncLoad;
  if (Transfers && Op.Volatile && !Facts.LdsDma)
    return aboutProcessor(
        M, "has no volatile loads to LDS (spec/002, Memory Model)");
  if (Transfers && ldsDmaMnemonic(Op, *M.Proc).Name.empty())
    return aboutProcessor(M, "has no load to LDS of ") +
           std::to_string(Op.Bits) + " bits";
  return "";
}

/// What spec/001 and spec/003 have and LLVM 22.1 has not.
bool ProcessorCheck::isNew() const {
  switch (Op.Kind) {
  case OpKind::LoadVisible:
  case OpKind::StoreAvailable:
  case OpKind::AsyncMark:
  case OpKind::WaitAsyncMark:
    return true;
  case OpKind::AsyncLoad:
    return !M.Proc->family().counter(Counter::Async);
  default:
    return false;
  }
}

std::string ProcessorCheck::lacking() const {
  if (isNew() && !text(Difference::NewOperations))
    return "LLVM 22.1 does not know this operation; fencepost lower --rewrite "
           "makes IR that it compiles";
  if (Op.Kind == OpKind::Barrier)
    return lackingForBarrier();
  return isMemory(Op.Kind) ? lackingForMemory() : lackingForAsync();
}

std::string lackingFor(const Operation &Op, const Mode &M,
                       const DifferenceSet &Applied) {
  return ProcessorCheck(Op, M, Applied).lacking();
}

} // namespace fencepost::lower
