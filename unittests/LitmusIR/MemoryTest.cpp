//===- MemoryTest.cpp - Loads, stores, atomics and fences -----------------===//
#include "IRTests.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

TEST(LitmusIRMemory, PlainAccesses) {
  EXPECT_EQ(straightCode("store i32 7, ptr addrspace(1) @x\n"
                         "%r = load i32, ptr addrspace(1) @x\n"
                         "store i32 %r, ptr addrspace(3) @l"),
            "0: store x, 7\n"
            "1: r = load x\n"
            "2: store l, r\n");
}

TEST(LitmusIRMemory, VolatileMeansNothing) {
  EXPECT_EQ(straightCode("%r = load volatile i32, ptr addrspace(1) @x"),
            "0: r = load x\n");
}

TEST(LitmusIRMemory, EveryOrderingAndScope) {
  EXPECT_EQ(straightCode(R"(
%a = load atomic i32, ptr addrspace(1) @x unordered, align 4
%b = load atomic i32, ptr addrspace(1) @x syncscope("singlethread") monotonic, align 4
%c = load atomic i32, ptr addrspace(1) @x syncscope("wavefront") acquire, align 4
%d = load atomic i32, ptr addrspace(1) @x syncscope("workgroup") seq_cst, align 4
store atomic i32 1, ptr addrspace(1) @x syncscope("cluster") release, align 4
store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
store atomic i32 1, ptr addrspace(1) @x syncscope("one-as") release, align 4
store atomic i32 1, ptr addrspace(1) @x syncscope("agent-one-as") seq_cst, align 4
fence syncscope("workgroup-one-as") acq_rel
fence seq_cst)"),
            "0: a = load atomic x unordered system\n"
            "1: b = load atomic x monotonic singlethread\n"
            "2: c = load atomic x acquire wavefront\n"
            "3: d = load atomic x seq_cst workgroup\n"
            "4: store atomic x, 1 release cluster\n"
            "5: store atomic x, 1 monotonic agent\n"
            "6: store atomic x, 1 release system-one-as\n"
            "7: store atomic x, 1 seq_cst agent-one-as\n"
            "8: fence acq_rel workgroup-one-as\n"
            "9: fence seq_cst system\n");
}

TEST(LitmusIRMemory, EveryModification) {
  const char *Names[] = {"xchg", "add", "sub", "and",  "or",
                         "xor",  "max", "min", "umax", "umin"};
  for (std::string Name : Names)
    EXPECT_EQ(straightCode(
                  "%r = atomicrmw " + Name +
                  " ptr addrspace(1) @x, i32 3 syncscope(\"agent\") acq_rel"),
              "0: r = atomicrmw " + Name + " x, 3 acq_rel agent\n");
}

