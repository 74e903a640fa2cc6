//===- Sample.cpp - Modules with their views, for tests -------------------===//
#include "Sample.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace fencepost::placeir {

static constexpr llvm::StringLiteral Head = R"(
target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [1024 x i32] poison
)";
static constexpr llvm::StringLiteral Tail = R"(
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
)";

Sample::Sample(llvm::StringRef Text, llvm::StringRef Cpu) {
  llvm::SMDiagnostic Problem;
  Module =
      llvm::parseAssemblyString((Head + Text + Tail).str(), Problem, Context);
  EXPECT_TRUE(Module) << Problem.getMessage().str();
  Options.Cpu = Cpu.str();
  Options.WorkGroup = {256, 1, 1};
  look();
}

void Sample::look() {
  auto Views = ir::buildSyncViews(
      *Module, Options,
      [](const llvm::Value &) { return view::SourceLocation(); }, &Origins);
  ASSERT_TRUE(bool(Views));
  View = std::move(Views->front());
}

std::string Sample::apply(const PlannedChanges &Plan) {
  AnchorFinder Finder(View, Origins, kernel());
  AnchoredPlan Ready(Plan, Finder, View, kernel());
  if (!Ready.inside().empty())
    return "inside " + Ready.inside().front()->getName().str();
  if (!Ready.problems().empty())
    return "no position in " + Ready.problems().front().Problem->Near.Name;
  Ready.apply();
  EXPECT_FALSE(llvm::verifyModule(*Module, &llvm::errs()));
  return "";
}

std::string Sample::synchronization() {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const llvm::BasicBlock &B : kernel()) {
    OS << B.getName() << ":\n";
    for (const llvm::Instruction &I : B)
      if (llvm::isa<llvm::FenceInst, llvm::StoreInst, llvm::LoadInst,
                    llvm::CallInst>(I) &&
          I.mayHaveSideEffects())
        OS << I << '\n';
  }
  return Text;
}

} // namespace fencepost::placeir
