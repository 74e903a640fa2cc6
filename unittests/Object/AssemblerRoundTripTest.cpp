//===- AssemblerRoundTripTest.cpp - Random descriptors, both ways ---------===//
// .amdhsa_kernel blocks with every directive of spec/002, "AMDHSA Kernel
// Assembler Directives", set to a random legal value are assembled by LLVM for
// every processor and decoded by us; each field must have the value that was
// set. Then llvm-objdump decodes the same bytes, and whatever it says must be
// what we say. One object holds all kernels of a processor.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "fencepost/Object/KernelDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace fencepost;

namespace {
/// A directive that sets one field as it is.
struct Directive {
  llvm::StringLiteral Name; ///< Without ".amdhsa_".
  llvm::StringLiteral Field;
  unsigned Max;
  bool (*AppliesTo)(const Processor &P) = [](const Processor &) {
    return true;
  };
};
} // namespace

static bool hasPrologScratch(const Processor &P) {
  return P.Scratch != FlatScratch::Architected;
}
static bool hasArchitectedScratch(const Processor &P) {
  return P.Scratch == FlatScratch::Architected;
}
static bool hasWgpMode(const Processor &P) {
  return P.Features.has(Feature::CuMode);
}
static bool hasTgSplit(const Processor &P) {
  return P.Features.has(Feature::TgSplit);
}
static bool hasPreload(const Processor &P) {
  return P.Features.has(Feature::KernargPreload);
}
template <Family First, Family Last = Family::GFX125>
static bool isFrom(const Processor &P) {
  return P.FamilyId >= First && P.FamilyId <= Last;
}

static constexpr unsigned AnyWord = 0x7fffffff;
static const Directive Directives[] = {
    {"group_segment_fixed_size", "GROUP_SEGMENT_FIXED_SIZE", AnyWord},
    {"private_segment_fixed_size", "PRIVATE_SEGMENT_FIXED_SIZE", AnyWord},
    {"kernarg_size", "KERNARG_SIZE", AnyWord},
    {"user_sgpr_private_segment_buffer", "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER",
     1, hasPrologScratch},
    {"user_sgpr_dispatch_ptr", "ENABLE_SGPR_DISPATCH_PTR", 1},
    {"user_sgpr_queue_ptr", "ENABLE_SGPR_QUEUE_PTR", 1},
    {"user_sgpr_kernarg_segment_ptr", "ENABLE_SGPR_KERNARG_SEGMENT_PTR", 1},
    {"user_sgpr_dispatch_id", "ENABLE_SGPR_DISPATCH_ID", 1},
    {"user_sgpr_flat_scratch_init", "ENABLE_SGPR_FLAT_SCRATCH_INIT", 1,
     hasPrologScratch},
    {"user_sgpr_private_segment_size", "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", 1},
    {"user_sgpr_kernarg_preload_length", "KERNARG_PRELOAD_SPEC_LENGTH", 3,
     hasPreload},
    {"user_sgpr_kernarg_preload_offset", "KERNARG_PRELOAD_SPEC_OFFSET", 511,
     hasPreload},
    {"uses_dynamic_stack", "USES_DYNAMIC_STACK", 1},
    {"system_sgpr_private_segment_wavefront_offset", "ENABLE_PRIVATE_SEGMENT",
     1, hasPrologScratch},
    {"enable_private_segment", "ENABLE_PRIVATE_SEGMENT", 1,
     hasArchitectedScratch},
    {"system_sgpr_workgroup_id_x", "ENABLE_SGPR_WORKGROUP_ID_X", 1},
    {"system_sgpr_workgroup_id_y", "ENABLE_SGPR_WORKGROUP_ID_Y", 1},
    {"system_sgpr_workgroup_id_z", "ENABLE_SGPR_WORKGROUP_ID_Z", 1},
    {"system_sgpr_workgroup_info", "ENABLE_SGPR_WORKGROUP_INFO", 1},
    {"system_vgpr_workitem_id", "ENABLE_VGPR_WORKITEM_ID", 2},
    {"float_round_mode_32", "FLOAT_ROUND_MODE_32", 3},
    {"float_round_mode_16_64", "FLOAT_ROUND_MODE_16_64", 3},
    {"float_denorm_mode_32", "FLOAT_DENORM_MODE_32", 3},
    {"float_denorm_mode_16_64", "FLOAT_DENORM_MODE_16_64", 3},
    {"dx10_clamp", "ENABLE_DX10_CLAMP", 1, isFrom<Family::GFX6, Family::GFX11>},
    {"ieee_mode", "ENABLE_IEEE_MODE", 1, isFrom<Family::GFX6, Family::GFX11>},
    {"round_robin_scheduling", "WG_RR_EN", 1, isFrom<Family::GFX12>},
    {"fp16_overflow", "FP16_OVFL", 1, isFrom<Family::GFX9>},
    {"tg_split", "TG_SPLIT", 1, hasTgSplit},
    {"workgroup_processor_mode", "WGP_MODE", 1, hasWgpMode},
    {"memory_ordered", "MEM_ORDERED", 1, isFrom<Family::GFX10>},
    {"forward_progress", "FWD_PROGRESS", 1, isFrom<Family::GFX10>},
    {"inst_pref_size", "INST_PREF_SIZE", 63,
     isFrom<Family::GFX11, Family::GFX11>},
    {"inst_pref_size", "INST_PREF_SIZE", 255, isFrom<Family::GFX12>},
    {"named_barrier_count", "NAMED_BAR_CNT", 4, isFrom<Family::GFX125>},
    {"exception_fp_ieee_invalid_op",
     "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION", 1},
    {"exception_fp_denorm_src", "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE", 1},
    {"exception_fp_ieee_div_zero",
     "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO", 1},
    {"exception_fp_ieee_overflow", "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW", 1},
    {"exception_fp_ieee_underflow", "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW",
     1},
    {"exception_fp_ieee_inexact", "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT", 1},
    {"exception_int_div_zero", "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO", 1},
};

