//===- Occupancy.cpp - How many waves of a kernel fit on a SIMD -----------===//
// The granules and totals are facts of lib/Target. The SIMDs that the waves of
// a work-group share, with their LDS, are those of a CU, or of a WGP in WGP
// mode (spec/002, "compute_pgm_rsrc1 for GFX6-GFX12", WGP_MODE). Unlike LLVM's
// estimate, this one rounds SGPRs and LDS up to what is allocated and counts
// whole work-groups. Tested by unittests/Object/OccupancyTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Occupancy.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using llvm::alignDown;
using llvm::alignTo;
using llvm::divideCeil;
using llvm::Twine;

namespace fencepost {

llvm::StringRef occupancyLimitName(OccupancyLimitKind Kind) {
  static constexpr EnumName<OccupancyLimitKind> Names[] = {
      {OccupancyLimitKind::Hardware, "wave slots"},
      {OccupancyLimitKind::Vgprs, "VGPRs"},
      {OccupancyLimitKind::Sgprs, "SGPRs"},
      {OccupancyLimitKind::Lds, "LDS"},
      {OccupancyLimitKind::Workgroups, "work-groups"},
      {OccupancyLimitKind::WholeWorkgroups, "whole work-groups"},
  };
  static_assert(isIndexedBy(Names), "a limit without a name");
  return rowOf(Names, Kind).Name;
}

namespace {
/// What the waves of one work-group share: a CU or a WGP.
struct Domain {
  Domain(const KernelResources &R, const Processor &P)
      : Cus(R.WgpMode.value_or(false) ? P.family().CusPerWgp : 1),
        Simds(P.family().SimdsPerCu * Cus), Lds(P.LdsSize * Cus),
        MaxWorkgroups(P.family().MaxWorkgroupsPerCu * Cus) {}

  unsigned Cus, Simds, Lds, MaxWorkgroups;

  /// Waves on the fullest SIMD when \p Groups of \p Waves each are spread.
  uint64_t wavesPerSimd(uint64_t Groups, uint64_t Waves) const {
    return divideCeil(Groups * Waves, Simds);
  }
};

class Calculation {
public:
  Calculation(const KernelResources &R, const Processor &P,
              unsigned WorkgroupSize)
      : R(R), P(P), Shared(R, P),
        GroupWaves(divideCeil(WorkgroupSize, R.WaveSize)),
        MaxGroupWaves(divideCeil(P.family().MaxWorkgroupSize, R.WaveSize)),
        Result{P.MaxWavesPerSimd, P.MaxWavesPerSimd, {}} {}

  Occupancy run();

private:
  void addHardware();
  void addRegisters(OccupancyLimitKind Kind, llvm::StringRef Noun,
                    unsigned Allocated, unsigned Granule, unsigned Total);
  void addLds();
  void addWorkgroups();
  void addWholeWorkgroups();

  unsigned slotLimit(unsigned Waves) const;
  unsigned wholeLimit(unsigned Waves, unsigned PerSimd) const;
  template <typename LimitFor> std::string betterSize(LimitFor Limit) const;

  unsigned atMostHardware(uint64_t Waves) const {
    return std::min<uint64_t>(Waves, P.MaxWavesPerSimd);
  }
  void add(OccupancyLimitKind Kind, unsigned Waves, const Twine &Reason,
           const Twine &NextStep) {
    Result.Waves = std::min(Result.Waves, Waves);
    Result.Limits.push_back({Kind, Waves, Reason.str(), NextStep.str(), false});
  }

