//===- ProcessorTest.cpp - The table against LLVM's tables ----------------===//
// Names, versions, machine numbers and features as LLVM's TargetParser, ELF
// constants and subtarget descriptions have them, complete in both directions.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/TargetParser.h"
#include "gtest/gtest.h"

using namespace fencepost;
namespace parser = llvm::AMDGPU;

/// Names the processor and the fact in every failure.
#define EXPECT_FACT(P, FACT, OURS, LLVMS)                                      \
  EXPECT_EQ(OURS, LLVMS) << (P).Name.str() << ": " << FACT

static parser::GPUKind kind(const Processor &P) {
  return parser::parseArchAMDGCN(P.Name);
}

TEST(Processor, EveryNameLlvmKnowsIsInTheTable) {
  llvm::SmallVector<llvm::StringRef> Names;
  parser::fillValidArchListAMDGCN(Names);
  EXPECT_GT(Names.size(), 60u);
  for (llvm::StringRef Name : Names) {
    const Processor *P = findProcessor(Name);
    ASSERT_TRUE(P) << Name.str();
    EXPECT_EQ(P->Name, parser::getArchNameAMDGCN(parser::parseArchAMDGCN(Name)))
        << Name.str();
  }
}

TEST(Processor, EveryNameInTheTableIsLlvms) {
  for (const Processor &P : processors()) {
    EXPECT_NE(kind(P), parser::GK_NONE) << P.Name.str();
    EXPECT_FACT(P, "name", P.Name, parser::getArchNameAMDGCN(kind(P)));
    for (llvm::StringRef Alias : P.Aliases)
      EXPECT_FACT(P, Alias.str(), parser::parseArchAMDGCN(Alias), kind(P));
  }
  EXPECT_EQ(findProcessor(""), nullptr);
  EXPECT_EQ(findProcessor("gfx1170"), nullptr);
  EXPECT_EQ(findProcessor("r600"), nullptr);
}

TEST(Processor, VersionsAreLlvms) {
  for (const Processor &P : processors()) {
    parser::IsaVersion V = parser::getIsaVersion(P.Name);
    EXPECT_FACT(P, "major", P.Isa.Major, V.Major);
    EXPECT_FACT(P, "minor", P.Isa.Minor, V.Minor);
    EXPECT_FACT(P, "stepping", P.Isa.Stepping, V.Stepping);
  }
}

TEST(Processor, FamiliesAreLlvms) {
  for (const Processor &P : processors()) {
    llvm::StringRef Ours = P.family().Name,
                    Llvms = parser::getArchFamilyNameAMDGCN(kind(P));
    EXPECT_TRUE(Ours.lower().starts_with(Llvms.str())) << P.Name.str();
  }
}

// spec/002 and LLVM's code object writer have SRAMECC and XNACK on gfx125x;
// clang's own table calls them always on and gives neither flag.
TEST(Processor, ArchitectureAttributesAreLlvms) {
  for (const Processor &P : processors()) {
    unsigned Attributes = parser::getArchAttrAMDGCN(kind(P));
    auto Has = [&](unsigned Bit) { return (Attributes & Bit) != 0; };
    bool Always = P.FamilyId == Family::GFX125;
    EXPECT_FACT(P, "wave32", P.supportsWaveSize(32),
                Has(parser::FEATURE_WAVE32));
    EXPECT_FACT(P, "WGP mode", P.Features.has(Feature::CuMode),
                Has(parser::FEATURE_WGP));
    EXPECT_FACT(P, "xnack", P.Features.has(Feature::Xnack) && !Always,
                Has(parser::FEATURE_XNACK));
    EXPECT_FACT(P, "sramecc", P.Features.has(Feature::SramEcc) && !Always,
                Has(parser::FEATURE_SRAMECC));
    EXPECT_FACT(P, "xnack always", Always, Has(parser::FEATURE_XNACK_ALWAYS));
  }
}

