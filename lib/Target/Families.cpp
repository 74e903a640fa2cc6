//===- Families.cpp - What the members of a family share ------------------===//
// One row a family, with its counters and barriers as named pieces. Which
// operations a counter counts is in spec/002, "Memory Model" (GFX6-GFX9,
// GFX90A, GFX942, GFX10-GFX11, GFX12, GFX125x). The specification gives no
// widths: they are those of LLVM's assembler and wait insertion, and
// unittests/Target/ CounterTest.cpp holds every one against them. LLVM 22 gives
// none for asynccnt (LLVM 23 does: 6) nor for tensorcnt.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

static constexpr llvm::StringLiteral CountsAllVectorMemory =
    "vector memory loads, stores and atomics";
static constexpr llvm::StringLiteral CountsReturns =
    "vector memory loads and atomics that return a value";
static constexpr llvm::StringLiteral CountsNoReturns =
    "vector memory stores and atomics that return nothing";
static constexpr llvm::StringLiteral CountsLgkm =
    "LDS, GDS, scalar memory, messages; flat accesses too";
static constexpr llvm::StringLiteral CountsDs =
    "LDS operations; flat accesses too";
static constexpr llvm::StringLiteral CountsKm =
    "scalar memory loads and messages";
static constexpr llvm::StringLiteral CountsExports =
    "exports and GDS, until they have read their registers";

static constexpr CounterFacts CountersGfx6[] = {
    {Counter::Vm, 4, "s_waitcnt vmcnt(0)", CountsAllVectorMemory},
    {Counter::Exp, 3, "s_waitcnt expcnt(0)",
     "exports, GDS, stores, until they have read their registers"},
    {Counter::Lgkm, 4, "s_waitcnt lgkmcnt(0)",
     "LDS, GDS, scalar memory, messages"},
};
static constexpr CounterFacts CountersGfx7[] = {
    {Counter::Vm, 4, "s_waitcnt vmcnt(0)", CountsAllVectorMemory},
    {Counter::Exp, 3, "s_waitcnt expcnt(0)", CountsExports},
    {Counter::Lgkm, 4, "s_waitcnt lgkmcnt(0)", CountsLgkm},
};
static constexpr CounterFacts CountersGfx9[] = {
    {Counter::Vm, 6, "s_waitcnt vmcnt(0)", CountsAllVectorMemory},
    {Counter::Exp, 3, "s_waitcnt expcnt(0)", CountsExports},
    {Counter::Lgkm, 4, "s_waitcnt lgkmcnt(0)", CountsLgkm},
};
static constexpr CounterFacts CountersGfx10[] = {
    {Counter::Vm, 6, "s_waitcnt vmcnt(0)", CountsReturns},
    {Counter::Exp, 3, "s_waitcnt expcnt(0)", CountsExports},
    {Counter::Lgkm, 6, "s_waitcnt lgkmcnt(0)", CountsLgkm},
    {Counter::Vs, 6, "s_waitcnt_vscnt null, 0x0", CountsNoReturns},
};
static constexpr CounterFacts CountersGfx12[] = {
    {Counter::Exp, 3, "s_wait_expcnt 0x0",
     "exports, until they have read their registers"},
    {Counter::Load, 6, "s_wait_loadcnt 0x0", CountsReturns},
    {Counter::Sample, 6, "s_wait_samplecnt 0x0", "image sample and gather"},
    {Counter::Bvh, 3, "s_wait_bvhcnt 0x0", "ray intersection"},
    {Counter::Store, 6, "s_wait_storecnt 0x0", CountsNoReturns},
    {Counter::Ds, 6, "s_wait_dscnt 0x0", CountsDs},
    {Counter::Km, 5, "s_wait_kmcnt 0x0", CountsKm},
};
static constexpr CounterFacts CountersGfx125[] = {
    {Counter::Load, 6, "s_wait_loadcnt 0x0", CountsReturns},
    {Counter::Store, 6, "s_wait_storecnt 0x0", CountsNoReturns},
    {Counter::Ds, 6, "s_wait_dscnt 0x0", CountsDs},
    {Counter::Km, 5, "s_wait_kmcnt 0x0", CountsKm},
    {Counter::X, 6, "s_wait_xcnt 0x0",
     "memory operations whose addresses are not yet translated"},
    {Counter::Async, 6, "s_wait_asynccnt 0x0",
     "asynchronous copies between memory and LDS"},
    {Counter::Tensor, 0, "s_wait_tensorcnt 0x0",
     "tensor copies between memory and LDS"},
};

// spec/000. LLVM leaves the BackOffBarrier bit of GFX125 unset but needs no
// waits before its barriers either.
static constexpr BarrierFacts Waiting = {false, false, 0, false};
static constexpr BarrierFacts BackOff = {true, false, 0, false};
static constexpr BarrierFacts Split = {true, true, 0, false};
static constexpr BarrierFacts SplitNamedCluster = {true, true, 16, true};

// spec/002, "LLVM IR Attributes": amdgpu-dynamic-vgpr-block-size.
static constexpr unsigned DynamicBlocks[] = {16, 32};

static constexpr FamilyFacts FamilyTable[] = {
    // clang-format off
    // Id, name, memory model, counters, barriers, LDS DMA, architected SGPRs, user
    // SGPRs, trap handler SGPRs, dynamic VGPR blocks, SIMDs per CU, CUs per WGP,
    // work-items per work-group, work-groups per CU.
    {Family::GFX6, "GFX6", "GFX6-GFX9", CountersGfx6, Waiting, false, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX7, "GFX7", "GFX6-GFX9", CountersGfx7, Waiting, false, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX8, "GFX8", "GFX6-GFX9", CountersGfx7, Waiting, false, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX9, "GFX9", "GFX6-GFX9", CountersGfx9, Waiting, true, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX908, "GFX908", "GFX6-GFX9", CountersGfx9, Waiting, true, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX90A, "GFX90A", "GFX90A", CountersGfx9, BackOff, true, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX942, "GFX942", "GFX942", CountersGfx9, BackOff, true, false, 16,
     16, {}, 4, 1, 1024, 16},
    {Family::GFX10, "GFX10", "GFX10-GFX11", CountersGfx10, BackOff, true, false, 16,
     0, {}, 2, 2, 1024, 16},
    {Family::GFX11, "GFX11", "GFX10-GFX11", CountersGfx10, BackOff, false, false, 16,
     0, {}, 2, 2, 1024, 16},
    {Family::GFX12, "GFX12", "GFX12", CountersGfx12, Split, false, true, 16,
     0, DynamicBlocks, 2, 2, 1024, 16},
    {Family::GFX125, "GFX125x", "GFX125x", CountersGfx125, SplitNamedCluster, false, true, 32,
     0, DynamicBlocks, 4, 1, 1024, 16},
    // clang-format on
};

static constexpr bool isIndexedByFamily() {
  for (size_t I = 0; I < std::size(FamilyTable); ++I)
    if (static_cast<size_t>(FamilyTable[I].Id) != I)
      return false;
  return std::size(FamilyTable) == static_cast<size_t>(Family::GFX125) + 1;
}
static_assert(isIndexedByFamily(), "one row a family, in order");

llvm::ArrayRef<FamilyFacts> families() { return FamilyTable; }

const FamilyFacts &Processor::family() const {
  return FamilyTable[static_cast<size_t>(FamilyId)];
}

const CounterFacts *FamilyFacts::counter(Counter Wanted) const {
  auto It = llvm::find_if(
      Counters, [=](const CounterFacts &Row) { return Row.Id == Wanted; });
  return It == Counters.end() ? nullptr : &*It;
}

} // namespace fencepost
