//===- IntrinsicsTest.cpp - Barriers, async operations, av accesses -------===//
#include "IRTests.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

TEST(LitmusIRBarriers, OfTheWorkgroup) {
  EXPECT_EQ(straightCode("call void @llvm.amdgcn.s.barrier()"),
            "0: barrier.arrive workgroup\n"
            "1: barrier.wait workgroup\n");
  EXPECT_EQ(straightCode("call void @llvm.amdgcn.s.barrier.signal(i32 -1)\n"
                         "call void @llvm.amdgcn.s.barrier.wait(i16 -1)\n"
                         "call void @llvm.amdgcn.s.barrier.signal(i32 -3)\n"
                         "call void @llvm.amdgcn.s.barrier.wait(i16 -3)\n"
                         "call void @llvm.amdgcn.s.barrier.signal(i32 -2)\n"
                         "call void @llvm.amdgcn.s.barrier.signal(i32 0)"),
            "0: barrier.arrive workgroup\n"
            "1: barrier.wait workgroup\n"
            "2: barrier.arrive cluster\n"
            "3: barrier.wait cluster\n"
            "4: barrier.arrive trap\n"
            "5: barrier.arrive null\n");
}

TEST(LitmusIRBarriers, Named) {
  EXPECT_EQ(
      straightCode(
          "call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @b, i32 2)\n"
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @b)\n"
          "call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @b, "
          "i32 3)\n"
          "call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @b, "
          "i32 0)\n"
          "call void @llvm.amdgcn.s.barrier.wait(i16 1)\n"
          "call void @llvm.amdgcn.s.barrier.leave(i16 1)\n"
          "%p = getelementptr [2 x target(\"amdgcn.named.barrier\", 0)], ptr "
          "addrspace(3) @bs, i32 0, i32 1\n"
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %p)\n"
          "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) null)"),
      "0: barrier.init b, 2\n"
      "1: barrier.join b\n"
      "2: barrier.arrive b, 3\n"
      "3: barrier.arrive b\n"
      "4: barrier.wait b\n"
      "5: barrier.leave\n"
      "6: barrier.join bs[1]\n"
      "7: barrier.join null\n");
}

TEST(LitmusIRBarriers, CalledByNumberOnly) {
  LitmusTest Test =
      readIR(wrapped("call void @llvm.amdgcn.s.barrier.signal(i32 5)\n"
                     "ret void"));
  EXPECT_EQ(codeOf(Test.Program), "0: barrier.arrive barrier.5\n");
  EXPECT_EQ(Test.Program.NamedBarriers,
            (std::vector<std::string>{"b", "bs[0]", "bs[1]", "barrier.4",
                                      "barrier.5"}));
}

TEST(LitmusIRBarriers, IsFirst) {
  EXPECT_EQ(straightCode(
                "%f = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)\n"
                "call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)"),
            "0: f = barrier.arrive.isfirst workgroup\n"
            "1: barrier.arrive.isfirst workgroup\n");
}

/// As LLVM expands it on GFX1250.
TEST(LitmusIRBarriers, OfTheCluster) {
  EXPECT_EQ(straightCode("call void @llvm.amdgcn.s.cluster.barrier()"),
            "0: cluster.isfirst = barrier.arrive.isfirst workgroup\n"
            "1: barrier.wait workgroup\n"
            "2: if cluster.isfirst else -> 4 join 4\n"
            "3: barrier.arrive cluster\n"
            "4: barrier.wait cluster\n");
}

TEST(LitmusIRBarriers, Errors) {
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.s.barrier.signal(i32 17)\n"
                      "ret void"),
            "2:1: there is no such barrier; they are -4 to 16");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) "
                      "@l)\nret void"),
            "2:1: @l is no named barrier");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) "
                      "null, i32 1)\nret void"),
            "2:1: barrier.init cannot be done to the null barrier");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(1) @x\n"
                      "call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) "
                      "@b, i32 %r)\nret void"),
            "3:1: the count of a barrier has to be a number from 0 to 65535");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) "
                      "@b, i32 -1)\nret void"),
            "2:1: the count of a barrier has to be a number from 0 to 65535");
  EXPECT_EQ(
      bodyError("%p = getelementptr [2 x target(\"amdgcn.named.barrier\", 0)], "
                "ptr addrspace(3) @bs, i32 0, i32 2\n"
                "call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %p)\n"
                "ret void"),
      "3:1: which of the named barriers @bs is meant has to be known and to "
      "exist");
}

TEST(LitmusIRAsync, LoadsMarksAndWaits) {
  EXPECT_EQ(
      straightCode(
          "call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @x, "
          "ptr addrspace(3) @l)\n"
          "call void @llvm.amdgcn.asyncmark()\n"
          "%g = addrspacecast ptr addrspace(1) @y to ptr\n"
          "call void @llvm.amdgcn.load.async.to.lds(ptr %g, ptr addrspace(3) "
          "@a, i32 8, i32 0, i32 0)\n"
          "call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr "
          "addrspace(1) @y, ptr addrspace(3) @a, i32 0, i32 3)\n"
          "call void @llvm.amdgcn.wait.asyncmark(i16 1)"),
      "0: async.load x -> l\n"
      "1: asyncmark\n"
      "2: async.load y[0] -> a[0]\n"
      "3: async.load y[1] -> a[1]\n"
      "4: async.load y[0] -> a[0]\n"
      "5: async.load y[1] -> a[1]\n"
      "6: async.load y[2] -> a[2]\n"
      "7: async.load y[3] -> a[3]\n"
      "8: wait.asyncmark 1\n");
}