TEST(Processor, MachineNumbersAreLlvms) {
  for (const Processor &P : processors()) {
    auto Object = oracle::assemble(
        P.Name, "", P.isGeneric() ? ".amdhsa_code_object_version 6\n" : "");
    ASSERT_TRUE(Object.Ok) << P.Name.str() << ": " << Object.Message;
    EXPECT_FACT(P, "ELF machine", P.ElfMachine,
                Object.ElfFlags & llvm::ELF::EF_AMDGPU_MACH);
    EXPECT_EQ(findProcessorByElfMachine(P.ElfMachine), &P);
    unsigned GenericVersion =
        Object.ElfFlags >> llvm::ELF::EF_AMDGPU_GENERIC_VERSION_OFFSET;
    EXPECT_FACT(P, "generic version", P.GenericVersion, GenericVersion);
  }
}

// The names keep this honest: LLVM renames a reserved number when it assigns
// it.
TEST(Processor, EveryMachineNumberLlvmAssignsHasARow) {
  using namespace llvm::ELF;
  std::set<unsigned> Reserved = {EF_AMDGPU_MACH_AMDGCN_RESERVED_0X27,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X40,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4B,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4D,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X50,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X56,
                                 EF_AMDGPU_MACH_AMDGCN_RESERVED_0X57,
                                 0x5b,
                                 0x5c,
                                 0x5d,
                                 0x5e};
  for (unsigned Machine = 0; Machine < 256; ++Machine) {
    bool Assigned = Machine >= EF_AMDGPU_MACH_AMDGCN_FIRST &&
                    Machine <= EF_AMDGPU_MACH_AMDGCN_LAST &&
                    !Reserved.count(Machine);
    EXPECT_EQ(findProcessorByElfMachine(Machine) != nullptr, Assigned)
        << Machine;
  }
}

/// The LDS size in the one feature "addressablelocalmemorysize...".
static unsigned ldsSize(const std::set<std::string> &Features) {
  unsigned Size = 0;
  for (llvm::StringRef Feature : Features)
    if (Feature.consume_front("addressablelocalmemorysize")) {
      EXPECT_FALSE(Feature.getAsInteger(10, Size));
    }
  return Size;
}

TEST(Processor, SubtargetFeaturesAreLlvms) {
  for (const Processor &P : processors()) {
    const std::set<std::string> &Features = oracle::features(P.Name);
    auto Has = [&](const char *Name) { return Features.count(Name) == 1; };
    const FamilyFacts &F = P.family();
    EXPECT_FACT(P, "xnack", P.Features.has(Feature::Xnack),
                Has("xnack-support"));
    EXPECT_FACT(P, "sramecc", P.Features.has(Feature::SramEcc),
                Has("sramecc-support"));
    EXPECT_FACT(P, "kernarg preload", P.Features.has(Feature::KernargPreload),
                Has("kernarg-preload"));
    EXPECT_FACT(P, "generic address space", P.GenericAddressSpace,
                Has("flat-address-space"));
    EXPECT_FACT(P, "architected flat scratch",
                P.Scratch == FlatScratch::Architected,
                Has("architected-flat-scratch"));
    EXPECT_FACT(P, "packed work-item ids", P.PackedWorkItemIds,
                Has("packed-tid"));
    EXPECT_FACT(P, "LDS size", P.LdsSize, ldsSize(Features));
    EXPECT_FACT(P, "1024 VGPRs", P.Vgprs.front().Addressable == 1024,
                Has("1024-addressable-vgprs"));
    EXPECT_FACT(P, "1.5 times the VGPRs", P.Vgprs.front().Total == 1536,
                Has("allocate1_5xvgprs"));
    EXPECT_FACT(P, "AGPRs", P.Accumulators != Agprs::None, Has("mai-insts"));
    EXPECT_FACT(P, "unified AGPRs", P.Accumulators == Agprs::Unified,
                Has("gfx90a-insts"));
    EXPECT_FACT(P, "SGPR init bug", P.SgprInitBug, Has("sgpr-init-bug"));
    EXPECT_FACT(P, "architected SGPRs", F.ArchitectedSgprs,
                Has("architected-sgprs"));
    EXPECT_FACT(P, "native wave size", P.nativeWaveSize(),
                Has("wavefrontsize64") ? 64u : 32u);
    EXPECT_FACT(P, "one native wave size", Has("wavefrontsize32"),
                !Has("wavefrontsize64"));
    EXPECT_FACT(P, "store counter",
                F.counter(Counter::Vs) || F.counter(Counter::Store),
                Has("vscnt"));
    EXPECT_FACT(P, "xcnt", F.counter(Counter::X) != nullptr, Has("wait-xcnt"));
    EXPECT_FACT(P, "split barriers", F.Barriers.Split, Has("gfx12-insts"));
    EXPECT_FACT(P, "LDS DMA", F.LdsDma, Has("vmem-to-lds-load-insts"));
    EXPECT_FACT(P, "clusters", F.Barriers.Cluster, Has("clusters"));
  }
}

