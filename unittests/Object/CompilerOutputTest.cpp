//===- CompilerOutputTest.cpp - No findings about what compilers emit -----===//
// Kernels of many shapes, compiled by LLVM for every processor, wave size, mode
// and code object version: checkDescriptor() must have nothing to say about any
// of them, nor checkKernelCode() about those for Mesa; and the resources must
// be what the compiler's own report says.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Object/KernelDescriptor.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;

static const char Shapes[] = R"(
@fixed = internal addrspace(3) global [250 x i32] poison
@dynamic = external addrspace(3) global [0 x i32]
declare void @outside()
declare void @llvm.trap()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.queue.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()

define amdgpu_kernel void @empty() { ret void }
define amdgpu_kernel void @nothing() #0 { ret void }
define amdgpu_kernel void @ids(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %g = call i32 @llvm.amdgcn.workgroup.id.z()
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  store volatile i32 %z, ptr addrspace(1) %p
  store volatile i32 %g, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @pointers(ptr addrspace(1) %p) {
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %q = call ptr addrspace(4) @llvm.amdgcn.queue.ptr()
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  store volatile ptr addrspace(4) %d, ptr addrspace(1) %p
  store volatile ptr addrspace(4) %q, ptr addrspace(1) %p
  store volatile ptr addrspace(4) %i, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @lds(i32 %i) {
  %a = getelementptr i32, ptr addrspace(3) @fixed, i32 %i
  %b = getelementptr i32, ptr addrspace(3) @dynamic, i32 %i
  store volatile i32 %i, ptr addrspace(3) %a
  store volatile i32 %i, ptr addrspace(3) %b
  ret void
}
define amdgpu_kernel void @stack(i32 %i) {
  %a = alloca [100 x i32], addrspace(5)
  %e = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 %i, ptr addrspace(5) %e
  ret void
}
define amdgpu_kernel void @dynamic_stack(i32 %i) {
  %a = alloca i32, i32 %i, addrspace(5)
  store volatile i32 %i, ptr addrspace(5) %a
  ret void
}
define amdgpu_kernel void @calls() { call void @outside() ret void }
define amdgpu_kernel void @traps() { call void @llvm.trap() ret void }
define amdgpu_kernel void @vgprs() {
  call void asm sideeffect "", "~{v200}"()
  ret void
}
define amdgpu_kernel void @all_vgprs() #1 {
  call void asm sideeffect "", "~{v255}"()
  ret void
}
define amdgpu_kernel void @sgprs() {
  call void asm sideeffect "", "~{s85},~{vcc}"()
  ret void
}
define amdgpu_kernel void @modes(float %f, ptr addrspace(1) %p) #2 {
  %g = fadd float %f, 1.0
  store volatile float %g, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @many([100 x i32] %a, ptr addrspace(1) %p) {
  %e = extractvalue [100 x i32] %a, 77
  store volatile i32 %e, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "amdgpu-no-dispatch-ptr" "amdgpu-no-queue-ptr"
  "amdgpu-no-dispatch-id" "amdgpu-no-implicitarg-ptr"
  "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y"
  "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x"
  "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z"
  "amdgpu-no-flat-scratch-init" }
attributes #1 = { "amdgpu-flat-work-group-size"="1,64"
  "amdgpu-waves-per-eu"="1,1" }
attributes #2 = { "amdgpu-ieee"="false" "amdgpu-dx10-clamp"="false"
  "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
)";

static const char Accumulators[] = R"(
define amdgpu_kernel void @agprs() #1 {
  call void asm sideeffect "", "~{v40},~{a31}"()
  ret void
}
)";
static const char Preloading[] = R"(
define amdgpu_kernel void @preload(ptr addrspace(1) inreg %p, i32 inreg %i,
                                   i32 inreg %j, [12 x i32] inreg %rest) {
  store volatile i32 %i, ptr addrspace(1) %p
  store volatile i32 %j, ptr addrspace(1) %p
  ret void
}
)";
static const char NamedBarriers[] = R"(
@first = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@more = internal addrspace(3)
  global [5 x target("amdgcn.named.barrier", 0)] poison
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
define amdgpu_kernel void @named() {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @first)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @more)
  ret void
}
)";
static const char Images[] = R"(
declare <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32(i32, i32, <8 x i32>,
                                                         i32, i32)
