//===- ControlTest.cpp - Branches, loops, phis and calls ------------------===//
#include "IRTests.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

TEST(LitmusIRControl, SidesOfABranchMeetAtThePostDominator) {
  EXPECT_EQ(bodyCode(R"(
entry:
  %r = load i32, ptr addrspace(1) @x
  %c = icmp eq i32 %r, 1
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr addrspace(3) @l
  br label %join
else:
  store i32 2, ptr addrspace(3) @l
  br label %join
join:
  store i32 3, ptr addrspace(1) @x
  ret void)"),
            "0: r = load x\n"
            "1: c = r == 1\n"
            "2: if c else -> 4 join 8\n"
            "3: jump -> 5\n"
            "4: jump -> 7\n"
            "5: store l, 1\n"
            "6: jump -> 8\n"
            "7: store l, 2\n"
            "8: store x, 3\n");
}

TEST(LitmusIRControl, ABranchThatEndsTheThreadMeetsAtTheEnd) {
  EXPECT_EQ(bodyCode(R"(
entry:
  %r = load i32, ptr addrspace(1) @x
  %c = icmp ne i32 %r, 0
  br i1 %c, label %then, label %else
then:
  ret void
else:
  store i32 2, ptr addrspace(3) @l
  ret void)"),
            "0: r = load x\n"
            "1: c = r != 0\n"
            "2: if c else -> 4 join 7\n"
            "3: jump -> 5\n"
            "4: jump -> 6\n"
            "5: jump -> 7\n"
            "6: store l, 2\n");
}

TEST(LitmusIRControl, PhisTakeTheirValuesOnTheEdges) {
  EXPECT_EQ(bodyCode(R"(
entry:
  %r = load i32, ptr addrspace(1) @x
  %c = icmp slt i32 %r, 1
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i32 [ 7, %then ], [ %r, %entry ]
  store i32 %p, ptr addrspace(1) @x
  ret void)"),
            "0: r = load x\n"
            "1: c = r < 1\n"
            "2: if c else -> 4 join 7\n"
            "3: jump -> 6\n"
            "4: p = r\n"
            "5: jump -> 7\n"
            "6: p = 7\n"
            "7: store x, p\n");
}

TEST(LitmusIRControl, ABodyThatTestsAtItsEndIteratesFromItsHeader) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %spin
spin:
  %r = load atomic i32, ptr addrspace(1) @x syncscope("agent") acquire, align 4
  %c = icmp eq i32 %r, 0
  br i1 %c, label %spin, label %done
done:
  store i32 2, ptr addrspace(3) @l
  ret void)"),
            "0: loop 0\n"
            "1: iterate 0\n"
            "2: r = load atomic x acquire agent\n"
            "3: c = r == 0\n"
            "4: while c else -> 6 join 8\n"
            "5: jump -> 7\n"
            "6: jump -> 8\n"
            "7: jump -> 1\n"
            "8: store l, 2\n");
}

/// --unroll N has to mean N runs of the body, whatever the header does.
TEST(LitmusIRControl, AWhileIteratesBehindItsTest) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %n, %body ]
  %c = icmp ult i32 %i, 2
  br i1 %c, label %body, label %done
body:
  store i32 %i, ptr addrspace(1) @x
  %n = add i32 %i, 1
  br label %head
done:
  ret void)"),
            "0: i = 0\n"
            "1: loop 0\n"
            "2: c = i <u 2\n"
            "3: while c else -> 6 join 11\n"
            "4: iterate 0\n"
            "5: jump -> 7\n"
            "6: jump -> 11\n"
            "7: store x, i\n"
            "8: n = i + 1\n"
            "9: i = n\n"
            "10: jump -> 2\n");
}

/// Phis change places: neither may be overwritten before it is read.
TEST(LitmusIRControl, PhisAreCopiedAllAtOnce) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %c = icmp eq i32 %a, 1
  br i1 %c, label %loop, label %done
