//===- Families.cpp - What the members of a family share ------------------===//
// One row a family, with its counters and barriers as named pieces. Which
// operations a counter counts is in spec/002, "Memory Model" (GFX6-GFX9,
// GFX90A, GFX942, GFX10-GFX11, GFX12, GFX125x). The specification gives no
// widths: they are those of LLVM's assembler and wait insertion;
// unittests/Target/CounterTest.cpp holds every one against them. LLVM 22 gives
// none for asynccnt (LLVM 23 does: 6) nor for tensorcnt.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/EnumTable.h"
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
    // clang-format off
    {.Id = Counter::Vm, .Width = 4, .Syntax = "s_waitcnt vmcnt(0)",
     .Counts = CountsAllVectorMemory},
    {.Id = Counter::Exp, .Width = 3, .Syntax = "s_waitcnt expcnt(0)",
     .Counts = "exports, GDS, stores, until they have read their registers"},
    {.Id = Counter::Lgkm, .Width = 4, .Syntax = "s_waitcnt lgkmcnt(0)",
     .Counts = "LDS, GDS, scalar memory, messages"},
    // clang-format on
};
static constexpr CounterFacts CountersGfx7[] = {
    // clang-format off
    {.Id = Counter::Vm, .Width = 4, .Syntax = "s_waitcnt vmcnt(0)",
     .Counts = CountsAllVectorMemory},
    {.Id = Counter::Exp, .Width = 3, .Syntax = "s_waitcnt expcnt(0)",
     .Counts = CountsExports},
    {.Id = Counter::Lgkm, .Width = 4, .Syntax = "s_waitcnt lgkmcnt(0)",
     .Counts = CountsLgkm},
    // clang-format on
};
static constexpr CounterFacts CountersGfx9[] = {
    // clang-format off
    {.Id = Counter::Vm, .Width = 6, .Syntax = "s_waitcnt vmcnt(0)",
     .Counts = CountsAllVectorMemory},
    {.Id = Counter::Exp, .Width = 3, .Syntax = "s_waitcnt expcnt(0)",
     .Counts = CountsExports},
    {.Id = Counter::Lgkm, .Width = 4, .Syntax = "s_waitcnt lgkmcnt(0)",
     .Counts = CountsLgkm},
    // clang-format on
};
static constexpr CounterFacts CountersGfx10[] = {
    // clang-format off
    {.Id = Counter::Vm, .Width = 6, .Syntax = "s_waitcnt vmcnt(0)",
     .Counts = CountsReturns},
    {.Id = Counter::Exp, .Width = 3, .Syntax = "s_waitcnt expcnt(0)",
     .Counts = CountsExports},
    {.Id = Counter::Lgkm, .Width = 6, .Syntax = "s_waitcnt lgkmcnt(0)",
     .Counts = CountsLgkm},
    {.Id = Counter::Vs, .Width = 6, .Syntax = "s_waitcnt_vscnt null, 0x0",
     .Counts = CountsNoReturns},
    // clang-format on
};
static constexpr CounterFacts CountersGfx12[] = {
    // clang-format off
    {.Id = Counter::Exp, .Width = 3, .Syntax = "s_wait_expcnt 0x0",
     .Counts = "exports, until they have read their registers"},
    {.Id = Counter::Load, .Width = 6, .Syntax = "s_wait_loadcnt 0x0",
     .Counts = CountsReturns},
    {.Id = Counter::Sample, .Width = 6, .Syntax = "s_wait_samplecnt 0x0",
     .Counts = "image sample and gather"},
    {.Id = Counter::Bvh, .Width = 3, .Syntax = "s_wait_bvhcnt 0x0",
     .Counts = "ray intersection"},
    {.Id = Counter::Store, .Width = 6, .Syntax = "s_wait_storecnt 0x0",
     .Counts = CountsNoReturns},
    {.Id = Counter::Ds, .Width = 6, .Syntax = "s_wait_dscnt 0x0",
     .Counts = CountsDs},
    {.Id = Counter::Km, .Width = 5, .Syntax = "s_wait_kmcnt 0x0",
     .Counts = CountsKm},
    // clang-format on
};
static constexpr CounterFacts CountersGfx125[] = {
    // clang-format off
    {.Id = Counter::Load, .Width = 6, .Syntax = "s_wait_loadcnt 0x0",
     .Counts = CountsReturns},
    {.Id = Counter::Store, .Width = 6, .Syntax = "s_wait_storecnt 0x0",
     .Counts = CountsNoReturns},
    {.Id = Counter::Ds, .Width = 6, .Syntax = "s_wait_dscnt 0x0",
     .Counts = CountsDs},
    {.Id = Counter::Km, .Width = 5, .Syntax = "s_wait_kmcnt 0x0",
     .Counts = CountsKm},
    {.Id = Counter::X, .Width = 6, .Syntax = "s_wait_xcnt 0x0",
     .Counts = "memory operations whose addresses are not yet translated"},
    {.Id = Counter::Async, .Width = 6, .Syntax = "s_wait_asynccnt 0x0",
     .Counts = "asynchronous copies between memory and LDS"},
    {.Id = Counter::Tensor, .Width = 0, .Syntax = "s_wait_tensorcnt 0x0",
     .Counts = "tensor copies between memory and LDS"},
    // clang-format on
};