//===----------------------------------------------------------------------===//
// Random kernels
//===----------------------------------------------------------------------===//

namespace {
/// One block and what its fields must come out as.
struct Block {
  std::string Text;
  std::map<std::string, uint64_t> Expected;
};

class BlockMaker {
public:
  BlockMaker(const Processor &P, std::mt19937 &Random) : P(P), Random(Random) {}
  Block make(const std::string &Name);

private:
  void set(llvm::StringRef Directive, uint64_t Value) {
    Result.Text +=
        (".amdhsa_" + Directive + " " + llvm::Twine(Value) + "\n").str();
  }
  unsigned upTo(unsigned Max) {
    return std::uniform_int_distribution<unsigned>(0, Max)(Random);
  }
  void addPlain();
  void addUserSgprCount();
  void addVectorRegisters();
  void addScalarRegisters();

  const Processor &P;
  std::mt19937 &Random;
  Block Result;
  unsigned WaveSize = 64;
};
} // namespace

void BlockMaker::addPlain() {
  for (const Directive &D : Directives) {
    if (!D.AppliesTo(P))
      continue;
    uint64_t Value = upTo(D.Max);
    set(D.Name, Value);
    Result.Expected[D.Field.str()] = Value;
  }
}

void BlockMaker::addUserSgprCount() {
  static const std::pair<const char *, unsigned> Users[] = {
      {"ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", 4},
      {"ENABLE_SGPR_DISPATCH_PTR", 2},
      {"ENABLE_SGPR_QUEUE_PTR", 2},
      {"ENABLE_SGPR_KERNARG_SEGMENT_PTR", 2},
      {"ENABLE_SGPR_DISPATCH_ID", 2},
      {"ENABLE_SGPR_FLAT_SCRATCH_INIT", 2},
      {"ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", 1}};
  unsigned Count = Result.Expected["KERNARG_PRELOAD_SPEC_LENGTH"];
  for (auto [Field, Sgprs] : Users)
    Count += Result.Expected[Field] ? Sgprs : 0;
  if (upTo(1)) { // Else the assembler counts.
    Count = std::max(Count, upTo(P.family().MaxUserSgprs));
    set("user_sgpr_count", Count);
  }
  Result.Expected["USER_SGPR_COUNT"] = Count;
}

