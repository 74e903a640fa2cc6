//===- FamilyTable.cpp - What each GFX family's caches and counters need --===//
// One row a family, oldest first: which counters say that its accesses have
// completed, and for each scope what is written back, invalidated and bypassed.
// Families share the rows of scopes that they treat alike. Cited by heading of
// spec/002.
//===----------------------------------------------------------------------===//
#include "FamilyTable.h"
#include "fencepost/Support/EnumTable.h"

namespace fencepost::lower {
namespace {

constexpr CachePolicy None = {};

// The bits of GFX6 to GFX11.
constexpr CachePolicy Glc = {.Glc = true};
constexpr CachePolicy Slc = {.Slc = true};
constexpr CachePolicy Dlc = {.Dlc = true};
constexpr CachePolicy GlcSlc = {.Glc = true, .Slc = true};
constexpr CachePolicy GlcDlc = {.Glc = true, .Dlc = true};
constexpr CachePolicy SlcDlc = {.Slc = true, .Dlc = true};
constexpr CachePolicy GlcSlcDlc = {.Glc = true, .Slc = true, .Dlc = true};

// The bits of GFX942.
constexpr CachePolicy Sc0 = {.Sc0 = true};
constexpr CachePolicy Sc1 = {.Sc1 = true};
constexpr CachePolicy Sc0Sc1 = {.Sc0 = true, .Sc1 = true};
constexpr CachePolicy Nt = {.Nt = true};

// The cache scopes and temporal hints of GFX12.
constexpr CachePolicy ShaderEngine = {.CacheScope = 1};
constexpr CachePolicy Device = {.CacheScope = 2};
constexpr CachePolicy WholeSystem = {.CacheScope = 3};
constexpr CachePolicy NtLoad = {.Temporal = LoadNT};
constexpr CachePolicy NtStore = {.Temporal = StoreNT};
constexpr CachePolicy LastUseLoad = {.Temporal = LoadLU};
constexpr CachePolicy BypassLoad = {.CacheScope = 3, .Temporal = LoadBypass};
constexpr CachePolicy ReturnsOld = {.Temporal = AtomicReturn};

// GFX6 to GFX908 ("Memory Model GFX6-GFX9"): one vector L1 cache a CU, one L2.
// A work-group runs on one CU, so its waves share the L1.
constexpr ScopeRow Gfx6Wide = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_wbinvl1"}}},
    .Load = Glc,
};
constexpr ScopeRow Gfx7Wide = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_wbinvl1_vol"}}},
    .Load = Glc,
};
constexpr ScopeRow SharedL1 = {.Global = GlobalWait::Never};

// GFX90A: a system has several L2s; fine-grained remote memory is not kept
// coherent by probes. In tgsplit mode a work-group spans CUs.
constexpr ScopeRow Gfx90aSystem = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_invl2"}, {"buffer_wbinvl1_vol"}}},
    .WriteBack = {"buffer_wbl2"},
    .Load = Glc,
};

// GFX942: several L2s an agent.
constexpr ScopeRow Gfx942System = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_inv", Sc0Sc1}}},
    .WriteBack = {"buffer_wbl2", Sc0Sc1},
    .Load = Sc0Sc1,
    .Store = Sc0Sc1,
    .Modify = Sc1,
};
constexpr ScopeRow Gfx942Agent = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_inv", Sc1}}},
    .WriteBack = {"buffer_wbl2", Sc1},
    .Load = Sc1,
    .Store = Sc1,
};
constexpr ScopeRow Gfx942Workgroup = {
    .Global = GlobalWait::Never,
    .Load = Sc0,
    .Store = Sc0,
};
constexpr ScopeRow Gfx942Split = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_inv", Sc0}}},
    .Load = Sc0,
    .Store = Sc0,
};

// GFX10, GFX11: an L0 cache a CU, an L1 a shader array, one L2. In WGP mode a
// work-group spans two CUs.
constexpr ScopeRow Gfx10Wide = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_gl1_inv"}, {"buffer_gl0_inv"}}},
    .Load = GlcDlc,
};
constexpr ScopeRow Gfx11Wide = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_gl1_inv"}, {"buffer_gl0_inv"}}},
    .Load = Glc,
};
constexpr ScopeRow Gfx10Wgp = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"buffer_gl0_inv"}}},
    .Load = Glc,
};
constexpr ScopeRow CuMode = {.Global = GlobalWait::IfRelease};

// GFX12: the cache scope is written into each instruction.
constexpr ScopeRow Gfx12System = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"global_inv", WholeSystem}}},
    .WriteBack = {"global_wb", WholeSystem},
    .Load = WholeSystem,
    .Store = WholeSystem,
    .Modify = WholeSystem,
};
constexpr ScopeRow Gfx12Agent = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"global_inv", Device}}},
    .Load = Device,
    .Store = Device,
    .Modify = Device,
};
constexpr ScopeRow Gfx12Wgp = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"global_inv", ShaderEngine}}},
    .Load = ShaderEngine,
    .Store = ShaderEngine,
    .Modify = ShaderEngine,
};
constexpr ScopeRow Gfx125Agent = {
    .Global = GlobalWait::Always,
    .Invalidate = {{{"global_inv", Device}}},
    .WriteBack = {"global_wb", Device},
    .Load = Device,
    .Store = Device,
    .Modify = Device,
};
constexpr ScopeRow Gfx125Workgroup = {.Global = GlobalWait::Always};

