//===- ErrorsTest.cpp - What LLVM rejects, and what no thread can be ------===//
#include "IRTests.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

TEST(LitmusIRErrors, Syntax) {
  EXPECT_EQ(errorOf("define void @P0() {\n  %r = lood i32, ptr @x\n}\n"),
            "2:8: expected instruction opcode");
  EXPECT_EQ(
      errorOf("define void @P0() {\n  store i32 1, ptr @x\n  ret void\n}"),
      "2:20: use of undefined value '@x'");
  EXPECT_EQ(errorOf("\n\n  what is this"), "3:3: expected top-level entity");
  EXPECT_EQ(errorOf(std::string("\0\1\2", 3)).substr(0, 2), "1:");
}

/// The verifier gives no place; it is found by what it prints.
TEST(LitmusIRErrors, Verifier) {
  EXPECT_EQ(errorOf("@x = global i32 0\n"
                    "define void @P0() {\n"
                    "  %a = add i32 %b, 1\n"
                    "  %b = add i32 %a, 1\n"
                    "  ret void\n"
                    "}\n"),
            "4:3: LLVM rejects this: Instruction does not dominate all uses");
  EXPECT_EQ(errorOf("define void @P0() {\n"
                    "  ret void\n"
                    "  call void @llvm.amdgcn.s.barrier(i32 1)\n"
                    "  ret void\n"
                    "}\n"
                    "declare void @llvm.amdgcn.s.barrier(i32)\n"),
            "3:3: LLVM rejects this: Intrinsic has incorrect argument type");
}

TEST(LitmusIRErrors, Threads) {
  EXPECT_EQ(errorOf(""), "1:1: there is no function @P0; the threads of a test "
                         "are @P0, @P1, ...");
  EXPECT_EQ(errorOf("define void @Q0() {\n  ret void\n}\n"
                    "define void @P00() {\n  ret void\n}\n"),
            "1:1: there is no function @P0; the threads of a test are @P0, "
            "@P1, ...");
  EXPECT_EQ(errorOf("define void @P0() {\n  ret void\n}\n"
                    "define void @P2() {\n  ret void\n}\n"),
            "4:1: there is a thread @P2 but no @P1");
  EXPECT_EQ(errorOf("declare void @P0()\n"),
            "1:1: @P0 is only declared; a thread needs a body");
  EXPECT_EQ(errorOf("define void @P0(i32 %a) {\n  ret void\n}\n"),
            "1:1: @P0 has parameters; a thread has none and reads globals");
  std::string Many;
  for (int I = 0; I < 65; ++I)
    Many += "define void @P" + std::to_string(I) + "() {\n  ret void\n}\n";
  EXPECT_EQ(errorOf(Many), "193:1: more than 64 threads");
}

TEST(LitmusIRErrors, ThreadsComeByNumber) {
  std::string Text;
  for (int I = 11; I >= 0; --I)
    Text += "define void @P" + std::to_string(I) + "() {\n  ret void\n}\n";
  LitmusTest Test = readIR(Text);
  ASSERT_EQ(Test.Program.Threads.size(), 12u);
  for (unsigned I = 0; I < 12; ++I)
    EXPECT_EQ(Test.Program.Threads[I].Name, "P" + std::to_string(I));
}

TEST(LitmusIRErrors, TooLong) {
  EXPECT_EQ(errorOf(std::string((1 << 20) + 1, '\n')),
            "1:1: the test is longer than 1048576 bytes");
}

/// Every instruction has the place at which it is.
TEST(LitmusIRErrors, InstructionsHaveTheirPlaces) {
  LitmusTest Test = readIR("@x = global i32 0\n"
                           "define void @P0() {\n"
                           "  %r = load i32, ptr @x\n"
                           "      store i32 1, ptr @x ret void\n"
                           "}\n");
  const std::vector<model::Instruction> &Code = Test.Program.Threads[0].Code;
  ASSERT_EQ(Code.size(), 2u);
  EXPECT_EQ(Code[0].Where, (model::SourcePoint{3, 3}));
  EXPECT_EQ(Code[1].Where, (model::SourcePoint{4, 7}));
}