void BlockMaker::addVectorRegisters() {
  if (P.FamilyId >= Family::GFX10) {
    const VgprFacts &Facts = P.Vgprs[upTo(P.Vgprs.size() - 1)];
    WaveSize = Facts.WaveSize;
    set("wavefront_size32", WaveSize == 32);
    Result.Expected["ENABLE_WAVEFRONT_SIZE32"] = WaveSize == 32;
  }
  const VgprFacts &Facts = *P.vgprs(WaveSize);
  unsigned Vgprs = 1 + upTo(Facts.Addressable - 1);
  set("next_free_vgpr", Vgprs);
  Result.Expected["GRANULATED_WORKITEM_VGPR_COUNT"] =
      llvm::divideCeil(Vgprs, Facts.EncodingGranule) - 1;
  if (P.Accumulators == Agprs::Unified) {
    unsigned Granules =
        1 + upTo(std::min(256u, llvm::divideCeil(Vgprs, 4) * 4) / 4 - 1);
    set("accum_offset", Granules * 4);
    Result.Expected["ACCUM_OFFSET"] = Granules - 1;
  }
  if (isFrom<Family::GFX10, Family::GFX11>(P) && WaveSize == 64) {
    unsigned Rounded = llvm::alignTo(Vgprs, Facts.EncodingGranule);
    unsigned Shared = upTo(std::min(15u, (256 - Rounded) / 8));
    set("shared_vgpr_count", Shared);
    Result.Expected["SHARED_VGPR_COUNT"] = Shared;
  }
}

/// The special SGPRs that .amdhsa_reserve_* adds: spec/002 leaves the number to
/// the hardware documents. LLVM's are, in all: VCC 2; XNACK_MASK 4;
/// FLAT_SCRATCH 4 up to GFX7 (on GFX6 too, which has none) and 6 from GFX8 on.
void BlockMaker::addScalarRegisters() {
  unsigned Sgprs = upTo(P.SgprInitBug ? 90 : 96);
  bool Vcc = upTo(1);
  set("next_free_sgpr", Sgprs);
  set("reserve_vcc", Vcc);
  if (P.FamilyId >= Family::GFX10)
    return; // Not counted.
  bool FlatScratch = true;
  if (P.FamilyId >= Family::GFX7 && hasPrologScratch(P)) {
    FlatScratch = upTo(1);
    set("reserve_flat_scratch", FlatScratch);
  }
  unsigned Extra = Vcc ? 2 : 0;
  if (P.Features.has(Feature::Xnack))
    Extra = 4;
  if (FlatScratch)
    Extra = P.FamilyId <= Family::GFX7 ? 4 : 6;
  // What is preloaded must be there even if nothing refers to it.
  if (Result.Expected["KERNARG_PRELOAD_SPEC_LENGTH"])
    Sgprs = std::max<unsigned>(Sgprs, Result.Expected["USER_SGPR_COUNT"]);
  unsigned Used = P.SgprInitBug ? 96 : std::max(1u, Sgprs + Extra);
  Result.Expected["GRANULATED_WAVEFRONT_SGPR_COUNT"] =
      llvm::divideCeil(Used, 8) - 1;
}

Block BlockMaker::make(const std::string &Name) {
  Result = {};
  addPlain();
  addUserSgprCount();
  addVectorRegisters();
  addScalarRegisters();
  Result.Text =
      ".amdhsa_kernel " + Name + "\n" + Result.Text + ".end_amdhsa_kernel\n";
  return Result;
}

//===----------------------------------------------------------------------===//
// Assembling and decoding
//===----------------------------------------------------------------------===//

static std::map<std::string, Block>
makeBlocks(const Processor &P, unsigned Count, std::mt19937 &Random) {
  std::map<std::string, Block> Blocks;
  BlockMaker Maker(P, Random);
  for (unsigned I = 0; I < Count; ++I) {
    std::string Name = "k" + std::to_string(I);
    Blocks[Name] = Maker.make(Name);
  }
  return Blocks;
}

static llvm::Expected<std::string>
assembleAll(const Processor &P, const std::map<std::string, Block> &Blocks) {
  std::string Text = ".rodata\n.p2align 6\n";
  for (auto &[Name, B] : Blocks)
    Text += B.Text;
  return oracle::assemble(Text, {P.Name.str()});
}

