//===- RecognizeTest.cpp - Instructions of LLVM IR as operations ----------===//
// Each test is a function body; what is recognised is written down in one line
// an instruction and compared.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/Recognize.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

static constexpr llvm::StringLiteral Kinds[] = {
    "load",    "store",      "rmw",       "cmpxchg",
    "fence",   "load.vis",   "store.av",  "barrier",
    "lds-dma", "async-load", "asyncmark", "wait.asyncmark"};

static void printOperation(llvm::raw_ostream &OS, const Recognized &R) {
  const Operation &Op = R.Op;
  OS << Kinds[unsigned(Op.Kind)];
  if (Op.Kind == OpKind::Barrier) {
    OS << ' ' << barrierOpName(Op.Action) << ' ' << Op.Object.str();
    if (Op.Members)
      OS << " members " << unsigned(Op.Members);
    return;
  }
  if (Op.Kind == OpKind::WaitAsyncMark)
    OS << ' ' << Op.Marks;
  if (Op.Kind >= OpKind::AsyncMark)
    return;
  if (Op.isAtomic())
    OS << ' ' << orderingName(Op.Order);
  if (Op.Kind == OpKind::CmpXchg)
    OS << ' ' << orderingName(Op.FailureOrder);
  if (Op.isAtomic() || Op.Kind == OpKind::LoadVisible ||
      Op.Kind == OpKind::StoreAvailable)
    OS << ' ' << scopeName(Op.Reach);
  if (Op.Kind != OpKind::Fence)
    OS << ' ' << addressSpaceName(Op.Space) << ' ' << unsigned(Op.Bits);
  if (R.Parts != 1)
    OS << 'x' << R.Parts;
  OS << (Op.Volatile ? " volatile" : "")
     << (Op.NonTemporal ? " nontemporal" : "")
     << (Op.LastUse ? " last-use" : "") << (Op.HasResult ? "" : " no-result")
     << (R.Buffer ? " buffer" : "");
  if (R.Aux)
    OS << " aux " << R.Aux;
  if (Op.Kind == OpKind::ReadModifyWrite)
    OS << " modify " << unsigned(Op.Modify);
  if (Op.Group != Cooperative::No)
    OS << " group " << unsigned(Op.Group);
  if (Op.Tags.NoAv)
    OS << " noav";
  for (AddressSpace Space : {AddressSpace::Global, AddressSpace::Local})
    if (Op.Tags.Synchronize.has(Space))
      OS << " orders " << addressSpaceName(Space);
}

/// One line an instruction that is not nothing.
static std::string recognized(llvm::StringRef Body,
                              llvm::StringRef Globals = "") {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  std::string Text =
      ("target triple = \"amdgcn-amd-amdhsa\"\n" + Globals +
       "\ndefine void @f(ptr %f, ptr addrspace(1) %g, ptr addrspace(3) %l, "
       "ptr addrspace(4) %c, ptr addrspace(5) %p, ptr addrspace(7) %b, "
       "ptr addrspace(8) %r, i32 %n) {\n" +
       Body + "\nret void\n}\n")
          .str();
  std::unique_ptr<llvm::Module> M =
      llvm::parseAssemblyString(Text, Problem, Context);
  if (!M)
    return "does not parse: " + Problem.getMessage().str();
  M->setDataLayout(M->getTargetTriple().computeDataLayout());
  hideFromVerifier(*M);
  Recognizer Names(*M);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (llvm::Instruction &I : llvm::instructions(*M->getFunction("f"))) {
    Recognized R = Names.recognize(I);
    switch (R.Role) {
    case Role::Nothing:
      continue;
    case Role::Operation:
      printOperation(OS, R);
      break;
    case Role::Access:
      OS << "access " << R.Text;
      break;
    case Role::Machine:
      OS << "machine " << R.Text;
      if (R.Counted)
        OS << " counts " << counterName(*R.Counted);
      break;
    case Role::Call:
      OS << "call " << R.Text;
      break;
    case Role::Unknown:
      OS << "unknown: " << R.Text;
      break;
    }
    OS << (isSynchronizing(R) ? "\n" : " (plain)\n");
  }
  return Out;
}