done:
  ret void)"),
            "0: a = 1\n"
            "1: b = 2\n"
            "2: loop 0\n"
            "3: iterate 0\n"
            "4: c = a == 1\n"
            "5: while c else -> 10 join 12\n"
            "6: b.next = a\n"
            "7: a = b\n"
            "8: b = b.next\n"
            "9: jump -> 11\n"
            "10: jump -> 12\n"
            "11: jump -> 3\n");
}

TEST(LitmusIRControl, PhisOfAddresses) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ @y, %entry ], [ %q, %loop ]
  %s = phi ptr addrspace(1) [ @x, %entry ], [ %s, %loop ]
  %r = load i32, ptr addrspace(1) %p
  store i32 %r, ptr addrspace(1) %s
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %c = icmp eq i32 %r, 0
  br i1 %c, label %loop, label %done
done:
  ret void)"),
            "0: p = 0\n"
            "1: loop 0\n"
            "2: iterate 0\n"
            "3: r = load y[p]\n"
            "4: store x, r\n"
            "5: c = r == 0\n"
            "6: while c else -> 9 join 11\n"
            "7: p = p + 1\n"
            "8: jump -> 10\n"
            "9: jump -> 11\n"
            "10: jump -> 2\n");
}

TEST(LitmusIRControl, SidesThatBothGoAroundMeetBehindTheBody) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %head
head:
  %r = load i32, ptr addrspace(1) @x
  %c = icmp eq i32 %r, 0
  br i1 %c, label %body, label %done
body:
  %s = load i32, ptr addrspace(3) @l
  %d = icmp eq i32 %s, 0
  br i1 %d, label %one, label %two
one:
  store i32 1, ptr addrspace(1) @x
  br label %head
two:
  store i32 2, ptr addrspace(1) @x
  br label %head
done:
  ret void)"),
            "0: loop 0\n"
            "1: r = load x\n"
            "2: c = r == 0\n"
            "3: while c else -> 6 join 16\n"
            "4: iterate 0\n"
            "5: jump -> 7\n"
            "6: jump -> 16\n"
            "7: s = load l\n"
            "8: d = s == 0\n"
            "9: if d else -> 11 join 15\n"
            "10: jump -> 12\n"
            "11: jump -> 14\n"
            "12: store x, 1\n"
            "13: jump -> 15\n"
            "14: store x, 2\n"
            "15: jump -> 1\n");
}

TEST(LitmusIRControl, NestedLoopsAndBlocksStayTogether) {
  // The exit comes first in the text, and the loops are entered from above.
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %outer
done:
  ret void
outer:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %c = icmp eq i32 %i, 2
  br i1 %c, label %done, label %inner
latch:
  %j = add i32 %i, 1
  br label %outer
inner:
  %r = load i32, ptr addrspace(1) @x
  %d = icmp eq i32 %r, 0
  br i1 %d, label %inner, label %latch)"),
            "0: i = 0\n"
            "1: loop 0\n"
            "2: c = i == 2\n"
            "3: while c else -> 5 join 17\n"
            "4: jump -> 17\n"
            "5: iterate 0\n"
            "6: loop 1\n"
            "7: iterate 1\n"
            "8: r = load x\n"
            "9: d = r == 0\n"
            "10: while d else -> 12 join 14\n"
            "11: jump -> 13\n"
            "12: jump -> 14\n"
            "13: jump -> 7\n"
            "14: j = i + 1\n"
            "15: i = j\n"
            "16: jump -> 2\n");
}

TEST(LitmusIRControl, Switch) {
  EXPECT_EQ(bodyCode(R"(
entry:
  %r = load i32, ptr addrspace(1) @x
  switch i32 %r, label %other [ i32 1, label %one
                                i32 -2, label %two ]
one:
  store i32 1, ptr addrspace(3) @l
  br label %other
two:
  store i32 2, ptr addrspace(3) @l
  br label %other
other:
  %p = phi i32 [ 0, %entry ], [ 1, %one ], [ 2, %two ]
  ret void)"),
            "0: r = load x\n"
            "1: if r == 1 else -> 3 join 12\n"
            "2: jump -> 7\n"
            "3: if r == -2 else -> 5 join 12\n"
            "4: jump -> 10\n"
            "5: p = 0\n"
            "6: jump -> 12\n"
            "7: store l, 1\n"
            "8: p = 1\n"
            "9: jump -> 12\n"
            "10: store l, 2\n"
            "11: p = 2\n");
}