// spec/000. LLVM leaves the BackOffBarrier bit of GFX125 unset but needs no
// waits before its barriers either.
static constexpr BarrierFacts Waiting = {};
static constexpr BarrierFacts BackOff = {.BackOff = true};
static constexpr BarrierFacts Split = {.BackOff = true, .Split = true};
static constexpr BarrierFacts SplitNamedCluster = {
    .BackOff = true, .Split = true, .Named = 16, .Cluster = true};

// spec/002, "LLVM IR Attributes": amdgpu-dynamic-vgpr-block-size.
static constexpr unsigned DynamicBlocks[] = {16, 32};

static constexpr FamilyFacts FamilyTable[] = {
    {
        .Id = Family::GFX6,
        .Name = "GFX6",
        .MemoryModel = "GFX6-GFX9",
        .Counters = CountersGfx6,
        .Barriers = Waiting,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX7,
        .Name = "GFX7",
        .MemoryModel = "GFX6-GFX9",
        .Counters = CountersGfx7,
        .Barriers = Waiting,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX8,
        .Name = "GFX8",
        .MemoryModel = "GFX6-GFX9",
        .Counters = CountersGfx7,
        .Barriers = Waiting,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX9,
        .Name = "GFX9",
        .MemoryModel = "GFX6-GFX9",
        .Counters = CountersGfx9,
        .Barriers = Waiting,
        .LdsDma = true,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX908,
        .Name = "GFX908",
        .MemoryModel = "GFX6-GFX9",
        .Counters = CountersGfx9,
        .Barriers = Waiting,
        .LdsDma = true,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX90A,
        .Name = "GFX90A",
        .MemoryModel = "GFX90A",
        .Counters = CountersGfx9,
        .Barriers = BackOff,
        .LdsDma = true,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX942,
        .Name = "GFX942",
        .MemoryModel = "GFX942",
        .Counters = CountersGfx9,
        .Barriers = BackOff,
        .LdsDma = true,
        .MaxUserSgprs = 16,
        .TrapHandlerSgprs = 16,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX10,
        .Name = "GFX10",
        .MemoryModel = "GFX10-GFX11",
        .Counters = CountersGfx10,
        .Barriers = BackOff,
        .LdsDma = true,
        .MaxUserSgprs = 16,
        .SimdsPerCu = 2,
        .CusPerWgp = 2,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX11,
        .Name = "GFX11",
        .MemoryModel = "GFX10-GFX11",
        .Counters = CountersGfx10,
        .Barriers = BackOff,
        .MaxUserSgprs = 16,
        .SimdsPerCu = 2,
        .CusPerWgp = 2,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX12,
        .Name = "GFX12",
        .MemoryModel = "GFX12",
        .Counters = CountersGfx12,
        .Barriers = Split,
        .ArchitectedSgprs = true,
        .MaxUserSgprs = 16,
        .DynamicVgprBlocks = DynamicBlocks,
        .SimdsPerCu = 2,
        .CusPerWgp = 2,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
    {
        .Id = Family::GFX125,
        .Name = "GFX125x",
        .MemoryModel = "GFX125x",
        .Counters = CountersGfx125,
        .Barriers = SplitNamedCluster,
        .ArchitectedSgprs = true,
        .MaxUserSgprs = 32,
        .DynamicVgprBlocks = DynamicBlocks,
        .SimdsPerCu = 4,
        .MaxWorkgroupSize = 1024,
        .MaxWorkgroupsPerCu = 16,
    },
};

static_assert(isIndexedBy(FamilyTable, &FamilyFacts::Id),
              "one row a family, in order");

llvm::ArrayRef<FamilyFacts> families() { return FamilyTable; }

const FamilyFacts &Processor::family() const {
  return rowOf(FamilyTable, FamilyId);
}

const CounterFacts *FamilyFacts::counter(Counter Wanted) const {
  auto It = llvm::find_if(
      Counters, [=](const CounterFacts &Row) { return Row.Id == Wanted; });
  return It == Counters.end() ? nullptr : &*It;
}

} // namespace fencepost
