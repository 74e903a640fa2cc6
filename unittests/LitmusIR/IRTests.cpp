//===- IRTests.cpp - What the tests of LitmusIR share ---------------------===//
#include "IRTests.h"
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {

using model::Opcode;

static std::string withCondition(llvm::StringRef Text) {
  bool Has = Text.contains("exists") || Text.contains("forall");
  return Text.str() + (Has ? "" : "\n; exists (race)\n");
}

LitmusTest readIR(llvm::StringRef Text) {
  llvm::Expected<LitmusTest> Test =
      parseLitmusIR(withCondition(Text), "dir/the-test.ll");
  if (Test)
    return std::move(*Test);
  ADD_FAILURE() << llvm::toString(Test.takeError());
  return {};
}

static std::string where(const model::Instruction &I) {
  return " -> " + llvm::utostr(I.Target);
}

static std::string lineOf(const model::Program &P, model::ProgramPoint Point) {
  const model::Thread &T = P.Threads[Point.Thread];
  const model::Instruction &I = T.Code[Point.Instruction];
  std::string Line;
  if (I.Result != model::None)
    Line = T.Registers[I.Result] + " = ";
  switch (I.Op) {
  case Opcode::Assign:
    return Line + describeExpression(T, I.Value);
  case Opcode::Branch:
    return Line + (I.LoopCondition ? "while " : "if ") +
           describeExpression(T, I.Value) + " else" + where(I) + " join " +
           llvm::utostr(I.Join);
  case Opcode::Jump:
    return Line + "jump" + where(I);
  case Opcode::LoopEnter:
    return Line + "loop " + llvm::utostr(I.Loop);
  case Opcode::Iterate:
    return Line + "iterate " + llvm::utostr(I.Loop);
  default:
    return Line + describe(P, Point);
  }
}

std::string codeOf(const model::Program &P, unsigned Thread) {
  std::string Text;
  if (Thread >= P.Threads.size())
    return "no such thread";
  for (unsigned I = 0; I < P.Threads[Thread].Code.size(); ++I)
    Text += llvm::utostr(I) + ": " + lineOf(P, {Thread, I}) + "\n";
  return Text;
}

std::string codeOf(llvm::StringRef Globals, llvm::StringRef Body) {
  std::string Text =
      (Globals + "\ndefine void @P0() {\n" + Body + "\n}\n").str();
  return codeOf(readIR(Text).Program);
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<LitmusTest> Test = parseLitmusIR(Text, "test.ll");
  if (Test)
    return "";
  std::vector<Finding> All =
      takeFindings(Test.takeError(), Diag::UnreadableInput, "test.ll");
  const Finding &F = All.front();
  EXPECT_EQ(F.Where.File, "test.ll");
  EXPECT_EQ(F.severity(), Severity::BadInput);
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  if (F.Where.Line > 0 && F.Where.Line <= Lines.size()) {
    EXPECT_EQ(F.Where.LineText, Lines[F.Where.Line - 1]);
  }
  return llvm::utostr(F.Where.Line) + ":" + llvm::utostr(F.Where.Column) +
         ": " + F.Message;
}

std::string wrapped(llvm::StringRef Body) {
  return ("define void @P0() {\n" + Body + R"(
}
; exists (race)
@x = addrspace(1) global i32 0
@y = addrspace(1) global [4 x i32] zeroinitializer
@l = addrspace(3) global i32 poison
@a = addrspace(3) global [4 x i32] undef
@b = addrspace(3) global target("amdgcn.named.barrier", 0) poison
@bs = addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
@f = addrspace(1) global float 0.0
@c = addrspace(4) global i32 0
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.cluster.barrier()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32)
declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.leave(i16)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.load.async.to.lds(ptr, ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3))
declare void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.global.load.async.to.lds.b8(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.load.async.lds(<4 x i32>, ptr addrspace(3), i32, i32, i32, i32, i32)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 x i32>, metadata)
declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata)
declare void @llvm.amdgcn.av.store.b32(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32(ptr addrspace(1), metadata)
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.sched.barrier(i32)
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.what.is.this()
declare void @llvm.assume(i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare void @elsewhere()
!0 = !{!"amdgcn-av", !"none"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!0, !1}
!4 = !{!"amdgpu-synchronize-as", !"private"}
!5 = !{!"amdgpu-as", !"local"}
!6 = !{!"somebody", !"else"}
!7 = !{!"amdgcn-av", !"some"}
!8 = !{!1, !2}
)")
      .str();
}

std::string bodyError(llvm::StringRef Body) { return errorOf(wrapped(Body)); }

std::string bodyCode(llvm::StringRef Body) {
  return codeOf(readIR(wrapped(Body)).Program);
}

std::string straightCode(llvm::StringRef Body) {
  return bodyCode((Body + "\nret void").str());
}

} // namespace fencepost::litmus