define amdgpu_kernel void @image(<8 x i32> %t, ptr addrspace(1) %p) {
  %v = call <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32(
      i32 15, i32 0, <8 x i32> %t, i32 0, i32 0)
  store volatile <4 x float> %v, ptr addrspace(1) %p
  ret void
}
)";

static std::string moduleFor(const Processor &P, unsigned Version) {
  std::string Text = Shapes;
  if (P.Accumulators != Agprs::None)
    Text += Accumulators;
  if (P.Features.has(Feature::KernargPreload))
    Text += Preloading;
  if (P.family().Barriers.Named)
    Text += NamedBarriers;
  else if (P.FamilyId != Family::GFX90A && P.FamilyId != Family::GFX942)
    Text += Images;
  Text += "!llvm.module.flags = !{!0}\n"
          "!0 = !{i32 1, !\"amdhsa_code_object_version\", i32 " +
          std::to_string(Version * 100) + "}\n";
  return Text;
}

//===----------------------------------------------------------------------===//
// Silence
//===----------------------------------------------------------------------===//

static void expectSilence(const Processor &P, const oracle::Machine &M,
                          unsigned Version, unsigned &Kernels) {
  SCOPED_TRACE(M.Cpu + " " + M.Features + " V" + std::to_string(Version));
  llvm::Expected<std::string> Object =
      oracle::compile(moduleFor(P, Version), M, oracle::Output::Object);
  ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  auto Descriptors = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
  ASSERT_GE(Descriptors.size(), 14u);
  Kernels += Descriptors.size();
  for (auto &[Name, Bytes] : Descriptors)
    for (const Finding &F :
         checkDescriptor(KernelDescriptor::read(Bytes), P, {}))
      ADD_FAILURE() << Name << ": " << F.Message;
}

TEST(CompilerOutput, HasNoFindings) {
  unsigned Kernels = 0;
  for (const Processor &P : processors()) {
    std::vector<std::string> Modes = {""};
    if (P.Features.has(Feature::WavefrontSize64))
      Modes.push_back("+wavefrontsize64");
    if (P.Features.has(Feature::CuMode))
      Modes.push_back("+cumode");
    if (P.Features.has(Feature::TgSplit))
      Modes.push_back("+tgsplit");
    for (const std::string &Mode : Modes)
      expectSilence(P, {P.Name.str(), "amdgcn-amd-amdhsa", Mode}, 6, Kernels);
    for (unsigned Version : {4, 5})
      if (!P.isGeneric()) // Those need V6.
        expectSilence(P, {P.Name.str()}, Version, Kernels);
  }
  EXPECT_GT(Kernels, 2000u);
}

/// LLVM 22 keeps five of the six bits of the count: it writes 0 for 32, and its
/// own assembler rejects the result. That is a finding, and a right one.
TEST(CompilerOutput, LosesACountOf32UserSgprsOnGfx125) {
  const char Ir[] = R"(
define amdgpu_kernel void @k([30 x i32] inreg %a) { ret void }
)";
  llvm::Expected<std::string> Object =
      oracle::compile(Ir, {"gfx1250"}, oracle::Output::Object);
  ASSERT_TRUE(bool(Object));
  KernelDescriptor D = KernelDescriptor::read(
      oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size)["k"]);
  std::vector<Finding> Found =
      checkDescriptor(D, *findProcessor("gfx1250"), {});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Id, Diag::UserSGPRCount);
  EXPECT_EQ(Found[0].Message,
            "32 user SGPRs are enabled, but USER_SGPR_COUNT is 0");
}

