//===- TargetReport.cpp - Targets as text ---------------------------------===//
// The table sizes its columns by their contents. The page of one target is a
// list of groups, each a list of facts "name   value"; a fact that a target
// does not have is left out, so that what is shown is what there is. The JSON
// is TargetJson.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/TargetReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <vector>

namespace fencepost {

using llvm::raw_ostream;
using llvm::StringRef;
using llvm::Twine;

static std::string number(unsigned Value) { return llvm::utostr(Value); }

static std::string kib(unsigned Bytes) { return number(Bytes / 1024) + " KiB"; }

static std::string features(const Processor &P, StringRef Separator) {
  llvm::SmallVector<StringRef> Names;
  for (unsigned I = 0; I < NumFeatures; ++I)
    if (P.Features.has(static_cast<Feature>(I)))
      Names.push_back(featureName(static_cast<Feature>(I)));
  return Names.empty() ? "none" : llvm::join(Names, Separator);
}

static std::string waveSizes(const Processor &P, StringRef Separator) {
  std::string Text;
  for (const VgprFacts &V : P.Vgprs)
    Text += (Text.empty() ? "" : Separator.str()) + number(V.WaveSize);
  return Text;
}

//===-- The table ---------------------------------------------------------===//

using TargetRow = std::array<std::string, 9>;

static StringRef barrierKind(const BarrierFacts &B) {
  if (B.Named)
    return "named";
  if (B.Split)
    return "split";
  return B.BackOff ? "back-off" : "waits";
}

static TargetRow tableRow(const Processor &P) {
  const VgprFacts &V = P.Vgprs.front();
  return {P.Name.str(),
          P.family().Name.str(),
          waveSizes(P, ", "),
          number(P.LdsSize / 1024) + "K",
          number(V.Addressable),
          number(P.MaxWavesPerSimd),
          flatScratchName(P.Scratch).str(),
          barrierKind(P.family().Barriers).str(),
          features(P, " ")};
}

static void printRow(raw_ostream &OS, const TargetRow &R,
                     llvm::ArrayRef<size_t> Widths) {
  for (size_t I = 0; I + 1 < R.size(); ++I)
    OS << llvm::left_justify(R[I], Widths[I] + 2);
  OS << R.back() << '\n';
}

void printTargetTable(raw_ostream &OS) {
  std::vector<TargetRow> Rows = {{"TARGET", "FAMILY", "WAVE", "LDS", "VGPRS",
                                  "WAVES", "SCRATCH", "BARRIER", "FEATURES"}};
  for (const Processor &P : processors())
    Rows.push_back(tableRow(P));
  std::array<size_t, std::tuple_size_v<TargetRow>> Widths = {};
  for (const TargetRow &R : Rows)
    for (size_t I = 0; I < R.size(); ++I)
      Widths[I] = std::max(Widths[I], R[I].size());
  for (const TargetRow &R : Rows)
    printRow(OS, R, Widths);
}

//===-- One target --------------------------------------------------------===//

static void fact(raw_ostream &OS, StringRef Name, const Twine &Value) {
  OS << "  " << llvm::left_justify(Name, 20) << ' ' << Value << '\n';
}

static void group(raw_ostream &OS, StringRef Title) {
  OS << '\n' << Title << '\n';
}

/// "gfx9-generic (version 1)", for every generic target that covers \p P.
static std::string coveredByText(const Processor &P) {
  std::string Text;
  for (const Processor &Generic : processors())
    if (const GenericMember *M = Generic.member(P.Name))
      Text += (Text.empty() ? "" : ", ") + Generic.Name.str() + " (version " +
              number(M->Since) + ")";
  return Text;
}

static void printIdentity(raw_ostream &OS, const Processor &P) {
  OS << P.Name << '\n';
  if (!P.Aliases.empty())
    fact(OS, "also called", llvm::join(P.Aliases, ", "));
  fact(OS, "family", P.family().Name);
  fact(OS, "memory model", P.family().MemoryModel);
  fact(OS, "ISA version",
       Twine(P.Isa.Major) + "." + Twine(P.Isa.Minor) + "." +
           Twine(P.Isa.Stepping));
  fact(OS, "ELF machine", "0x" + llvm::utohexstr(P.ElfMachine, true));
  std::string Covered = coveredByText(P);
  if (!Covered.empty())
    fact(OS, "covered by", Covered);
  fact(OS, "target features", features(P, ", "));
}

static void printMembers(raw_ostream &OS, const Processor &P) {
  if (!P.isGeneric())
    return;
  group(OS, "Generic target, version " + number(P.GenericVersion));
  for (const GenericMember &M : P.Members)
    fact(OS, M.Name, "since version " + Twine(M.Since));
}

static void printMemory(raw_ostream &OS, const Processor &P) {
  group(OS, "Memory");
  fact(OS, "LDS",
       kib(P.LdsSize) + " for a work-group, in steps of " +
           Twine(P.LdsGranule) + " bytes");
  fact(OS, "generic addresses", P.GenericAddressSpace ? "yes" : "no");
  fact(OS, "flat scratch", flatScratchName(P.Scratch));
}

static void printVgprs(raw_ostream &OS, const VgprFacts &V) {
  fact(OS, "VGPRs, wave" + number(V.WaveSize),
       Twine(V.Addressable) + " for a wave in steps of " + Twine(V.Granule) +
           " (encoded in " + Twine(V.EncodingGranule) + "s), " +
           Twine(V.Total) + " in a SIMD");
}

static std::string sgprsText(const Processor &P) {
  std::string Text = number(P.SgprAddressable) + " for a wave, ";
  if (P.SgprInitBug)
    return Text + "96 always allocated, " + number(P.SgprTotal) + " in a SIMD";
  if (P.SgprGranule == 0)
    return Text + "always all allocated";
  return Text + "in steps of " + number(P.SgprGranule) + ", " +
         number(P.SgprTotal) + " in a SIMD";
}

static StringRef accumulators(Agprs Kind) {
  switch (Kind) {
  case Agprs::None:
    return "none";
  case Agprs::Separate:
    return "a0 to a255, a file of their own";
  case Agprs::Unified:
    return "a0 to a255, the upper part of the VGPRs";
  }
  llvm_unreachable("accumulation registers of no kind");
}

static std::string blocks(std::span<const unsigned> Sizes) {
  std::string Text;
  for (unsigned Size : Sizes)
    Text += (Text.empty() ? "" : " or ") + number(Size);
  return Text;
}

static void printRegisters(raw_ostream &OS, const Processor &P) {
  const FamilyFacts &F = P.family();
  group(OS, "Registers");
  for (const VgprFacts &V : P.Vgprs)
    printVgprs(OS, V);
  if (!F.DynamicVgprBlocks.empty())
    fact(OS, "dynamic VGPRs", "blocks of " + blocks(F.DynamicVgprBlocks));
  fact(OS, "AGPRs", accumulators(P.Accumulators));
  fact(OS, "SGPRs", sgprsText(P));
  fact(OS, "user SGPRs", "at most " + Twine(F.MaxUserSgprs));
  if (F.TrapHandlerSgprs)
    fact(OS, "trap handler", Twine(F.TrapHandlerSgprs) + " SGPRs more");
  fact(OS, "work-group ids",
       F.ArchitectedSgprs ? "in trap temporaries" : "in system SGPRs");
  fact(OS, "work-item ids",
       P.PackedWorkItemIds ? "packed in v0" : "in v0, v1 and v2");
}

static void printOccupancy(raw_ostream &OS, const Processor &P) {
  const FamilyFacts &F = P.family();
  group(OS, "Occupancy");
  fact(OS, "wave sizes", waveSizes(P, ", "));
  fact(OS, "waves", "at most " + Twine(P.MaxWavesPerSimd) + " in a SIMD");
  fact(OS, "SIMDs",
       Twine(F.SimdsPerCu) + " in a CU" +
           (F.CusPerWgp > 1
                ? ", " + Twine(F.SimdsPerCu * F.CusPerWgp) + " in a WGP"
                : ""));
  fact(OS, "work-groups",
       "at most " + Twine(F.MaxWorkgroupsPerCu) +
           " of more than one wave in a CU");
  fact(OS, "work-group size", "at most " + Twine(F.MaxWorkgroupSize));
}

static void printBarriers(raw_ostream &OS, const BarrierFacts &B) {
  group(OS, "Barriers");
  fact(OS, "work-group",
       B.Split ? "split: s_barrier_signal and s_barrier_wait" : "s_barrier");
  fact(OS, "waits before it", B.BackOff ? "not needed" : "all counters at 0");
  if (B.Named)
    fact(OS, "named", Twine(B.Named) + ", ids 1 to " + Twine(B.Named));
  if (B.Cluster)
    fact(OS, "cluster", "id -3");
}

static void printCounters(raw_ostream &OS, const FamilyFacts &F) {
  group(OS, "Wait counters");
  for (const CounterFacts &C : F.Counters) {
    std::string Limit = C.Width ? "up to " + number((1u << C.Width) - 1) : "";
    OS << "  " << llvm::left_justify(counterName(C.Id), 11)
       << llvm::left_justify(C.Syntax, 27) << llvm::left_justify(Limit, 11)
       << C.Counts << '\n';
  }
}

void printTarget(raw_ostream &OS, const Processor &P) {
  printIdentity(OS, P);
  printMembers(OS, P);
  printMemory(OS, P);
  printRegisters(OS, P);
  printOccupancy(OS, P);
  printBarriers(OS, P.family().Barriers);
  printCounters(OS, P.family());
}

} // namespace fencepost