TEST(LitmusIRMemory, ResultsThatNobodyCanAskForHaveNoRegister) {
  LitmusTest Test = readIR(wrapped(R"(
atomicrmw add ptr addrspace(1) @x, i32 1 monotonic
load i32, ptr addrspace(1) @x
cmpxchg ptr addrspace(1) @x, i32 1, i32 2 monotonic monotonic
add i32 1, 2
ret void)"));
  EXPECT_TRUE(Test.Program.Threads[0].Registers.empty());
  EXPECT_EQ(codeOf(Test.Program),
            "0: atomicrmw add x, 1 monotonic system\n"
            "1: load x\n"
            "2: cmpxchg x, 1, 2 monotonic monotonic system\n");
}

TEST(LitmusIRMemory, ValuesWithoutNamesAreNumbered) {
  EXPECT_EQ(straightCode("%1 = load i32, ptr addrspace(1) @x\n"
                         "%2 = add i32 %1, 1\n"
                         "store i32 %2, ptr addrspace(1) @x"),
            "0: 1 = load x\n"
            "1: 2 = 1 + 1\n"
            "2: store x, 2\n");
}

TEST(LitmusIRMemory, CompareExchangeGivesOldValueAndSuccess) {
  EXPECT_EQ(straightCode("%p = cmpxchg ptr addrspace(1) @x, i32 1, i32 2 "
                         "syncscope(\"agent\") acq_rel monotonic, !mmra !0\n"
                         "%old = extractvalue {i32, i1} %p, 0\n"
                         "%ok = extractvalue {i32, i1} %p, 1\n"
                         "%n = zext i1 %ok to i32"),
            "0: p = cmpxchg x, 1, 2 acq_rel monotonic agent noav\n"
            "1: old = p\n"
            "2: ok = p == 1\n"
            "3: n = ok\n");
}

TEST(LitmusIRMemory, TagsOfFencesAndAtomics) {
  EXPECT_EQ(straightCode(R"(
fence syncscope("agent") release, !mmra !0
fence syncscope("agent") release, !mmra !1
fence syncscope("agent") release, !mmra !2
fence syncscope("agent") release, !mmra !3
fence syncscope("agent") release, !mmra !6
fence syncscope("agent") release, !mmra !8
%r = load atomic i32, ptr addrspace(1) @x syncscope("agent") acquire, align 4, !mmra !0
store atomic i32 1, ptr addrspace(1) @x syncscope("agent") release, align 4, !mmra !3
%s = atomicrmw add ptr addrspace(1) @x, i32 1 acq_rel, !mmra !0
%t = load i32, ptr addrspace(1) @x, !mmra !0)"),
            "0: fence release agent noav\n"
            "1: fence release agent local\n"
            "2: fence release agent global\n"
            "3: fence release agent local noav\n"
            "4: fence release agent\n"
            "5: fence release agent local global\n"
            "6: r = load atomic x acquire agent noav\n"
            "7: store atomic x, 1 release agent noav\n"
            "8: s = atomicrmw add x, 1 acq_rel system noav\n"
            "9: t = load x\n");
}

TEST(LitmusIRMemory, VectorsAreElementByElement) {
  EXPECT_EQ(
      straightCode("%v = load <2 x i32>, ptr addrspace(1) @y\n"
                   "%a = extractelement <2 x i32> %v, i32 1\n"
                   "%w = insertelement <2 x i32> %v, i32 9, i32 0\n"
                   "%s = shufflevector <2 x i32> %w, <2 x i32> <i32 5, i32 6>, "
                   "<2 x i32> <i32 1, i32 2>\n"
                   "store <2 x i32> %s, ptr addrspace(3) @a"),
      "0: v.0 = load y[0]\n"
      "1: v.1 = load y[1]\n"
      "2: a = v.1\n"
      "3: store a[0], v.1\n"
      "4: store a[1], 5\n");
}

TEST(LitmusIRMemory, AddressesOfElements) {
  EXPECT_EQ(straightCode(R"(
%i = load i32, ptr addrspace(1) @x
%p = getelementptr [4 x i32], ptr addrspace(1) @y, i32 0, i32 %i
store i32 1, ptr addrspace(1) %p
%q = getelementptr i32, ptr addrspace(1) %p, i32 1
store i32 2, ptr addrspace(1) %q
%j = sext i32 %i to i64
%r = getelementptr i32, ptr addrspace(1) @y, i64 %j
store i32 3, ptr addrspace(1) %r
%s = getelementptr i8, ptr addrspace(1) @y, i64 8
store i32 4, ptr addrspace(1) %s
%t = addrspacecast ptr addrspace(1) %s to ptr
store i32 5, ptr %t
store i32 6, ptr addrspacecast (ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @y, i32 3) to ptr)
%u = getelementptr <2 x i32>, ptr addrspace(1) @y, i32 %i
store i32 7, ptr addrspace(1) %u
%v = getelementptr i32, ptr addrspace(1) %p, i32 %i
store i32 8, ptr addrspace(1) %v)"),
            "0: i = load x\n"
            "1: store y[i], 1\n"
            "2: store y[i + 1], 2\n"
            "3: store y[i], 3\n"
            "4: store y[2], 4\n"
            "5: store y[2], 5\n"
            "6: store y[3], 6\n"
            "7: store y[i * 2], 7\n"
            "8: v = i + i\n"
            "9: store y[v], 8\n");
}

TEST(LitmusIRMemory, SelectedAddresses) {
  EXPECT_EQ(straightCode(R"(
%i = load i32, ptr addrspace(1) @x
%c = trunc i32 %i to i1
%p = getelementptr i32, ptr addrspace(1) @y, i32 1
%q = select i1 %c, ptr addrspace(1) @y, ptr addrspace(1) %p
store i32 1, ptr addrspace(1) %q
%s = select i1 %c, ptr addrspace(1) @x, ptr addrspace(1) @x
store i32 2, ptr addrspace(1) %s)"),
            "0: i = load x\n"
            "1: c = i & 1\n"
            "2: q = (c ? 0 : 1)\n"
            "3: store y[q], 1\n"
            "4: store x, 2\n");
}