/// Valid modules that are far from any litmus test: an error each, no crash.
TEST(LitmusIRErrors, StrangeModules) {
  const char *Bodies[] = {
      "%v = add <4 x i64> zeroinitializer, zeroinitializer\nret void",
      "%v = load <vscale x 4 x i32>, ptr addrspace(1) @y\nret void",
      "%v = load [4 x i32], ptr addrspace(1) @y\nret void",
      "%v = load {i32, i32}, ptr addrspace(1) @y\nret void",
      "%v = load i1, ptr addrspace(1) @x\nret void",
      "%v = load i1024, ptr addrspace(1) @y\nret void",
      "%v = load ptr, ptr addrspace(1) @y\nret void",
      "%v = load x86_amx, ptr addrspace(1) @y\nret void",
      "%v = load atomic float, ptr addrspace(1) @f monotonic, align 4\nret "
      "void",
      "%v = load atomic <2 x i32>, ptr addrspace(1) @y monotonic, align 8\n"
      "ret void",
      "%v = atomicrmw xchg ptr addrspace(1) @y, ptr null monotonic\nret void",
      "%v = cmpxchg ptr addrspace(1) @y, ptr null, ptr null monotonic "
      "monotonic\nret void",
      "invoke void @elsewhere() to label %a unwind label %b\na:\nret void\n"
      "b:\n%l = landingpad i32 cleanup\nret void",
      "callbr void asm \"\", \"!i\"() to label %a [label %b]\na:\nret void\n"
      "b:\nret void",
      "%p = getelementptr i32, <2 x ptr> zeroinitializer, i64 1\nret void",
      "%p = getelementptr i32, ptr addrspace(1) @y, <2 x i32> "
      "<i32 1, i32 2>\nret void",
      "%p = getelementptr <vscale x 4 x i32>, ptr addrspace(1) @y, i32 1\n"
      "ret void",
      "%p = getelementptr i128, ptr addrspace(1) @y, i128 "
      "170141183460469231731687303715884105727\n"
      "store i32 1, ptr addrspace(1) %p\nret void",
      "%p = getelementptr i32, ptr addrspace(1) @y, i1 true\n"
      "store i32 1, ptr addrspace(1) %p\nret void",
      "%p = addrspacecast <2 x ptr> zeroinitializer to <2 x ptr "
      "addrspace(1)>\nret void",
      "%p = select <2 x i1> zeroinitializer, <2 x i32> zeroinitializer, "
      "<2 x i32> zeroinitializer\nret void",
      "%p = select i1 true, float 1.0, float 2.0\nret void",
      "%p = select i1 true, ptr null, ptr null\nret void",
      "%p = insertvalue {i32, {i64, i1}} poison, i64 1, 1, 0\nret void",
      "%p = insertelement <vscale x 2 x i32> poison, i32 1, i32 0\nret void",
      "%p = insertelement <1000 x i32> poison, i32 1, i32 0\nret void",
      "%p = insertelement <2 x ptr> poison, ptr null, i32 0\nret void",
      "%p = shufflevector <2 x float> poison, <2 x float> poison, <2 x i32> "
      "zeroinitializer\nret void",
      "%p = shufflevector <vscale x 2 x i32> poison, <vscale x 2 x i32> "
      "poison, <vscale x 2 x i32> zeroinitializer\nret void",
      "%p = va_arg ptr null, i32\nret void",
      "%p = fneg float 1.0\nret void",
      "%p = bitcast i32 1 to float\nret void",
      "%p = inttoptr i32 1 to ptr\nret void",
      "%p = freeze ptr null\nret void",
      "br label %a\na:\n%p = phi ptr [ null, %0 ]\nret void",
      "br label %a\na:\n%p = phi ptr [ %p, %a ], [ @P0, %0 ]\nbr label %a",
      "br label %a\na:\n%p = phi {i32, float} [ zeroinitializer, %0 ]\nret "
      "void",
      "store i32 add (i32 ptrtoint (ptr @P0 to i32), i32 1), ptr addrspace(1) "
      "@x\nret void",
      "store i32 1, ptr addrspace(1) poison\nret void",
      "store i32 1, ptr blockaddress(@P0, %a)\nbr label %a\na:\nret void",
      "store i32 1, ptr dso_local_equivalent @P0\nret void",
      "store <0 x i32> zeroinitializer, ptr addrspace(1) @y\nret void",
      "resume i32 1",
      "call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) @x, ptr addrspace(1) "
      "@y, i32 4, i1 false)\nret void",
      "call void @llvm.trap()\nunreachable",
      "%c = call i1 @llvm.is.constant.i32(i32 1)\nret void",
      "switch i128 1, label %a [i128 2, label %a]\na:\nret void",
  };
  for (const char *Body : Bodies)
    EXPECT_NE(bodyError(Body), "") << Body;
}

} // namespace
} // namespace fencepost::litmus