  const KernelResources &R;
  const Processor &P;
  Domain Shared;
  unsigned GroupWaves; ///< Waves in a work-group.
  unsigned MaxGroupWaves;
  Occupancy Result;
};
} // namespace

static std::string waves(unsigned Count) {
  return (Twine(Count) + (Count == 1 ? " wave" : " waves")).str();
}

void Calculation::addHardware() {
  add(OccupancyLimitKind::Hardware, P.MaxWavesPerSimd,
      "a SIMD has room for " + Twine(waves(P.MaxWavesPerSimd)), "");
}

void Calculation::addRegisters(OccupancyLimitKind Kind, llvm::StringRef Noun,
                               unsigned Allocated, unsigned Granule,
                               unsigned Total) {
  unsigned Count = atMostHardware(Total / Allocated);
  std::string NextStep;
  unsigned Fewer = alignDown(Total / (Count + 1), Granule);
  if (Count < P.MaxWavesPerSimd && Fewer)
    NextStep = (Twine(Fewer) + " " + Noun + " or fewer for " +
                waves(atMostHardware(Total / Fewer)))
                   .str();
  add(Kind, Count,
      "each wave takes " + Twine(Allocated) + " of " + Twine(Total) + " " +
          Noun,
      NextStep);
}

void Calculation::addLds() {
  uint64_t Allocated = alignTo(uint64_t(R.LdsBytes), P.LdsGranule);
  unsigned Count =
      atMostHardware(Shared.wavesPerSimd(Shared.Lds / Allocated, GroupWaves));
  // The fewest work-groups that put another wave on a SIMD.
  unsigned Groups = Count * Shared.Simds / GroupWaves + 1;
  unsigned Fewer = alignDown(Shared.Lds / Groups, P.LdsGranule);
  std::string NextStep;
  if (Count < P.MaxWavesPerSimd && Fewer)
    NextStep = (Twine(Fewer) + " bytes or fewer for " +
                waves(atMostHardware(
                    Shared.wavesPerSimd(Shared.Lds / Fewer, GroupWaves))))
                   .str();
  add(OccupancyLimitKind::Lds, Count,
      "each work-group takes " + Twine(Allocated) + " of " + Twine(Shared.Lds) +
          " bytes of LDS",
      NextStep);
}

/// Waves per SIMD if only wave slots and barriers limit work-groups of
/// \p Waves. A single wave needs no barrier.
unsigned Calculation::slotLimit(unsigned Waves) const {
  unsigned Groups = P.MaxWavesPerSimd * Shared.Simds / Waves;
  if (Waves > 1)
    Groups = std::min(Groups, Shared.MaxWorkgroups);
  return Shared.wavesPerSimd(Groups, Waves);
}

/// Waves per SIMD if each has room for \p PerSimd and work-groups of \p Waves
/// are there whole or not at all.
unsigned Calculation::wholeLimit(unsigned Waves, unsigned PerSimd) const {
  return Shared.wavesPerSimd(PerSimd * Shared.Simds / Waves, Waves);
}

/// The size nearest to the present one with a higher limit.
template <typename LimitFor>
std::string Calculation::betterSize(LimitFor Limit) const {
  auto Distance = [&](unsigned Waves) {
    return Waves > GroupWaves ? Waves - GroupWaves : GroupWaves - Waves;
  };
  unsigned Best = 0;
  for (unsigned Waves = 1; Waves <= MaxGroupWaves; ++Waves)
    if (Limit(Waves) > Limit(GroupWaves) &&
        (!Best || Distance(Waves) < Distance(Best)))
      Best = Waves;
  if (!Best)
    return "";
  return (Twine("work-groups of ") + Twine(Best * R.WaveSize) + " for " +
          waves(Limit(Best)))
      .str();
}

void Calculation::addWorkgroups() {
  auto Limit = [this](unsigned Waves) { return slotLimit(Waves); };
  add(OccupancyLimitKind::Workgroups, slotLimit(GroupWaves),
      "work-groups of " + Twine(waves(GroupWaves)) + ", at most " +
          Twine(Shared.MaxWorkgroups) + " of them on " + Twine(Shared.Simds) +
          " SIMDs",
      betterSize(Limit));
}

void Calculation::addWholeWorkgroups() {
  unsigned PerSimd = Result.Waves;
  auto Limit = [=, this](unsigned Waves) { return wholeLimit(Waves, PerSimd); };
  add(OccupancyLimitKind::WholeWorkgroups, Limit(GroupWaves),
      "work-groups of " + Twine(waves(GroupWaves)) + " on " +
          Twine(Shared.Simds) + " SIMDs with " + waves(PerSimd) + " each",
      betterSize(Limit));
}

Occupancy Calculation::run() {
  addHardware();
  if (!R.DynamicVgprs.value_or(false))
    if (const VgprFacts *Facts = P.vgprs(R.WaveSize))
      addRegisters(OccupancyLimitKind::Vgprs, "VGPRs", R.AllocatedVgprs,
                   Facts->Granule, Facts->Total);
  if (P.SgprTotal)
    addRegisters(OccupancyLimitKind::Sgprs, "SGPRs", R.AllocatedSgprs,
                 P.SgprGranule, P.SgprTotal);
  if (R.LdsBytes)
    addLds();
  addWorkgroups();
  addWholeWorkgroups();
  for (OccupancyLimit &Limit : Result.Limits)
    Limit.Binds = Limit.Waves == Result.Waves;
  return std::move(Result);
}

Occupancy occupancyOf(const KernelResources &R, const Processor &P,
                      unsigned WorkgroupSize) {
  assert(WorkgroupSize && "an empty work-group has no waves");
  return Calculation(R, P, WorkgroupSize).run();
}

} // namespace fencepost