TEST(CompilerOutput, ForMesaHasNoFindings) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    llvm::Expected<std::string> Object =
        oracle::compile(moduleFor(P, 6), {P.Name.str(), "amdgcn--mesa3d"},
                        oracle::Output::Object);
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    auto Headers = oracle::bytesAt(*Object, "", AmdKernelCode::Size);
    for (const char *Name : {"empty", "ids", "lds", "stack", "vgprs", "many"}) {
      ASSERT_TRUE(Headers.contains(Name)) << Name;
      AmdKernelCode K = AmdKernelCode::read(Headers[Name]);
      EXPECT_EQ(K.VersionMajor, 1u);
      for (const Finding &F : checkKernelCode(K, P, {}))
        ADD_FAILURE() << Name << ": " << F.Message;
    }
  }
}

static const char Shaders[] = R"(
define amdgpu_cs void @cs(i32 inreg %a) {
  call void asm sideeffect "", "~{v20},~{s30}"()
  ret void
}
define amdgpu_ps float @ps(i32 inreg %a, float %f) { ret float %f }
define amdgpu_vs float @vs(i32 inreg %a, float %f) { ret float %f }
define amdgpu_gs void @gs() {
  %a = alloca [10 x i32], addrspace(5)
  store volatile [10 x i32] zeroinitializer, ptr addrspace(5) %a
  ret void
}
)";

/// Whole objects, of shaders and without metadata from a front end.
TEST(CompilerOutput, OfShadersHasNoFindings) {
  for (const Processor &P : processors())
    for (const char *Triple : {"amdgcn--amdpal", "amdgcn--mesa3d"}) {
      SCOPED_TRACE(P.Name.str() + " " + Triple);
      llvm::Expected<std::string> Bytes = oracle::compile(
          Shaders, {P.Name.str(), Triple}, oracle::Output::Object);
      ASSERT_TRUE(bool(Bytes)) << llvm::toString(Bytes.takeError());
      CodeObject Object = inputs::read(*Bytes);
      for (const Finding &F : Object.Findings)
        ADD_FAILURE() << F.Where.Entity << ": " << F.Message;
      for (const Finding &F : checkCodeObject(Object))
        ADD_FAILURE() << F.Where.Entity << ": " << F.Message;
    }
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

static KernelResources resources(const std::string &Object,
                                 llvm::StringRef Kernel, const Processor &P) {
  auto Descriptors = oracle::bytesAt(Object, ".kd", KernelDescriptor::Size);
  auto Found = Descriptors.find(Kernel.str());
  EXPECT_NE(Found, Descriptors.end()) << Kernel.str();
  return resourcesOf(KernelDescriptor::read(Found->second), P);
}

TEST(CompilerOutput, ResourcesAreWhatTheSourceAsksFor) {
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    llvm::Expected<std::string> Object = oracle::compile(
        moduleFor(P, 6), {P.Name.str()}, oracle::Output::Object);
    ASSERT_TRUE(bool(Object));
    EXPECT_EQ(resources(*Object, "lds", P).LdsBytes, 1000u);
    EXPECT_GE(resources(*Object, "stack", P).ScratchBytes, 400u);
    EXPECT_TRUE(resources(*Object, "dynamic_stack", P).UsesDynamicStack);
    EXPECT_EQ(resources(*Object, "empty", P).WaveSize, P.nativeWaveSize());
    unsigned Granule = P.vgprs(P.nativeWaveSize())->EncodingGranule;
    EXPECT_EQ(resources(*Object, "vgprs", P).Vgprs,
              (201 + Granule - 1) / Granule * Granule);
    EXPECT_GE(resources(*Object, "many", P).KernargBytes, 408u);
    if (P.Accumulators == Agprs::Unified) {
      EXPECT_EQ(resources(*Object, "agprs", P).ArchVgprs, 44u);
      EXPECT_GE(resources(*Object, "agprs", P).Agprs, 32u);
    }
    if (P.family().Barriers.Named) {
      EXPECT_EQ(resources(*Object, "named", P).NamedBarriers, 8u);
    }
    if (P.Features.has(Feature::KernargPreload)) {
      EXPECT_GE(resources(*Object, "preload", P).PreloadLength, 2u);
    }
  }
}