TEST(LitmusIRMemory, Errors) {
  EXPECT_EQ(bodyError("%r = load i64, ptr addrspace(1) @x\nret void"),
            "2:1: accesses i64; a litmus test accesses i32");
  EXPECT_EQ(bodyError("store i8 1, ptr addrspace(1) @x\nret void"),
            "2:1: accesses i8; a litmus test accesses i32");
  EXPECT_EQ(bodyError("  store float 1.0, ptr addrspace(1) @x\nret void"),
            "2:3: accesses float; a litmus test accesses i32");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(1) @f\nret void"),
            "2:1: @f is of type float; a location is an i32 or an array of "
            "them");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(4) @c\nret void"),
            "2:1: @c lies in addrspace(4); a location is global (1) or local "
            "(3)");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(3) @b\nret void"),
            "2:1: @b is a named barrier, not a location");
  EXPECT_EQ(bodyError("%r = load i32, ptr null\nret void"),
            "2:1: an address here does not belong to a known global");
  EXPECT_EQ(bodyError("%r = load i32, ptr inttoptr (i64 64 to ptr)\nret void"),
            "2:1: an address here does not belong to a known global");
  EXPECT_EQ(bodyError("%r = load i32, ptr @P0\nret void"),
            "2:1: an address here does not belong to a known global");
  EXPECT_EQ(bodyError("fence syncscope(\"warp\") release\nret void"),
            "2:1: syncscope(\"warp\") is no scope of AMDGPU");
  EXPECT_EQ(bodyError("fence release, !mmra !4\nret void"),
            "2:1: amdgpu-synchronize-as is local or global, not private");
  EXPECT_EQ(bodyError("fence release, !mmra !5\nret void"),
            "2:1: the tag amdgpu-as is now called amdgpu-synchronize-as");
  EXPECT_EQ(bodyError("fence release, !mmra !7\nret void"),
            "2:1: amdgcn-av is none, not some");
  EXPECT_EQ(bodyError("%r = atomicrmw nand ptr addrspace(1) @x, i32 1 "
                      "monotonic\nret void"),
            "2:1: atomicrmw nand is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = atomicrmw fadd ptr addrspace(1) @f, float 1.0 "
                      "monotonic\nret void"),
            "2:1: atomicrmw fadd is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = atomicrmw add ptr addrspace(1) @x, i64 1 "
                      "monotonic\nret void"),
            "2:1: accesses i64; a litmus test accesses i32");
  EXPECT_EQ(bodyError("%r = cmpxchg weak ptr addrspace(1) @x, i32 1, i32 2 "
                      "monotonic monotonic\nret void"),
            "2:1: a weak cmpxchg may fail for no reason, which the model does "
            "not know; leave out weak");
  EXPECT_EQ(bodyError("store i32 1, ptr addrspace(1) getelementptr (i32, ptr "
                      "addrspace(1) @y, i32 4)\nret void"),
            "2:1: element 4 is outside of @y, which has 4");
  EXPECT_EQ(bodyError("%p = getelementptr i32, ptr addrspace(1) @x, i32 -1\n"
                      "store i32 1, ptr addrspace(1) %p\nret void"),
            "3:1: element -1 is outside of @x, which has 1");
  EXPECT_EQ(bodyError("%v = load <4 x i32>, ptr addrspace(1) @x\nret void"),
            "2:1: element 1 is outside of @x, which has 1");
  EXPECT_EQ(bodyError("%p = getelementptr i8, ptr addrspace(1) @y, i32 2\n"
                      "ret void"),
            "2:1: an address here is not that of an i32 of a location");
  EXPECT_EQ(bodyError("%i = load i32, ptr addrspace(1) @x\n"
                      "%p = getelementptr i8, ptr addrspace(1) @y, i32 %i\n"
                      "ret void"),
            "3:1: an index here does not count in units of i32");
  EXPECT_EQ(bodyError("%i = load i32, ptr addrspace(1) @x\n"
                      "%p = getelementptr i32, ptr addrspace(1) @x, i32 %i\n"
                      "store i32 1, ptr addrspace(1) %p\nret void"),
            "4:1: @x is no array and cannot be indexed");
  EXPECT_EQ(bodyError("%i = load i32, ptr addrspace(1) @x\n"
                      "%c = trunc i32 %i to i1\n"
                      "%p = select i1 %c, ptr addrspace(1) @x, ptr "
                      "addrspace(1) @y\nret void"),
            "4:1: an address here may belong to @y or to @x; it has to be one "
            "of them");
  EXPECT_EQ(bodyError("%p = alloca i32\nret void"),
            "2:1: memory of the thread's own is not part of a litmus test; opt "
            "-passes=mem2reg turns it into values");
}

} // namespace
} // namespace fencepost::litmus