TEST(LitmusIRControl, EndlessLoop) {
  EXPECT_EQ(bodyCode(R"(
entry:
  br label %loop
loop:
  store i32 1, ptr addrspace(1) @x
  br label %loop)"),
            "0: loop 0\n"
            "1: iterate 0\n"
            "2: store x, 1\n"
            "3: jump -> 1\n");
}

TEST(LitmusIRControl, CodeThatCannotBeReachedIsNotLookedAt) {
  EXPECT_EQ(bodyCode(R"(
entry:
  store i32 1, ptr addrspace(1) @x
  ret void
dead:
  %p = alloca float
  unreachable)"),
            "0: store x, 1\n");
}

std::string calls(llvm::StringRef Functions, llvm::StringRef Body) {
  return wrapped((Body + "\n}\n" + Functions +
                  "\ndefine void @last() {\n"
                  "ret void")
                     .str());
}

std::string callCode(llvm::StringRef Functions, llvm::StringRef Body) {
  return codeOf(readIR(calls(Functions, Body)).Program);
}

TEST(LitmusIRCalls, BodiesAreWrittenInPlace) {
  EXPECT_EQ(callCode(R"(
define i32 @pick(i32 %a, ptr addrspace(1) %p) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %zero, label %other
zero:
  ret i32 10
other:
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
})",
                     R"(
  %r = call i32 @pick(i32 1, ptr addrspace(1) @x)
  %s = call i32 @pick(i32 %r, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @y, i32 2))
  store i32 %s, ptr addrspace(1) @x
  ret void)"),
            "0: call\n"
            "1: pick.c = 1 == 0\n"
            "2: if pick.c else -> 4 join 9\n"
            "3: jump -> 5\n"
            "4: jump -> 7\n"
            "5: r = 10\n"
            "6: jump -> 9\n"
            "7: pick.v = load x\n"
            "8: r = pick.v\n"
            "9: return\n"
            "10: call\n"
            "11: pick.2.c = r == 0\n"
            "12: if pick.2.c else -> 14 join 19\n"
            "13: jump -> 15\n"
            "14: jump -> 17\n"
            "15: s = 10\n"
            "16: jump -> 19\n"
            "17: pick.2.v = load y[2]\n"
            "18: s = pick.2.v\n"
            "19: return\n"
            "20: store x, s\n");
}

TEST(LitmusIRCalls, CalledFunctionsMayReturnAddressesAndStructures) {
  EXPECT_EQ(callCode(R"(
define ptr addrspace(1) @next(ptr addrspace(1) %p) {
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  ret ptr addrspace(1) %q
}
define {i32, i1} @both(i32 %a) {
  %s = insertvalue {i32, i1} poison, i32 %a, 0
  %t = insertvalue {i32, i1} %s, i1 true, 1
  ret {i32, i1} %t
})",
                     R"(
  %p = call ptr addrspace(1) @next(ptr addrspace(1) @y)
  store i32 1, ptr addrspace(1) %p
  %b = call {i32, i1} @both(i32 5)
  %o = extractvalue {i32, i1} %b, 1
  ret void)"),
            "0: call\n"
            "1: return\n"
            "2: store y[1], 1\n"
            "3: call\n"
            "4: b.0 = 5\n"
            "5: b.1 = 1\n"
            "6: return\n"
            "7: o = b.1\n");
}

TEST(LitmusIRCalls, LoopsOfEachCallAreItsOwn) {
  LitmusTest Test = readIR(calls(R"(
define void @wait() {
  br label %spin
spin:
  %r = load i32, ptr addrspace(1) @x
  %c = icmp eq i32 %r, 0
  br i1 %c, label %spin, label %done
done:
  ret void
})",
                                 "call void @wait()\n"
                                 "call void @wait()\n"
                                 "ret void"));
  EXPECT_EQ(Test.Program.Threads[0].NumLoops, 2u);
  EXPECT_EQ(
      Test.Program.Threads[0].Registers,
      (std::vector<std::string>{"wait.r", "wait.c", "wait.2.r", "wait.2.c"}));
}