// LLVM leaves the bit of gfx125x unset; its code generator is the judge there.
TEST(Processor, BackOffBarrierIsLlvms) {
  for (const Processor &P : processors()) {
    bool Bit = oracle::features(P.Name).count("back-off-barrier");
    if (P.FamilyId != Family::GFX125) {
      EXPECT_FACT(P, "BackOffBarrier", P.family().Barriers.BackOff, Bit);
    }
  }
}

TEST(Processor, GenericMembersShareTheirTargetsShape) {
  for (const Processor &Generic : processors())
    for (const GenericMember &M : Generic.Members) {
      const Processor &P = *findProcessor(M.Name);
      EXPECT_FACT(P, "family", P.FamilyId, Generic.FamilyId);
      EXPECT_FACT(P, "flat scratch", P.Scratch, Generic.Scratch);
      EXPECT_FACT(P, "work-item ids", P.PackedWorkItemIds,
                  Generic.PackedWorkItemIds);
      EXPECT_LE(Generic.LdsSize, P.LdsSize) << M.Name.str();
      EXPECT_EQ(Generic.Vgprs.size(), P.Vgprs.size()) << M.Name.str();
    }
}

// What none of LLVM's tools shows, restated: the SGPR granules ("Kernel
// Descriptor" of spec/002 for GFX9, LLVM's register allocation for GFX6 to
// GFX8), the SGPRs of a trap handler, and the widths of the counters that
// nothing is ever counted up to.
TEST(Processor, WhatLlvmDoesNotShow) {
  EXPECT_EQ(findProcessor("gfx950")->LdsGranule, 320u * 4);
  for (const Processor &P : processors()) {
    unsigned Major = P.Isa.Major;
    EXPECT_FACT(P, "SGPR granule", P.SgprGranule,
                Major >= 10  ? 0u
                : Major >= 8 ? 16u
                             : 8u);
    EXPECT_FACT(P, "trap handler SGPRs", P.family().TrapHandlerSgprs,
                Major >= 10 ? 0u : 16u);
    for (Counter Id : {Counter::Vs, Counter::Store, Counter::Async})
      if (const CounterFacts *C = P.family().counter(Id)) {
        EXPECT_FACT(P, counterName(Id).str(), C->Width, 6u);
      }
  }
}

TEST(Processor, LookUps) {
  const Processor &P = *findProcessor("gfx1100");
  EXPECT_TRUE(P.supportsWaveSize(64));
  EXPECT_FALSE(P.supportsWaveSize(16));
  EXPECT_EQ(P.vgprs(64)->Granule, 12u);
  EXPECT_EQ(P.vgprs(0), nullptr);
  EXPECT_EQ(P.member("gfx1100"), nullptr);
  EXPECT_EQ(P.family().counter(Counter::Tensor), nullptr);
  EXPECT_EQ(families().size(), 11u);
}