// Non-temporal, volatile and last-use accesses.
constexpr PlainRow Gfx6Plain = {
    .NonTemporalLoad = GlcSlc,
    .NonTemporalStore = GlcSlc,
    .VolatileLoad = Glc,
    .VolatileLastUse = Glc,
};
constexpr PlainRow Gfx942Plain = {
    .NonTemporalLoad = Nt,
    .NonTemporalStore = Nt,
    .VolatileLoad = Sc0Sc1,
    .VolatileStore = Sc0Sc1,
    .VolatileLastUse = Sc0Sc1,
};
constexpr PlainRow Gfx10Plain = {
    .NonTemporalLoad = Slc,
    .NonTemporalStore = GlcSlc,
    .VolatileLoad = GlcDlc,
    .VolatileLastUse = GlcDlc,
};
constexpr PlainRow Gfx11Plain = {
    .NonTemporalLoad = SlcDlc,
    .NonTemporalStore = GlcSlcDlc,
    .VolatileLoad = GlcDlc,
    .VolatileStore = Dlc,
    .VolatileLastUse = GlcDlc,
};
constexpr PlainRow Gfx12Plain = {
    .NonTemporalLoad = NtLoad,
    .NonTemporalStore = NtStore,
    .VolatileLoad = WholeSystem,
    .VolatileStore = WholeSystem,
    .KeepsNonTemporal = true,
    .LastUse = LastUseLoad,
    .VolatileLastUse = BypassLoad,
    .WaitBeforeStore = {Counter::Load, Counter::Sample, Counter::Bvh,
                        Counter::Km, Counter::Store},
};
constexpr PlainRow Gfx125Plain = {
    .NonTemporalLoad = NtLoad,
    .NonTemporalStore = NtStore,
    .VolatileLoad = WholeSystem,
    .VolatileStore = WholeSystem,
    .KeepsNonTemporal = true,
    .LastUse = LastUseLoad,
    .VolatileLastUse = BypassLoad,
};

constexpr FamilyRow FamilyTable[] = {
    {
        .Id = Family::GFX6,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .Returns = Glc,
        .System = Gfx6Wide,
        .Agent = Gfx6Wide,
        .Cluster = Gfx6Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = SharedL1,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX7,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .Returns = Glc,
        .System = Gfx7Wide,
        .Agent = Gfx7Wide,
        .Cluster = Gfx7Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = SharedL1,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX8,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .Returns = Glc,
        .System = Gfx7Wide,
        .Agent = Gfx7Wide,
        .Cluster = Gfx7Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = SharedL1,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX9,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .LdsDmaPending = true,
        .Returns = Glc,
        .System = Gfx7Wide,
        .Agent = Gfx7Wide,
        .Cluster = Gfx7Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = SharedL1,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX908,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .LdsDmaPending = true,
        .Returns = Glc,
        .System = Gfx7Wide,
        .Agent = Gfx7Wide,
        .Cluster = Gfx7Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = SharedL1,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX90A,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .LdsDmaPending = true,
        .Returns = Glc,
        .System = Gfx90aSystem,
        .Agent = Gfx7Wide,
        .Cluster = Gfx7Wide,
        .Workgroup = SharedL1,
        .OtherWorkgroup = Gfx7Wide,
        .Plain = Gfx6Plain,
    },
    {
        .Id = Family::GFX942,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vm},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .LdsDmaPending = true,
        .Returns = Sc0,
        .System = Gfx942System,
        .Agent = Gfx942Agent,
        .Cluster = Gfx942Agent,
        .Workgroup = Gfx942Workgroup,
        .OtherWorkgroup = Gfx942Split,
        .Plain = Gfx942Plain,
    },
    {
        .Id = Family::GFX10,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vs},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .LdsDmaPending = true,
        .Returns = Glc,
        .System = Gfx10Wide,
        .Agent = Gfx10Wide,
        .Cluster = Gfx10Wide,
        .Workgroup = Gfx10Wgp,
        .OtherWorkgroup = CuMode,
        .Plain = Gfx10Plain,
    },
    {
        .Id = Family::GFX11,
        .Syntax = WaitSyntax::Joint,
        .Loads = {Counter::Vm},
        .ValueLoads = {Counter::Vm},
        .Stores = {Counter::Vs},
        .Lds = {Counter::Lgkm},
        .GdsSharesLdsCounter = true,
        .Returns = Glc,
        .System = Gfx11Wide,
        .Agent = Gfx11Wide,
        .Cluster = Gfx11Wide,
        .Workgroup = Gfx10Wgp,
        .OtherWorkgroup = CuMode,
        .Plain = Gfx11Plain,
    },
    {
        .Id = Family::GFX12,
        .Syntax = WaitSyntax::Separate,
        .Loads = {Counter::Bvh, Counter::Sample, Counter::Load},
        .ValueLoads = {Counter::Load},
        .Stores = {Counter::Store},
        .Lds = {Counter::Ds},
        .Returns = ReturnsOld,
        .System = Gfx12System,
        .Agent = Gfx12Agent,
        .Cluster = Gfx12Agent,
        .Workgroup = Gfx12Wgp,
        .OtherWorkgroup = CuMode,
        .Plain = Gfx12Plain,
    },
    {
        .Id = Family::GFX125,
        .Syntax = WaitSyntax::Separate,
        .Loads = {Counter::Load},
        .ValueLoads = {Counter::Load},
        .Stores = {Counter::Store},
        .Lds = {Counter::Ds},
        .TranslationWait = true,
        .SharedPrivate = true,
        .Returns = ReturnsOld,
        .System = Gfx12System,
        .Agent = Gfx125Agent,
        .Cluster = Gfx12Wgp,
        .Workgroup = Gfx125Workgroup,
        .OtherWorkgroup = Gfx125Workgroup,
        .Plain = Gfx125Plain,
    },
};
static_assert(isIndexedBy(FamilyTable, &FamilyRow::Id),
              "one row a family, in order");

} // namespace

const FamilyRow &familyRow(Family Id) { return rowOf(FamilyTable, Id); }

} // namespace fencepost::lower