TEST(Recognize, PlainAccessesAndTheirWidths) {
  EXPECT_EQ(recognized("%a = load i1, ptr %f\n"
                       "%b1 = load i16, ptr addrspace(1) %g\n"
                       "%c1 = load <3 x float>, ptr addrspace(3) %l\n"
                       "%d = load <8 x i32>, ptr addrspace(4) %c\n"
                       "store ptr addrspace(1) %g, ptr addrspace(5) %p\n"
                       "%e = load {i32, i64}, ptr addrspace(1) %g"),
            "load generic 8 (plain)\n"
            "load global 16 (plain)\n"
            "load local 96 (plain)\n"
            "load constant 128x2 (plain)\n"
            "store private 64 (plain)\n"
            "load global 128 (plain)\n");
}

TEST(Recognize, VolatileNontemporalAndLastUse) {
  EXPECT_EQ(recognized("%a = load volatile i32, ptr %f\n"
                       "store i32 1, ptr addrspace(1) %g, !nontemporal !0\n"
                       "%b1 = load i32, ptr addrspace(1) %g, "
                       "!amdgpu.last.use !1\n"
                       "store volatile i32 1, ptr addrspace(1) %g, "
                       "!nontemporal !0",
                       "!0 = !{i32 1}\n!1 = !{}"),
            "load generic 32 volatile\n"
            "store global 32 nontemporal (plain)\n"
            "load global 32 last-use (plain)\n"
            "store global 32 volatile nontemporal\n");
}

TEST(Recognize, AtomicsWithTheirScopes) {
  EXPECT_EQ(
      recognized(
          "%a = load atomic i32, ptr addrspace(1) %g syncscope(\"agent\") "
          "acquire, align 4\n"
          "store atomic i64 1, ptr %f syncscope(\"workgroup-one-as\") release, "
          "align 8\n"
          "%b1 = atomicrmw umax ptr addrspace(3) %l, i32 1 seq_cst\n"
          "%c1 = atomicrmw add ptr addrspace(1) %g, i32 %b1 "
          "syncscope(\"one-as\") monotonic\n"
          "%d = cmpxchg ptr addrspace(1) %g, i64 1, i64 2 "
          "syncscope(\"wavefront\") acq_rel monotonic\n"
          "%e = load atomic i32, ptr addrspace(1) %g unordered, align 4\n"),
      "load acquire agent global 32\n"
      "store release workgroup-one-as generic 64\n"
      "rmw seq_cst system local 32 modify 8\n"
      "rmw monotonic system-one-as global 32 no-result modify 1\n"
      "cmpxchg acq_rel monotonic wavefront global 64 no-result\n"
      "load unordered system global 32\n");
}

TEST(Recognize, WhatTakesALoopNeedsTheOldValue) {
  EXPECT_EQ(
      recognized("%a = atomicrmw fadd ptr addrspace(1) %g, float 1.0 release\n"
                 "%b1 = atomicrmw nand ptr addrspace(3) %l, i32 1 monotonic\n"
                 "%c1 = atomicrmw add ptr addrspace(1) %g, i8 1 monotonic\n"
                 "%d = atomicrmw xor ptr addrspace(1) %g, i16 1 monotonic\n"
                 "%e = cmpxchg ptr addrspace(1) %g, i8 1, i8 2 monotonic "
                 "monotonic"),
      "rmw release system global 32 modify 12\n"
      "rmw monotonic system local 32 modify 12\n"
      "rmw monotonic system global 8 modify 1\n"
      "rmw monotonic system global 32 no-result modify 5\n"
      "cmpxchg monotonic monotonic system global 8\n");
}

