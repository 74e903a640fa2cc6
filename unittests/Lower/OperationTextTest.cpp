//===- OperationTextTest.cpp - Operations as text -------------------------===//
// Words and litmus spellings against values; LLVM's spelling against LLVM: of
// every instruction that can be written with the orderings, scopes and address
// spaces, both parsers must say the same, whether it is allowed and what it is.
// What is printed must parse to the same operation.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;

/// The operation, printed; or the error's name, column and message.
static std::string read(llvm::StringRef Text) {
  llvm::Expected<Operation> Op = parseOperation(Text);
  if (Op) {
    std::string Printed = printOperation(*Op);
    llvm::Expected<Operation> Again = parseOperation(Printed);
    if (!Again) {
      llvm::consumeError(Again.takeError());
      return "does not parse again: " + Printed;
    }
    EXPECT_TRUE(*Again == *Op) << Printed;
    return Printed;
  }
  std::string Result;
  for (const Finding &F : takeFindings(Op.takeError(), Diag::Usage, ""))
    Result += kindOf(F.Id).Name.str() + ":" + std::to_string(F.Where.Column) +
              ": " + F.Message;
  return Result;
}

struct Case {
  const char *Text, *Wanted;
};

TEST(OperationText, WordsInAnyOrder) {
  const Case Cases[] = {
      {"store atomic release agent global",
       "store atomic release agent global"},
      {"store global agent release atomic",
       "store atomic release agent global"},
      {"load atomic acquire workgroup-one-as generic",
       "load atomic acquire workgroup-one-as generic"},
      {"load atomic seq_cst", "load atomic seq_cst system global"},
      {"atomicrmw add acq_rel agent local",
       "atomicrmw add acq_rel agent local"},
      {"atomicrmw xchg noret monotonic lds i64",
       "atomicrmw xchg monotonic system local i64 noret"},
      {"atomicrmw nand monotonic", "atomicrmw other monotonic system global"},
      {"cmpxchg acq_rel monotonic system global",
       "cmpxchg acq_rel monotonic system global"},
      {"cmpxchg weak volatile flat seq_cst agent acquire noret",
       "cmpxchg volatile seq_cst acquire agent generic noret"},
      {"fence release workgroup local", "fence release workgroup local"},
      {"fence acq_rel agent global local noav",
       "fence acq_rel agent local global noav"},
      {"load volatile nontemporal global", "load volatile nontemporal global"},
      {"load", "load global"},
      {"store private i8", "store private i8"},
      {"load last-use constant i128", "load last-use constant i128"},
      {"load atomic cooperative-8x16B acquire agent",
       "load atomic cooperative-8x16B acquire agent global"},
      {"store.av agent", "store.av agent global"},
      {"load.vis agent", "load.vis agent global"},
      {"lds.dma", "lds.dma"},
      {"lds.dma i128", "lds.dma i128"},
      {"lds.dma nontemporal volatile", "lds.dma volatile nontemporal"},
      {"async.load", "async.load"},
      {"asyncmark", "asyncmark"},
      {"wait.asyncmark 2", "wait.asyncmark 2"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(read(C.Text), C.Wanted) << C.Text;
}

TEST(OperationText, Barriers) {
  const Case Cases[] = {
      {"barrier", "barrier"},
      {"barrier workgroup", "barrier"},
      {"barrier cluster", "barrier cluster"},
      {"barrier.arrive b", "barrier.arrive named 1"},
      {"barrier.arrive named 3, 5", "barrier.arrive named 3, 5"},
      {"barrier.arrive -1", "barrier.arrive workgroup"},
      {"r0 = barrier.arrive.isfirst b", "barrier.arrive.isfirst named 1"},
      {"barrier.wait named 3", "barrier.wait named 3"},
      {"barrier.wait cluster trap", "barrier.wait cluster trap"},
      {"barrier.wait cluster_trap", "barrier.wait cluster trap"},
      {"barrier.init named 2, 4", "barrier.init named 2, 4"},
      {"barrier.join null", "barrier.join null"},
      {"barrier.leave", "barrier.leave"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(read(C.Text), C.Wanted) << C.Text;
}

TEST(OperationText, LitmusOperandsAreReadPast) {
  const Case Cases[] = {
      {"r0 = load atomic flag acquire agent",
       "load atomic acquire agent global"},
      {"r0 = load x", "load global"},
      {"r0 = load x[r1 + 1]", "load global"},
      {"store x, 1", "store global"},
      {"store x[r0 << (r1 < 2)], (r1 + 2) * 3", "store global"},
      {"store atomic x, 1 release agent noav",
       "store atomic release agent global noav"},
      {"store atomic x, r0 - 1 release agent",
       "store atomic release agent global"},
      {"r1 = atomicrmw add x, 1 monotonic agent",
       "atomicrmw add monotonic agent global"},
      {"atomicrmw add x, 1 monotonic agent",
       "atomicrmw add monotonic agent global noret"},
      {"r1 = cmpxchg x, 0, 1 acq_rel acquire agent",
       "cmpxchg acq_rel acquire agent global"},
      {"cmpxchg x, 0, r1 acq_rel acquire agent",
       "cmpxchg acq_rel acquire agent global noret"},
      {"fence acq_rel agent local global", "fence acq_rel agent local global"},
      {"r0 = load.vis x agent", "load.vis agent global"},
      {"store.av x, 1 agent", "store.av agent global"},
      {"async.load x -> y", "async.load"},
      {"async.load x[0] -> y[1]", "async.load"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(read(C.Text), C.Wanted) << C.Text;
}

TEST(OperationText, LlvmInstructions) {
  const Case Cases[] = {
      {"store atomic i32 %v, ptr addrspace(1) %p syncscope(\"agent\") release, "
       "align 4",
       "store atomic release agent global"},
      {"%r = load atomic i32, ptr %p seq_cst, align 4",
       "load atomic seq_cst system generic"},
      {"%old = atomicrmw volatile add ptr addrspace(3) %p, i32 1 "
       "syncscope(\"workgroup-one-as\") acq_rel",
       "atomicrmw add volatile acq_rel workgroup-one-as local"},
      {"atomicrmw umax ptr addrspace(1) %p, i64 %v syncscope(\"one-as\") "
       "monotonic, align 8",
       "atomicrmw umax monotonic system-one-as global i64 noret"},
      {"%r = cmpxchg weak volatile ptr addrspace(1) %p, i32 0, i32 1 "
       "syncscope(\"agent\") acq_rel monotonic, align 4",
       "cmpxchg volatile acq_rel monotonic agent global"},
      {"fence syncscope(\"workgroup\") release, !mmra "
       "!{!\"amdgpu-synchronize-as\", !\"local\"}",
       "fence release workgroup local"},
      {"fence syncscope(\"agent\") acq_rel, !mmra "
       "!{!{!\"amdgpu-synchronize-as\", !\"local\"}, "
       "!{!\"amdgcn-av\", !\"none\"}, !{!\"foo\", !\"bar\"}}",
       "fence acq_rel agent local noav"},
      {"fence seq_cst", "fence seq_cst system"},
      {"%v = load <4 x i32>, ptr addrspace(4) %p, align 16, !nontemporal !0, "
       "!amdgpu.last.use !{}",
       "load nontemporal last-use constant i128"},
      {"%v = load ptr addrspace(3), ptr addrspace(5) %p", "load private"},
      {"store volatile half 0xH3C00, ptr addrspace(1) getelementptr inbounds "
       "(i8, ptr addrspace(1) @x, i64 4)",
       "store volatile global i16"},
      {"store <2 x i16> <i16 1, i16 2>, ptr addrspace(3) @lds, !tbaa !1",
       "store local"},
      {"store float -1.0e+00, ptr addrspace(3) %\"a b\"", "store local"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(read(C.Text), C.Wanted) << C.Text;
}

TEST(OperationText, LlvmIntrinsics) {
  const Case Cases[] = {
      {"call void @llvm.amdgcn.s.barrier()", "barrier"},
      {"tail call void @llvm.amdgcn.s.barrier() #2, !dbg !7", "barrier"},
      {"@llvm.amdgcn.s.barrier.signal(i32 -1)", "barrier.arrive workgroup"},
      {"%f = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)",
       "barrier.arrive.isfirst workgroup"},
      {"call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @b, i32 "
       "4)",
       "barrier.arrive named 1, 4"},
      {"call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @b, i32 "
       "0)",
       "barrier.arrive named 1"},
      {"call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @b, i32 4)",
       "barrier.init named 1, 4"},
      {"call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) null)",
       "barrier.join null"},
      {"call void @llvm.amdgcn.s.barrier.leave(i16 1)", "barrier.leave"},
      {"call void @llvm.amdgcn.s.barrier.wait(i16 -1)",
       "barrier.wait workgroup"},
      {"call void @llvm.amdgcn.s.cluster.barrier()", "barrier cluster"},
      {"call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr "
       "addrspace(3) %l, i32 4, i32 0, i32 0)",
       "lds.dma"},
      {"call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr "
       "addrspace(3) %l, i32 4, i32 0, i32 -2147483648)",
       "lds.dma volatile"},
      {"call void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1) %g, ptr "
       "addrspace(3) %l, i32 16, i32 8, i32 0)",
       "lds.dma i128"},
      {"call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, "
       "ptr addrspace(3) %l, i32 1, i32 %o, i32 0, i32 0, i32 0)",
       "lds.dma i8"},
      {"call void @llvm.amdgcn.global.load.async.to.lds.b64(ptr addrspace(1) "
       "%g, ptr addrspace(3) %l, i32 0, i32 0)",
       "async.load i64"},
      {"call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr %src, ptr "
       "%dst)",
       "async.load"},
      {"call void @llvm.amdgcn.load.async.to.lds(ptr %src, ptr %dst)",
       "async.load"},
      {"call void @llvm.amdgcn.asyncmark()", "asyncmark"},
      {"call void @llvm.amdgcn.wait.asyncmark(i16 3)", "wait.asyncmark 3"},
      {"%v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) "
       "%p, metadata !\"agent\")",
       "load.vis agent global i128"},
      {"call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %p, <4 x "
       "i32> %v, metadata !{!\"workgroup\"})",
       "store.av workgroup global i128"},
      {"%v = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr "
       "addrspace(1) %p, i32 2, metadata !\"agent\")",
       "load atomic cooperative-32x4B acquire agent global"},
      {"call void @llvm.amdgcn.cooperative.atomic.store.16x8B.p0(ptr %p, <2 x "
       "i32> %v, i32 3, metadata !\"\")",
       "store atomic cooperative-16x8B release system generic"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(read(C.Text), C.Wanted) << C.Text;
}

//===-- LLVM as the oracle ------------------------------------------------===//

/// The only instruction of \p Text in a function, or null if LLVM takes none.
static std::unique_ptr<llvm::Module> parseWithLlvm(const std::string &Text,
                                                   llvm::LLVMContext &Context) {
  std::string Module = "define void @f(ptr %p0, ptr addrspace(1) %p1, "
                       "ptr addrspace(3) %p3, ptr addrspace(5) %p5) {\n" +
                       Text + "\nret void\n}\n";
  llvm::SMDiagnostic Error;
  return llvm::parseAssemblyString(Module, Error, Context);
}

static std::string scopeOf(const llvm::Instruction &I) {
  llvm::SmallVector<llvm::StringRef> Names;
  I.getContext().getSyncScopeNames(Names);
  std::optional<llvm::SyncScope::ID> Id = llvm::getAtomicSyncScopeID(&I);
  return Id ? Names[*Id].str() : "";
}

static llvm::StringRef orderOf(llvm::AtomicOrdering O) {
  return O == llvm::AtomicOrdering::NotAtomic ? "notatomic"
                                              : llvm::toIRString(O);
}

/// What decides the code, by LLVM's reading.
static std::string describe(const llvm::Instruction &I) {
  std::string Order, Space, Flags;
  if (auto *L = llvm::dyn_cast<llvm::LoadInst>(&I)) {
    Order = orderOf(L->getOrdering());
    Space = std::to_string(L->getPointerAddressSpace());
    Flags = L->isVolatile() ? " volatile" : "";
  } else if (auto *S = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    Order = orderOf(S->getOrdering());
    Space = std::to_string(S->getPointerAddressSpace());
    Flags = S->isVolatile() ? " volatile" : "";
  } else if (auto *R = llvm::dyn_cast<llvm::AtomicRMWInst>(&I)) {
    Order = orderOf(R->getOrdering());
    Space = std::to_string(R->getPointerAddressSpace());
    Flags = R->isVolatile() ? " volatile" : "";
  } else if (auto *X = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I)) {
    Order = (orderOf(X->getSuccessOrdering()) + "/" +
             orderOf(X->getFailureOrdering()))
                .str();
    Space = std::to_string(X->getPointerAddressSpace());
    Flags = X->isVolatile() ? " volatile" : "";
  } else if (auto *F = llvm::dyn_cast<llvm::FenceInst>(&I)) {
    Order = orderOf(F->getOrdering());
    Space = "-";
  }
  return Order + " \"" + scopeOf(I) + "\" " + Space + Flags;
}

/// The same by ours.
static std::string describe(const Operation &Op) {
  std::string Text = orderingName(Op.Order).str();
  if (Op.Kind == OpKind::CmpXchg)
    Text += "/" + orderingName(Op.FailureOrder).str();
  std::string Space = std::to_string(static_cast<unsigned>(Op.Space));
  return Text + " \"" + syncScopeString(Op.Reach).str() + "\" " +
         (Op.Kind == OpKind::Fence ? "-" : Space) +
         (Op.Volatile ? " volatile" : "");
}

static void expectSame(const std::string &Text, unsigned &Accepted) {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module = parseWithLlvm(Text, Context);
  llvm::Expected<Operation> Op = parseOperation(Text);
  ASSERT_EQ(static_cast<bool>(Op), Module != nullptr) << Text;
  if (!Op) {
    llvm::consumeError(Op.takeError());
    return;
  }
  ++Accepted;
  EXPECT_EQ(describe(*Op),
            describe(Module->getFunction("f")->getEntryBlock().front()))
      << Text;
  EXPECT_EQ(llvm::cantFail(parseOperation(printOperation(*Op))), *Op) << Text;
}

/// Every spelling of one scope in LLVM IR, and none.
static std::vector<std::string> scopeTexts() {
  std::vector<std::string> Texts = {""};
  for (unsigned I = 0; I < NumScopeLevels; ++I)
    for (bool OneAs : {false, true}) {
      llvm::StringRef Name =
          syncScopeString({static_cast<ScopeLevel>(I), OneAs});
      if (!Name.empty())
        Texts.push_back("syncscope(\"" + Name.str() + "\") ");
    }
  return Texts;
}

TEST(OperationText, AgreesWithLlvmOnEveryInstruction) {
  unsigned Accepted = 0;
  for (const std::string &Scope : scopeTexts())
    for (unsigned I = 0; I < NumOrderings; ++I)
      for (const char *Volatile : {"", "volatile "}) {
        std::string Order = orderingName(static_cast<Ordering>(I)).str();
        std::string End = " " + Scope + Order;
        for (const char *Pointer :
             {"ptr %p0", "ptr addrspace(1) %p1", "ptr addrspace(3) %p3",
              "ptr addrspace(5) %p5"}) {
          std::string P = Pointer, V = Volatile;
          expectSame("%r = load atomic " + V + "i32, " + P + End + ", align 4",
                     Accepted);
          expectSame("store atomic " + V + "i32 1, " + P + End + ", align 4",
                     Accepted);
          expectSame("%r = atomicrmw " + V + "add " + P + ", i32 1" + End,
                     Accepted);
          for (unsigned J = 0; J < NumOrderings; ++J)
            expectSame("%r = cmpxchg weak " + V + P + ", i32 1, i32 2" + End +
                           " " + orderingName(static_cast<Ordering>(J)).str(),
                       Accepted);
        }
        expectSame("fence" + End, Accepted);
      }
  // 12 scopes; 4 orderings of a load, 4 of a store, 5 of a read-modify-write
  // and 15 of a compare-exchange, volatile or not, in 4 spaces; and 4 fences.
  EXPECT_EQ(Accepted, 12u * (28 * 2 * 4 + 4 * 2));
}

//===-- What is rejected --------------------------------------------------===//

TEST(OperationText, NothingButTheWholeTextIsTaken) {
  for (const char *Text : {"",
                           " ",
                           "\"",
                           "=",
                           "r0 =",
                           "load load",
                           "load global local",
                           "load atomic acquire acquire",
                           "fence",
                           "fence release local local",
                           "store atomic x 1 release",
                           "store x,",
                           "load x[",
                           "load x[)",
                           "atomicrmw",
                           "atomicrmw add",
                           "barrier.init named 2",
                           "barrier.init named 17, 2",
                           "barrier.wait",
                           "barrier clustr",
                           "wait.asyncmark",
                           "wait.asyncmark 65536",
                           "async.load x",
                           "asyncmark 1",
                           "call",
                           "call void",
                           "call void @f()",
                           "call void @llvm.amdgcn.s.barrier",
                           "call void @llvm.amdgcn.s.barrier(",
                           "call void @llvm.amdgcn.s.barrier() x",
                           "call void @llvm.amdgcn.s.barrier(,)",
                           "call void @llvm.amdgcn.s.barrier.wait(i16 17)",
                           "load i32, ptr addrspace(77) %p",
                           "load i32, ptr %p, align 4, ",
                           "load i32, ptr %p, !mmra !0",
                           "load i32, ptr %p, !mmra !{",
                           "load i32, ptr %p, !mmra !{!{!{}}}",
                           "load <2 x <2 x i8>>, ptr %p",
                           "load i99999999999999999999, ptr %p",
                           "load i32 ptr %p",
                           "r0 = store x, 1",
                           "%r = fence seq_cst",
                           "store atomic acquire",
                           "load atomic release agent",
                           "load constant atomic acquire",
                           "fence monotonic",
                           "store.av local",
                           "i32",
                           "\xff",
                           "load \x01"}) {
    llvm::Expected<Operation> Op = parseOperation(Text);
    EXPECT_FALSE(static_cast<bool>(Op)) << Text;
    if (!Op)
      llvm::consumeError(Op.takeError());
  }
}