static void expectFields(const KernelDescriptor &D, const Processor &P,
                         const Block &B) {
  std::set<std::string> Seen;
  for (const DecodedField &Field : decode(D, P)) {
    auto Found = B.Expected.find(Field.Name.str());
    uint64_t Expected = Found == B.Expected.end() ? 0 : Found->second;
    // The assembler leaves the entry point to a relocation.
    if (Field.Name != "KERNEL_CODE_ENTRY_BYTE_OFFSET") {
      EXPECT_EQ(Field.Value, Expected) << Field.Name.str() << "\n" << B.Text;
    }
    Seen.insert(Field.Name.str());
  }
  for (auto &[Name, Value] : B.Expected)
    EXPECT_TRUE(Seen.contains(Name) || !Value) << Name;
}

TEST(AssemblerRoundTrip, EveryFieldHasTheValueThatWasSet) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    std::map<std::string, Block> Blocks = makeBlocks(P, 300, Random);
    llvm::Expected<std::string> Object = assembleAll(P, Blocks);
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    auto Bytes = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
    ASSERT_EQ(Bytes.size(), Blocks.size());
    for (auto &[Name, B] : Blocks) {
      expectFields(KernelDescriptor::read(Bytes[Name]), P, B);
      if (HasFailure())
        return;
    }
  }
}

/// What the assembler accepts has no reserved bits set.
TEST(AssemblerRoundTrip, NoReservedBits) {
  std::mt19937 Random(2);
  for (const Processor &P : processors()) {
    llvm::Expected<std::string> Object =
        assembleAll(P, makeBlocks(P, 50, Random));
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    for (auto &[Name, Bytes] :
         oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size))
      for (const Finding &F :
           checkDescriptor(KernelDescriptor::read(Bytes), P, {}))
        EXPECT_TRUE(F.Id == Diag::OverLimit &&
                    llvm::StringRef(F.Message).contains("LDS"))
            << P.Name.str() << " " << F.Message;
  }
}

TEST(AssemblerRoundTrip, DefaultsHaveNoFindings) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    std::string Text = ".rodata\n.p2align 6\n.amdhsa_kernel k\n"
                       ".amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 1\n";
    if (P.Accumulators == Agprs::Unified)
      Text += ".amdhsa_accum_offset 4\n";
    llvm::Expected<std::string> Object =
        oracle::assemble(Text + ".end_amdhsa_kernel\n", {P.Name.str()});
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    auto Bytes = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
    for (const Finding &F :
         checkDescriptor(KernelDescriptor::read(Bytes["k"]), P, {}))
      ADD_FAILURE() << F.Message;
  }
}

//===----------------------------------------------------------------------===//
// llvm-objdump
//===----------------------------------------------------------------------===//

/// What llvm-objdump calls a field that has no directive: "; TCP_SPLIT 3".
static llvm::StringRef commentedField(llvm::StringRef Name) {
  return Name == "SHARED_VGPR_COUNT" || Name == "TRAP_ON_START" ||
                 Name == "TRAP_ON_END" || Name == "IMAGE_OP" ||
                 Name == "GLG_EN" || Name == "ENABLE_DYNAMIC_VGPR" ||
                 Name == "TCP_SPLIT" || Name == "ENABLE_DIDT_THROTTLE" ||
                 Name == "FLAT_SCRATCH_IS_NV"
             ? Name
             : "";
}

static llvm::StringRef directiveField(llvm::StringRef Name,
                                      const Processor &P) {
  for (const Directive &D : Directives)
    if (D.Name == Name && D.AppliesTo(P))
      return D.Field;
  if (Name == "shared_vgpr_count")
    return "SHARED_VGPR_COUNT";
  return Name == "wavefront_size32" ? "ENABLE_WAVEFRONT_SIZE32" : "";
}

namespace {
/// One line of llvm-objdump: ".amdhsa_fp16_overflow 1".
struct ObjdumpLine {
  llvm::StringRef Name;
  uint64_t Value = 0;
  bool Comment = false;
};
} // namespace