TEST(Recognize, FencesAndTheirTags) {
  EXPECT_EQ(recognized("fence syncscope(\"workgroup\") acq_rel\n"
                       "fence syncscope(\"agent\") release, !mmra !0\n"
                       "fence acquire, !mmra !3\n"
                       "fence seq_cst, !mmra !4\n"
                       "store atomic i32 1, ptr addrspace(1) %g release, "
                       "align 4, !mmra !3",
                       "!0 = !{!\"amdgpu-synchronize-as\", !\"local\"}\n"
                       "!1 = !{!\"amdgcn-av\", !\"none\"}\n"
                       "!3 = !{!0, !1}\n"
                       "!4 = !{!\"foo\", !\"bar\"}"),
            "fence acq_rel workgroup\n"
            "fence release agent orders local\n"
            "fence acquire system noav orders local\n"
            "fence seq_cst system\n"
            "store release system global 32 noav\n");
}

TEST(Recognize, WhatIsWrongWithAScopeOrATagIsUnknown) {
  EXPECT_EQ(recognized("fence syncscope(\"block\") acq_rel\n"
                       "fence acquire, !mmra !0\n"
                       "fence acquire, !mmra !1\n"
                       "fence acquire, !mmra !2",
                       "!0 = !{!\"amdgpu-as\", !\"local\"}\n"
                       "!1 = !{!\"amdgpu-synchronize-as\", !\"image\"}\n"
                       "!2 = !{!\"amdgcn-av\", !\"all\"}"),
            "unknown: syncscope(\"block\") is no scope of AMDGPU\n"
            "unknown: the tag amdgpu-as is now called amdgpu-synchronize-as\n"
            "unknown: amdgpu-synchronize-as is local or global, not image\n"
            "unknown: amdgcn-av is none, not all\n");
}

TEST(Recognize, BufferPointersAreAccessesUnlessTheySynchronize) {
  EXPECT_EQ(recognized("%a = load i32, ptr addrspace(7) %b\n"
                       "%a1 = load atomic i32, ptr addrspace(7) %b acquire, "
                       "align 4\n"
                       "%a2 = load i32, ptr addrspace(2) null\n"
                       "%a3 = load i32, ptr addrspace(77) null"),
            "access load through a buffer-fat-pointer (plain)\n"
            "unknown: an access through a buffer-fat-pointer that is atomic or "
            "volatile is not modelled\n"
            "unknown: accesses of the region address space are not modelled\n"
            "unknown: there is no address space 77\n");
}

TEST(Recognize, Barriers) {
  EXPECT_EQ(
      recognized(
          "call void @llvm.amdgcn.s.barrier()\n"
          "call void @llvm.amdgcn.s.barrier.signal(i32 -3)\n"
          "call void @llvm.amdgcn.s.barrier.wait(i16 -1)\n"
          "%a = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)\n"
          "call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @zb, i32 4)\n"
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @ab)\n"
          "call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) "
          "getelementptr (i8, ptr addrspace(3) @mb, i32 16), i32 0)\n"
          "call void @llvm.amdgcn.s.barrier.leave(i16 1)\n"
          "call void @llvm.amdgcn.s.cluster.barrier()",
          "@zb = internal addrspace(3) global target(\"amdgcn.named.barrier\", "
          "0) poison\n"
          "@ab = internal addrspace(3) global target(\"amdgcn.named.barrier\", "
          "0) poison\n"
          "@mb = internal addrspace(3) global [3 x "
          "target(\"amdgcn.named.barrier\", 0)] poison\n"),
      "barrier barrier workgroup\n"
      "barrier barrier.arrive cluster\n"
      "barrier barrier.wait workgroup\n"
      "barrier barrier.arrive.isfirst workgroup\n"
      "barrier barrier.init named 5 members 4\n"
      "barrier barrier.join named 1\n"
      "barrier barrier.arrive named 3\n"
      "barrier barrier.leave null\n"
      "barrier barrier cluster\n");
}

