//===- FamilyTable.cpp - What each GFX family's caches and counters need --===//
// One row a family, oldest first. Cited by heading of spec/002.
//===----------------------------------------------------------------------===//
#include "FamilyTable.h"

namespace fencepost::lower {
namespace {

constexpr CachePolicy None = {};

constexpr CachePolicy bits(bool Glc, bool Slc, bool Dlc) {
  CachePolicy P;
  P.Glc = Glc;
  P.Slc = Slc;
  P.Dlc = Dlc;
  return P;
}
constexpr CachePolicy Glc = bits(true, false, false);
constexpr CachePolicy Slc = bits(false, true, false);
constexpr CachePolicy Dlc = bits(false, false, true);
constexpr CachePolicy GlcSlc = bits(true, true, false);
constexpr CachePolicy GlcDlc = bits(true, false, true);
constexpr CachePolicy SlcDlc = bits(false, true, true);
constexpr CachePolicy GlcSlcDlc = bits(true, true, true);

constexpr CachePolicy scBits(bool Sc0, bool Sc1, bool Nt = false) {
  CachePolicy P;
  P.Sc0 = Sc0;
  P.Sc1 = Sc1;
  P.Nt = Nt;
  return P;
}
constexpr CachePolicy Sc0 = scBits(true, false);
constexpr CachePolicy Sc1 = scBits(false, true);
constexpr CachePolicy Sc0Sc1 = scBits(true, true);
constexpr CachePolicy Nt = scBits(false, false, true);

constexpr CachePolicy scoped(uint8_t CacheScope,
                             TemporalHint Hint = TemporalNone) {
  CachePolicy P;
  P.CacheScope = CacheScope;
  P.Temporal = Hint;
  return P;
}
constexpr CachePolicy Se = scoped(1), Dev = scoped(2), Sys = scoped(3);

constexpr CacheAction Nothing = {};
constexpr std::array<CacheAction, 2> NoInvalidate = {};

// GFX6 to GFX908 ("Memory Model GFX6-GFX9"): one vector L1 cache a CU, one L2.
// A work-group runs on one CU, so its waves share the L1.
constexpr ScopeRow Gfx6Wide = {
    GlobalWait::Always, {{{"buffer_wbinvl1"}, {}}}, Nothing, Glc, None, None};
constexpr ScopeRow Gfx7Wide = {GlobalWait::Always,
                               {{{"buffer_wbinvl1_vol"}, {}}},
                               Nothing,
                               Glc,
                               None,
                               None};
constexpr ScopeRow SharedL1 = {
    GlobalWait::Never, NoInvalidate, Nothing, None, None, None};

// GFX90A: a system has several L2s; fine-grained remote memory is not kept
// coherent by probes. In tgsplit mode a work-group spans CUs.
constexpr ScopeRow Gfx90aSystem = {GlobalWait::Always,
                                   {{{"buffer_invl2"}, {"buffer_wbinvl1_vol"}}},
                                   {"buffer_wbl2"},
                                   Glc,
                                   None,
                                   None};

// GFX942: several L2s an agent.
constexpr ScopeRow Gfx942System = {GlobalWait::Always,
                                   {{{"buffer_inv", Sc0Sc1}, {}}},
                                   {"buffer_wbl2", Sc0Sc1},
                                   Sc0Sc1,
                                   Sc0Sc1,
                                   Sc1};
constexpr ScopeRow Gfx942Agent = {GlobalWait::Always,
                                  {{{"buffer_inv", Sc1}, {}}},
                                  {"buffer_wbl2", Sc1},
                                  Sc1,
                                  Sc1,
                                  None};
constexpr ScopeRow Gfx942Workgroup = {
    GlobalWait::Never, NoInvalidate, Nothing, Sc0, Sc0, None};
constexpr ScopeRow Gfx942Split = {
    GlobalWait::Always, {{{"buffer_inv", Sc0}, {}}}, Nothing, Sc0, Sc0, None};

// GFX10, GFX11: an L0 cache a CU, an L1 a shader array, one L2. In WGP mode a
// work-group spans two CUs.
constexpr std::array<CacheAction, 2> Gl1Gl0 = {
    {{"buffer_gl1_inv"}, {"buffer_gl0_inv"}}};
constexpr std::array<CacheAction, 2> Gl0 = {{{"buffer_gl0_inv"}, {}}};
constexpr ScopeRow Gfx10Wide = {
    GlobalWait::Always, Gl1Gl0, Nothing, GlcDlc, None, None};
constexpr ScopeRow Gfx11Wide = {
    GlobalWait::Always, Gl1Gl0, Nothing, Glc, None, None};
constexpr ScopeRow Gfx10Wgp = {
    GlobalWait::Always, Gl0, Nothing, Glc, None, None};
constexpr ScopeRow CuMode = {
    GlobalWait::IfRelease, NoInvalidate, Nothing, None, None, None};

// GFX12: the cache scope is written into each instruction.
constexpr ScopeRow Gfx12System = {GlobalWait::Always,
                                  {{{"global_inv", Sys}, {}}},
                                  {"global_wb", Sys},
                                  Sys,
                                  Sys,
                                  Sys};
constexpr ScopeRow Gfx12Agent = {
    GlobalWait::Always, {{{"global_inv", Dev}, {}}}, Nothing, Dev, Dev, Dev};
constexpr ScopeRow Gfx12Wgp = {
    GlobalWait::Always, {{{"global_inv", Se}, {}}}, Nothing, Se, Se, Se};
constexpr ScopeRow Gfx125Agent = {GlobalWait::Always,
                                  {{{"global_inv", Dev}, {}}},
                                  {"global_wb", Dev},
                                  Dev,
                                  Dev,
                                  Dev};
constexpr ScopeRow Gfx125Workgroup = {
    GlobalWait::Always, NoInvalidate, Nothing, None, None, None};

constexpr PlainRow Gfx6Plain = {GlcSlc, GlcSlc, Glc, None,
                                false,  None,   Glc, {}};
constexpr PlainRow Gfx942Plain = {Nt,    Nt,   Sc0Sc1, Sc0Sc1,
                                  false, None, Sc0Sc1, {}};
constexpr PlainRow Gfx10Plain = {Slc,   GlcSlc, GlcDlc, None,
                                 false, None,   GlcDlc, {}};
constexpr PlainRow Gfx11Plain = {SlcDlc, GlcSlcDlc, GlcDlc, Dlc,
                                 false,  None,      GlcDlc, {}};
constexpr CounterSet Gfx12Everything = {
    Counter::Load, Counter::Sample, Counter::Bvh, Counter::Km, Counter::Store};
constexpr PlainRow Gfx12Plain = {scoped(0, LoadNT),
                                 scoped(0, StoreNT),
                                 Sys,
                                 Sys,
                                 true,
                                 scoped(0, LoadLU),
                                 scoped(3, LoadBypass),
                                 Gfx12Everything};
constexpr PlainRow Gfx125Plain = {
    scoped(0, LoadNT), scoped(0, StoreNT),    Sys, Sys, true,
    scoped(0, LoadLU), scoped(3, LoadBypass), {}};

constexpr CounterSet Vm = {Counter::Vm}, Vs = {Counter::Vs},
                     Lgkm = {Counter::Lgkm}, DsCounter = {Counter::Ds},
                     Load = {Counter::Load}, Store = {Counter::Store},
                     AnyLoad = {Counter::Bvh, Counter::Sample, Counter::Load};
constexpr CachePolicy Return12 = scoped(0, AtomicReturn);

constexpr auto Joint = WaitSyntax::Joint, Separate = WaitSyntax::Separate;

// Family, syntax, loads, value loads, stores, LDS, GDS with LDS, translation
// wait, shared private memory, LDS DMA pending, returns; system, agent,
// cluster, workgroup, workgroup in the other mode; plain accesses.
constexpr FamilyRow FamilyTable[] = {
    {Family::GFX6, Joint, Vm, Vm, Vm, Lgkm, true, false, false, false, Glc,
     Gfx6Wide, Gfx6Wide, Gfx6Wide, SharedL1, SharedL1, Gfx6Plain},
    {Family::GFX7, Joint, Vm, Vm, Vm, Lgkm, true, false, false, false, Glc,
     Gfx7Wide, Gfx7Wide, Gfx7Wide, SharedL1, SharedL1, Gfx6Plain},
    {Family::GFX8, Joint, Vm, Vm, Vm, Lgkm, true, false, false, false, Glc,
     Gfx7Wide, Gfx7Wide, Gfx7Wide, SharedL1, SharedL1, Gfx6Plain},
    {Family::GFX9, Joint, Vm, Vm, Vm, Lgkm, true, false, false, true, Glc,
     Gfx7Wide, Gfx7Wide, Gfx7Wide, SharedL1, SharedL1, Gfx6Plain},
    {Family::GFX908, Joint, Vm, Vm, Vm, Lgkm, true, false, false, true, Glc,
     Gfx7Wide, Gfx7Wide, Gfx7Wide, SharedL1, SharedL1, Gfx6Plain},
    {Family::GFX90A, Joint, Vm, Vm, Vm, Lgkm, true, false, false, true, Glc,
     Gfx90aSystem, Gfx7Wide, Gfx7Wide, SharedL1, Gfx7Wide, Gfx6Plain},
    {Family::GFX942, Joint, Vm, Vm, Vm, Lgkm, true, false, false, true, Sc0,
     Gfx942System, Gfx942Agent, Gfx942Agent, Gfx942Workgroup, Gfx942Split,
     Gfx942Plain},
    {Family::GFX10, Joint, Vm, Vm, Vs, Lgkm, true, false, false, true, Glc,
     Gfx10Wide, Gfx10Wide, Gfx10Wide, Gfx10Wgp, CuMode, Gfx10Plain},
    {Family::GFX11, Joint, Vm, Vm, Vs, Lgkm, true, false, false, false, Glc,
     Gfx11Wide, Gfx11Wide, Gfx11Wide, Gfx10Wgp, CuMode, Gfx11Plain},
    {Family::GFX12, Separate, AnyLoad, Load, Store, DsCounter, false, false,
     false, false, Return12, Gfx12System, Gfx12Agent, Gfx12Agent, Gfx12Wgp,
     CuMode, Gfx12Plain},
    {Family::GFX125, Separate, Load, Load, Store, DsCounter, false, true, true,
     false, Return12, Gfx12System, Gfx125Agent, Gfx12Wgp, Gfx125Workgroup,
     Gfx125Workgroup, Gfx125Plain},
};

constexpr bool isFamilyTableComplete() {
  for (size_t I = 0; I != std::size(FamilyTable); ++I)
    if (FamilyTable[I].Id != static_cast<Family>(I))
      return false;
  return std::size(FamilyTable) == static_cast<size_t>(Family::GFX125) + 1;
}
static_assert(isFamilyTableComplete(), "one row a family, in order");

} // namespace

const FamilyRow &rowOf(Family F) { return FamilyTable[static_cast<size_t>(F)]; }

} // namespace fencepost::lower