static std::optional<ObjdumpLine> parseLine(llvm::StringRef Line) {
  ObjdumpLine Result;
  Result.Comment = Line.consume_front("; ");
  if (!Result.Comment && !Line.consume_front(".amdhsa_"))
    return std::nullopt;
  auto [Name, Value] = Line.split(' ');
  Result.Name = Name;
  if (Value.getAsInteger(0, Result.Value))
    return std::nullopt;
  return Result;
}

/// What we say to what llvm-objdump says; unset if it says nothing of its own.
static std::optional<uint64_t> ourValue(const ObjdumpLine &Line,
                                        const KernelDescriptor &D,
                                        const Processor &P) {
  KernelResources R = resourcesOf(D, P);
  if (Line.Name == "next_free_vgpr")
    return R.Vgprs;
  if (Line.Name == "next_free_sgpr") // GFX10+ prints what a 0 comes to.
    return P.SgprGranule ? R.Sgprs : 8;
  if (Line.Name == "accum_offset")
    return R.ArchVgprs;
  if (Line.Name.starts_with("reserve_"))
    return std::nullopt; // Contained in next_free_sgpr.
  llvm::StringRef Name =
      Line.Comment ? commentedField(Line.Name) : directiveField(Line.Name, P);
  for (const DecodedField &Field : decode(D, P))
    if (!Name.empty() && Field.Name == Name)
      return Field.Value;
  ADD_FAILURE() << "unknown to us: " << Line.Name.str();
  return std::nullopt;
}

/// Random bits in every field that the directives cannot set but CP or other
/// tools may.
static void setWhatNoDirectiveSets(KernelDescriptor &D, const Processor &P,
                                   std::mt19937 &Random) {
  if (P.FamilyId == Family::GFX125) {
    D.Rsrc1 |= Random() & 1u << 27;    // FLAT_SCRATCH_IS_NV
    D.Rsrc3 |= Random() & 0x1fu << 17; // DYNAMIC_VGPR, TCP_SPLIT, DIDT
  }
  if (P.FamilyId >= Family::GFX12)
    D.Rsrc3 |= Random() & 1u << 13; // GLG_EN
  if (P.FamilyId >= Family::GFX11)
    D.Rsrc3 |= Random() & 1u << 31; // IMAGE_OP
}

/// \p Object with its descriptors changed in place.
static void mutate(std::string &Object, const Processor &P,
                   std::mt19937 &Random) {
  for (auto &[Name, Bytes] :
       oracle::bytesAt(Object, ".kd", KernelDescriptor::Size)) {
    size_t Position = Object.find(std::string(Bytes.begin(), Bytes.end()));
    KernelDescriptor D = KernelDescriptor::read(Bytes);
    setWhatNoDirectiveSets(D, P, Random);
    auto Changed = D.write();
    Object.replace(Position, Changed.size(),
                   std::string(Changed.begin(), Changed.end()));
  }
}

/// llvm-objdump does not disassemble GFX6 and GFX7.
TEST(AssemblerRoundTrip, LlvmObjdumpAgrees) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (const Processor &P : processors()) {
    if (P.FamilyId < Family::GFX8)
      continue;
    SCOPED_TRACE(P.Name.str());
    std::map<std::string, Block> Blocks = makeBlocks(P, 60, Random);
    llvm::Expected<std::string> Object = assembleAll(P, Blocks);
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    mutate(*Object, P, Random);
    auto Bytes = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
    llvm::Expected<std::string> Text =
        oracle::runTool("llvm-objdump", {"-D", "-j", ".rodata"}, *Object);
    ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
    auto Printed =
        oracle::linesBetween(*Text, ".amdhsa_kernel ", ".end_amdhsa_kernel");
    ASSERT_EQ(Printed.size(), Blocks.size());
    for (auto &[Name, Lines] : Printed) {
      KernelDescriptor D = KernelDescriptor::read(Bytes[Name]);
      unsigned Compared = 0;
      for (const std::string &Line : Lines) {
        std::optional<ObjdumpLine> Said = parseLine(Line);
        ASSERT_TRUE(Said) << Line;
        std::optional<uint64_t> Ours = ourValue(*Said, D, P);
        EXPECT_EQ(Ours.value_or(Said->Value), Said->Value)
            << Name << " " << Line;
        Compared += Ours.has_value();
      }
      EXPECT_GE(Compared, 30u);
      if (HasFailure())
        return;
    }
  }
}