TEST(Recognize, ABarrierThatIsNotConstantIsUnknown) {
  EXPECT_EQ(
      recognized(
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %l)\n"
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @x)\n"
          "call void @llvm.amdgcn.s.barrier.signal(i32 17)\n"
          "call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @b, i32 %n)",
          "@x = internal addrspace(3) global i32 poison\n"
          "@b = internal addrspace(3) global target(\"amdgcn.named.barrier\", "
          "0) poison\n"),
      "unknown: which barrier is meant is neither a number that exists nor a "
      "global\n"
      "unknown: which barrier is meant is neither a number that exists nor a "
      "global\n"
      "unknown: which barrier is meant is neither a number that exists nor a "
      "global\n"
      "unknown: the count of a barrier is not a constant\n");
}

TEST(Recognize, LdsDmaAndAsyncOperations) {
  EXPECT_EQ(
      recognized(
          "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr "
          "addrspace(3) %l, i32 4, i32 0, i32 0)\n"
          "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, "
          "ptr addrspace(3) %l, i32 16, i32 0, i32 0, i32 0, i32 1)\n"
          "call void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1) %g, ptr "
          "addrspace(3) %l, i32 2, i32 0, i32 0)\n"
          "call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr "
          "addrspace(8) %r, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 0, "
          "i32 0)\n"
          "call void @llvm.amdgcn.load.async.to.lds(ptr addrspace(1) %g, ptr "
          "addrspace(3) %l)\n"
          "call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr "
          "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)\n"
          "call void @llvm.amdgcn.asyncmark()\n"
          "call void @llvm.amdgcn.wait.asyncmark(i16 2)\n"
          "call void @llvm.amdgcn.global.store.async.from.lds.b32(ptr "
          "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)\n"
          "call void @llvm.amdgcn.cluster.load.async.to.lds.b64(ptr "
          "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0, i32 %n)\n"
          "call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> poison, <8 x "
          "i32> poison, i32 0)",
          "declare void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr "
          "addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)\n"
          "declare void @llvm.amdgcn.load.async.to.lds(ptr addrspace(1), ptr "
          "addrspace(3))\n"
          "declare void @llvm.amdgcn.asyncmark()\n"
          "declare void @llvm.amdgcn.wait.asyncmark(i16)\n"),
      "lds-dma global 32\n"
      "lds-dma global 128 buffer aux 1\n"
      "lds-dma global 16\n"
      "async-load global 32 buffer\n"
      "async-load global 32\n"
      "async-load global 128\n"
      "asyncmark\n"
      "wait.asyncmark 2\n"
      "machine global_store_async_from_lds_b32 counts asynccnt\n"
      "machine cluster_load_async_to_lds_b64 counts asynccnt\n"
      "machine tensor_load_to_lds counts tensorcnt\n");
}

TEST(Recognize, OperandsOfAsyncOperationsMustBeConstant) {
  EXPECT_EQ(
      recognized(
          "%w = trunc i32 %n to i16\n"
          "call void @llvm.amdgcn.wait.asyncmark(i16 %w)\n"
          "call void @llvm.amdgcn.load.async.to.lds(ptr addrspace(1) %g, ptr "
          "addrspace(3) %l, i32 %n, i32 0)\n"
          "call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, "
          "ptr addrspace(3) %l, i32 4, i32 %n)\n"
          "call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, "
          "ptr addrspace(3) %l, i32 64, i32 0)\n",
          "declare void @llvm.amdgcn.load.async.to.lds(ptr addrspace(1), ptr "
          "addrspace(3), i32, i32)\n"
          "declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), "
          "ptr addrspace(3), i32, i32)\n"
          "declare void @llvm.amdgcn.wait.asyncmark(i16)\n"),
      "unknown: wait.asyncmark takes a constant number of marks\n"
      "unknown: how many bytes are loaded to LDS is not a constant from 1 to "
      "16\n"
      "unknown: the cache policy is not a constant\n"
      "unknown: how many bytes are loaded to LDS is not a constant from 1 to "
      "16\n");
}

