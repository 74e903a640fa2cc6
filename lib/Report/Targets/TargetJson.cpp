//===- TargetJson.cpp - Targets as JSON -----------------------------------===//
// One function a group of facts. Every key is always present, with null where
// the target has no such thing, so that a reader need not guess.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/TargetReport.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static Array aliases(const Processor &P) {
  Array Names;
  for (llvm::StringRef Alias : P.Aliases)
    Names.push_back(Alias);
  return Names;
}

static Array features(const Processor &P) {
  Array Names;
  for (unsigned I = 0; I < NumFeatures; ++I)
    if (P.Features.has(static_cast<Feature>(I)))
      Names.push_back(featureName(static_cast<Feature>(I)));
  return Names;
}

static Value generic(const Processor &P) {
  if (!P.isGeneric())
    return nullptr;
  Array Members;
  for (const GenericMember &M : P.Members)
    Members.push_back(Object{{"name", M.Name}, {"since", M.Since}});
  return Object{{"version", P.GenericVersion}, {"members", std::move(Members)}};
}

static Array coveredByJson(const Processor &P) {
  Array Targets;
  for (const Processor &Generic : processors())
    if (const GenericMember *M = Generic.member(P.Name))
      Targets.push_back(Object{{"name", Generic.Name}, {"since", M->Since}});
  return Targets;
}

static Array vgprs(const Processor &P) {
  Array Rows;
  for (const VgprFacts &V : P.Vgprs)
    Rows.push_back(Object{{"waveSize", V.WaveSize},
                          {"granule", V.Granule},
                          {"encodingGranule", V.EncodingGranule},
                          {"addressable", V.Addressable},
                          {"perSimd", V.Total}});
  return Rows;
}

/// Where all SGPRs are always allocated there is no granule and no shared file.
static Value orNull(unsigned Number) {
  return Number ? Value(Number) : Value(nullptr);
}

static Object sgprsJson(const Processor &P) {
  const FamilyFacts &F = P.family();
  return Object{
      {"addressable", P.SgprAddressable}, {"granule", orNull(P.SgprGranule)},
      {"perSimd", orNull(P.SgprTotal)},   {"initBug", P.SgprInitBug},
      {"maxUser", F.MaxUserSgprs},        {"trapHandler", F.TrapHandlerSgprs},
      {"architected", F.ArchitectedSgprs}};
}

static Object occupancy(const Processor &P) {
  const FamilyFacts &F = P.family();
  return Object{{"wavesPerSimd", P.MaxWavesPerSimd},
                {"simdsPerCu", F.SimdsPerCu},
                {"cusPerWgp", F.CusPerWgp},
                {"workgroupsPerCu", F.MaxWorkgroupsPerCu},
                {"workgroupSize", F.MaxWorkgroupSize}};
}

static Object barriers(const BarrierFacts &B) {
  return Object{{"backOff", B.BackOff},
                {"split", B.Split},
                {"named", B.Named},
                {"cluster", B.Cluster}};
}

static Array counters(const FamilyFacts &F) {
  Array Rows;
  for (const CounterFacts &C : F.Counters)
    Rows.push_back(Object{{"name", counterName(C.Id)},
                          {"width", orNull(C.Width)},
                          {"wait", C.Syntax},
                          {"counts", C.Counts}});
  return Rows;
}

static Array dynamicBlocks(const FamilyFacts &F) {
  Array Sizes;
  for (unsigned Size : F.DynamicVgprBlocks)
    Sizes.push_back(Size);
  return Sizes;
}

Value targetJson(const Processor &P) {
  const FamilyFacts &F = P.family();
  return Object{
      {"name", P.Name},
      {"aliases", aliases(P)},
      {"family", F.Name},
      {"memoryModel", F.MemoryModel},
      {"isa", Array{P.Isa.Major, P.Isa.Minor, P.Isa.Stepping}},
      {"elfMachine", P.ElfMachine},
      {"generic", generic(P)},
      {"coveredBy", coveredByJson(P)},
      {"features", features(P)},
      {"lds", Object{{"size", P.LdsSize}, {"granule", P.LdsGranule}}},
      {"genericAddressSpace", P.GenericAddressSpace},
      {"flatScratch", flatScratchName(P.Scratch)},
      {"workItemIds", P.PackedWorkItemIds ? "packed" : "unpacked"},
      {"vgprs", vgprs(P)},
      {"dynamicVgprBlocks", dynamicBlocks(F)},
      {"agprs", agprsName(P.Accumulators)},
      {"sgprs", sgprsJson(P)},
      {"occupancy", occupancy(P)},
      {"barriers", barriers(F.Barriers)},
      {"counters", counters(F)},
  };
}

Value targetsJson(llvm::ArrayRef<const Processor *> Wanted) {
  Array Targets;
  for (const Processor *P : Wanted)
    Targets.push_back(targetJson(*P));
  return Object{{"version", 1}, {"targets", std::move(Targets)}};
}

Value targetsJson() {
  llvm::SmallVector<const Processor *> All;
  for (const Processor &P : processors())
    All.push_back(&P);
  return targetsJson(All);
}

} // namespace fencepost