TEST(LitmusIRAsync, Buffers) {
  EXPECT_EQ(straightCode(
                "%b = call ptr addrspace(8) "
                "@llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) @x, i16 "
                "0, i64 4, i32 0)\n"
                "call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr "
                "addrspace(8) %b, ptr addrspace(3) @l, i32 4, i32 0, i32 0, "
                "i32 0, i32 0)"),
            "0: async.load x -> l\n");
}

TEST(LitmusIRAsync, Errors) {
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.raw.buffer.load.async.lds(<4 x "
                      "i32> zeroinitializer, ptr addrspace(3) @l, i32 4, i32 "
                      "0, i32 0, i32 0, i32 0)\nret void"),
            "2:1: an asynchronous load has an address to load from and one to "
            "store to");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.global.load.async.to.lds.b8(ptr "
                      "addrspace(1) @x, ptr addrspace(3) @l, i32 0, i32 0)\n"
                      "ret void"),
            "2:1: an asynchronous load of a litmus test is of whole i32");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.load.async.to.lds(ptr "
                      "addrspacecast (ptr addrspace(1) @x to ptr), ptr "
                      "addrspace(3) @l, i32 4, i32 4, i32 0)\nret void"),
            "2:1: an offset of an asynchronous load has to be 0; add it to the "
            "address");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.load.async.to.lds(ptr "
                      "addrspacecast (ptr addrspace(3) @l to ptr), ptr "
                      "addrspace(3) @a, i32 4, i32 0, i32 0)\nret void"),
            "2:1: an asynchronous load goes from a global location to a local "
            "one");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(1) @x\n"
                      "%h = trunc i32 %r to i1\n"
                      "%n = sext i1 %h to i16\n"
                      "call void @llvm.amdgcn.wait.asyncmark(i16 %n)\n"
                      "ret void"),
            "4:1: makes an i16; a litmus test computes with i1 and i32");
}

TEST(LitmusIRAvailable, StoresAndLoads) {
  EXPECT_EQ(
      straightCode(
          "call void @llvm.amdgcn.av.store.b32(ptr addrspace(1) @x, i32 1, "
          "metadata !\"agent\")\n"
          "%r = call i32 @llvm.amdgcn.av.load.b32(ptr addrspace(1) @x, "
          "metadata !{!\"workgroup\"})\n"
          "%v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr "
          "addrspace(1) @y, metadata !\"\")\n"
          "call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) @y, "
          "<4 x i32> %v, metadata !\"agent-one-as\")"),
      "0: store.av x, 1 agent\n"
      "1: r = load.vis x workgroup\n"
      "2: v.0 = load.vis y[0] system\n"
      "3: v.1 = load.vis y[1] system\n"
      "4: v.2 = load.vis y[2] system\n"
      "5: v.3 = load.vis y[3] system\n"
      "6: store.av y[0], v.0 agent-one-as\n"
      "7: store.av y[1], v.1 agent-one-as\n"
      "8: store.av y[2], v.2 agent-one-as\n"
      "9: store.av y[3], v.3 agent-one-as\n");
}

TEST(LitmusIRAvailable, Errors) {
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.av.store.b32(ptr addrspace(1) "
                      "@x, i32 1, metadata !\"warp\")\nret void"),
            "2:1: \"warp\" is no scope of AMDGPU");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.av.store.b32(ptr addrspace(1) "
                      "@x, i32 1, metadata !{})\nret void"),
            "2:1: the scope has to be a string of metadata, as in metadata "
            "!\"agent\"");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.av.global.store.b128(ptr "
                      "addrspace(1) @x, <4 x i32> zeroinitializer, metadata "
                      "!\"agent\")\nret void"),
            "2:1: element 1 is outside of @x, which has 1");
}

TEST(LitmusIRIntrinsics, WithoutMeaningArePassedOver) {
  EXPECT_EQ(straightCode("call void @llvm.amdgcn.wave.barrier()\n"
                         "call void @llvm.amdgcn.sched.barrier(i32 0)\n"
                         "call void @llvm.assume(i1 true)"),
            "");
}

TEST(LitmusIRIntrinsics, Errors) {
  EXPECT_EQ(bodyError("%i = call i32 @llvm.amdgcn.workitem.id.x()\nret void"),
            "2:1: llvm.amdgcn.workitem.id.x is not constant in a litmus test; "
            "give each thread a function of its own");
  EXPECT_EQ(bodyError("call void @llvm.amdgcn.what.is.this()\nret void"),
            "2:1: llvm.amdgcn.what.is.this is not part of a litmus test");
}

} // namespace
} // namespace fencepost::litmus