TEST(Recognize, AvailabilityAndCooperativeAtomics) {
  EXPECT_EQ(
      recognized(
          "%a = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr "
          "addrspace(1) %g, metadata !0)\n"
          "call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %g, <4 "
          "x i32> %a, metadata !1)\n"
          "call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %g, <4 "
          "x i32> %a, metadata !2)\n"
          "%b1 = call <2 x i32> "
          "@llvm.amdgcn.cooperative.atomic.load.16x8B.p1(ptr addrspace(1) %g, "
          "i32 2, metadata !0)\n"
          "call void @llvm.amdgcn.cooperative.atomic.store.32x4B.p0(ptr %f, "
          "i32 1, i32 3, metadata !3)\n",
          "declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr "
          "addrspace(1), metadata)\n"
          "declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 "
          "x i32>, metadata)\n"
          "!0 = !{!\"agent\"}\n!1 = !{!\"\"}\n!2 = !{!\"block\"}\n"
          "!3 = !{!\"workgroup\"}\n"),
      "load.vis agent global 128\n"
      "store.av system global 128\n"
      "unknown: \"block\" is no scope of AMDGPU\n"
      "load acquire agent global 64 group 2\n"
      "store release workgroup generic 32 group 1\n");
}

TEST(Recognize, MachineCodeAsWritten) {
  EXPECT_EQ(recognized(
                "call void @llvm.amdgcn.s.waitcnt(i32 3952)\n"
                "call void @llvm.amdgcn.s.wait.loadcnt(i16 1)\n"
                "call void @llvm.amdgcn.buffer.wbinvl1.vol()\n"
                "call void asm sideeffect \"s_waitcnt vmcnt(0)\\0A  s_nop "
                "0\\0A\", \"~{memory}\"()\n"
                "call void asm sideeffect \"\", \"~{memory}\"()\n"
                "%a = call i32 asm \"v_mov_b32 $0, 1\", \"=v\"() memory(none)\n"
                "call void @llvm.amdgcn.s.sleep(i32 1)\n"
                "call void @llvm.amdgcn.wave.barrier()\n"
                "%i = call i32 @llvm.amdgcn.workitem.id.x()\n"),
            "machine s_waitcnt 0xf70\n"
            "machine s_wait_loadcnt 0x1\n"
            "machine buffer_wbinvl1_vol\n"
            "machine s_waitcnt vmcnt(0)\ns_nop 0\n");
}

TEST(Recognize, AccessesByIntrinsicsAndCalls) {
  EXPECT_EQ(
      recognized("%a = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr "
                 "addrspace(8) %r, i32 0, i32 0, i32 0)\n"
                 "call void @llvm.memset.p1.i64(ptr addrspace(1) %g, i8 0, i64 "
                 "16, i1 false)\n"
                 "call void @llvm.memset.p1.i64(ptr addrspace(1) %g, i8 0, i64 "
                 "16, i1 true)\n"
                 "call void @llvm.assume(i1 true)\n"
                 "call void @g()\n"
                 "call void @pure()\n"
                 "call void %f()\n"
                 "call void @llvm.amdgcn.frobnicate()\n",
                 "declare void @g()\ndeclare void @pure() memory(none)\n"
                 "declare void @llvm.amdgcn.frobnicate()\n"),
      "access llvm.amdgcn.raw.ptr.buffer.load.i32 (plain)\naccess "
      "llvm.memset.p1.i64 (plain)\nunknown: llvm.memset.p1.i64 that is atomic "
      "or volatile is not modelled\ncall g\ncall \nunknown: "
      "llvm.amdgcn.frobnicate may access memory and is unknown here\n");
}