TEST(LitmusIRCalls, Errors) {
  EXPECT_EQ(bodyError("call void @P0()\nret void"),
            "2:1: @P0 calls itself; a litmus test has no recursion");
  EXPECT_EQ(
      errorOf(calls("define void @fn() {\n  call void @g()\n  ret void\n}\n"
                    "define void @g() {\n  call void @fn()\n  ret void\n}",
                    "call void @fn()\nret void")),
      "10:3: @fn calls itself; a litmus test has no recursion");
  EXPECT_EQ(bodyError("call void @elsewhere()\nret void"),
            "2:1: @elsewhere is only declared here; a call needs its body");
  EXPECT_EQ(bodyError("call void asm \"s_nop 0\", \"\"()\nret void"),
            "2:1: inline assembly is not part of a litmus test");
  EXPECT_EQ(bodyError("call void inttoptr (i64 64 to ptr)()\nret void"),
            "2:1: a call has to name the function it calls");
  EXPECT_EQ(errorOf(calls("define void @fn(...) {\n  ret void\n}",
                          "call void (...) @fn(i32 1)\nret void")),
            "2:1: @fn takes a variable number of arguments");
  EXPECT_EQ(errorOf(calls("define ptr addrspace(1) @fn(i1 %c) {\n"
                          "  br i1 %c, label %a, label %b\n"
                          "a:\n  ret ptr addrspace(1) @x\n"
                          "b:\n  ret ptr addrspace(1) @x\n}",
                          "%p = call ptr addrspace(1) @fn(i1 1)\nret void")),
            "10:3: a function that returns an address has one ret");
  EXPECT_EQ(errorOf(calls("define i64 @fn() {\n  ret i64 1\n}",
                          "%p = call i64 @fn()\nret void")),
            "2:1: a value of type i64 is not part of a litmus test");
  EXPECT_EQ(errorOf(calls("define void @fn(ptr byval(i32) %p) {\n  ret void\n}",
                          "call void @fn(ptr byval(i32) null)\nret void")),
            "2:1: an argument is passed as a copy in memory");
}

TEST(LitmusIRCalls, TooManyAndTooDeep) {
  // Each function calls the next one twice.
  std::string Doubling, Chain;
  for (int I = 0; I < 40; ++I) {
    std::string Next = "  call void @f" + std::to_string(I + 1) + "()\n";
    Doubling += "define void @f" + std::to_string(I) + "() {\n" + Next + Next +
                "  ret void\n}\n";
  }
  Doubling += "define void @f40() {\n  ret void\n}\n";
  EXPECT_TRUE(llvm::StringRef(errorOf(calls(Doubling, "call void @f0()\n"
                                                      "ret void")))
                  .ends_with("the test has more than 16384 instructions"));
  for (int I = 0; I < 100; ++I)
    Chain += "define void @f" + std::to_string(I) + "() {\n  call void @f" +
             std::to_string(I + 1) + "()\n  ret void\n}\n";
  Chain += "define void @f100() {\n  ret void\n}\n";
  EXPECT_TRUE(
      llvm::StringRef(errorOf(calls(Chain, "call void @f0()\nret void")))
          .ends_with("calls are nested more than 64 deep"));
}

TEST(LitmusIRControl, Errors) {
  EXPECT_EQ(bodyError("unreachable"),
            "2:1: a thread of a litmus test ends with ret, not with "
            "unreachable");
  EXPECT_EQ(bodyError(R"(entry:
  %r = load i32, ptr addrspace(1) @x
  %c = trunc i32 %r to i1
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %a)"),
            "9:3: this leads into the middle of a loop; a loop of a litmus "
            "test is entered at one place");
  EXPECT_EQ(bodyError("indirectbr ptr null, [label %a]\na:\nret void"),
            "2:1: indirectbr is not part of a litmus test");
  EXPECT_EQ(bodyError("switch i64 1, label %a []\na:\nret void"),
            "2:1: works on i64; a litmus test computes with i1 and i32");
}

} // namespace
} // namespace fencepost::litmus
