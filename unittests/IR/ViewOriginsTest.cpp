//===- ViewOriginsTest.cpp - Events and blocks back to the module ---------===//
// Which instruction an event was made from, and which blocks of the module
// begin and end where a block of the view does, although the view is made of a
// copy that is inlined and changed.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/BuildView.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

namespace {

constexpr llvm::StringLiteral ModuleHead = R"(
@t = internal addrspace(3) global [256 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
)";

struct Made {
  explicit Made(llvm::StringRef Text) {
    llvm::SMDiagnostic Problem;
    Module =
        llvm::parseAssemblyString((ModuleHead + Text).str(), Problem, Context);
    EXPECT_TRUE(Module) << Problem.getMessage().str();
    auto Views = buildSyncViews(
        *Module, {}, [](const llvm::Value &) { return view::SourceLocation(); },
        &Origins);
    EXPECT_TRUE(bool(Views));
    View = std::move(Views->front());
  }
  const llvm::Instruction *at(uint32_t Number) const {
    return Number == view::None ? nullptr : Origins.Instructions[Number];
  }
  /// "start-end" of each block: names of blocks of the module, ? for none.
  std::string blocks() const {
    std::string Out;
    auto Name = [&](uint32_t Number) -> std::string {
      const llvm::Instruction *I = at(Number);
      if (!I)
        return "?";
      std::string Text = I->getFunction()->getName().str();
      return (Text == "k" ? "" : Text + ".") + I->getParent()->getName().str();
    };
    for (const view::Block &B : View.Blocks)
      Out += (Out.empty() ? "" : " ") + Name(B.Start) + "-" + Name(B.End);
    return Out;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
  ViewOrigins Origins;
  view::SyncView View;
};

} // namespace

TEST(ViewOrigins, EventsAreTheirInstructions) {
  Made M(R"(
define internal void @put(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define amdgpu_kernel void @k() {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @t, i32 %x
  %g = addrspacecast ptr addrspace(3) %p to ptr
  call void @put(ptr %g)
  %v = load i32, ptr addrspace(3) %p
  call void @put(ptr %g)
  ret void
}
)");
  std::vector<const llvm::Instruction *> Found;
  for (const view::Event &E : M.View.Blocks.front().Events)
    Found.push_back(M.at(E.Origin));
  const llvm::Instruction *Store =
      &M.Module->getFunction("put")->front().front();
  const llvm::Instruction *Load = nullptr;
  for (const llvm::Instruction &I :
       llvm::instructions(M.Module->getFunction("k")))
    if (llvm::isa<llvm::LoadInst>(I))
      Load = &I;
  EXPECT_EQ(Found, (std::vector{Store, Load, Store}));
  EXPECT_EQ(M.blocks(), "entry-entry");
}

// The preheader, the only latch and the exit of its own are on edges.
TEST(ViewOrigins, LoopsAreMadeSimple) {
  Made M(R"(
define amdgpu_kernel void @k(i1 %c, i32 %n) {
entry:
  br i1 %c, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ], [ %j, %again ]
  %j = add i32 %i, 1
  store volatile i32 %i, ptr addrspace(3) @t
  %a = icmp eq i32 %j, %n
  br i1 %a, label %loop, label %again
again:
  store volatile i32 %i, ptr addrspace(3) @t
  %b = icmp ult i32 %j, %n
  br i1 %b, label %loop, label %end
end:
  ret void
}
)");
  EXPECT_EQ(M.blocks(),
            "entry-entry ?-? loop-loop again-again ?-? end-end ?-?");
}

// A call of a function with several blocks splits its block.
TEST(ViewOrigins, CallsCutBlocks) {
  Made M(R"(
define internal void @f(i1 %c) {
entry:
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr addrspace(3) @t
  br label %end
end:
  ret void
}
define amdgpu_kernel void @k(i1 %c) {
entry:
  store i32 0, ptr addrspace(3) @t
  call void @f(i1 %c)
  store i32 2, ptr addrspace(3) @t
  br label %last
last:
  ret void
}
)");
  EXPECT_EQ(M.blocks(), "entry-f.entry ?-f.then ?-entry last-last");
}

// What comes before a load that is put under a condition ends at the load.
TEST(ViewOrigins, LoadsThatAreNotAlwaysNeededCutBlocks) {
  Made M(R"(
define amdgpu_kernel void @k(i1 %c) {
entry:
  %v = load i32, ptr addrspace(3) @t
  %w = select i1 %c, i32 %v, i32 0
  store i32 %w, ptr addrspace(3) @t
  ret void
}
)");
  EXPECT_EQ(M.blocks(), "entry-entry ?-? ?-entry");
  const llvm::Instruction *End = M.at(M.View.Blocks.front().End);
  EXPECT_EQ(End, M.at(M.View.Blocks[1].Events.front().Origin));
  EXPECT_TRUE(llvm::isa<llvm::LoadInst>(End));
}

TEST(ViewOrigins, BranchesThatGoOneWayStayKnown) {
  Made M(R"(
define amdgpu_kernel void @k() {
entry:
  br i1 true, label %then, label %never
then:
  ret void
never:
  ret void
}
)");
  EXPECT_EQ(M.blocks(), "entry-entry then-then");
}

// Two exits of a loop become one branch, which is neither of the two.
TEST(ViewOrigins, BranchesThatAreFoldedAreNotKnown) {
  Made M(R"(
define amdgpu_kernel void @k(i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %a = icmp ult i32 %i, %n
  br i1 %a, label %rest, label %end
rest:
  %b = icmp ult i32 %i, %m
  br i1 %b, label %body, label %end
body:
  store volatile i32 %i, ptr addrspace(3) @t
  %j = add i32 %i, 1
  br label %loop
end:
  ret void
}
)");
  EXPECT_EQ(M.blocks(), "entry-entry loop-? end-end body-body");
}
