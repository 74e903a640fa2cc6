//===- ViewTest.cpp - Kernels and their sync views ------------------------===//
// What a view says of small kernels, word for word: objects, values, loops,
// blocks. Events are the matter of ViewEventsTest.cpp.
//===----------------------------------------------------------------------===//
#include "ViewTests.h"
#include "fencepost/Target/Processor.h"
#include "gtest/gtest.h"

using namespace fencepost::ir;

// What -O0 writes: variables, a helper that is not inlined, a generic pointer.
TEST(View, PointersThroughVariables) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global [64 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
define internal void @put(ptr %p, i32 %v) noinline optnone {
  %a = alloca ptr, addrspace(5)
  store ptr %p, ptr addrspace(5) %a
  %q = load ptr, ptr addrspace(5) %a
  store i32 %v, ptr %q
  ret void
}
define amdgpu_kernel void @k(i32 %n) #0 {
  %v = alloca i32, addrspace(5)
  %f = addrspacecast ptr addrspace(5) %v to ptr
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %x, ptr %f
  %i = load i32, ptr %f
  %p = getelementptr [64 x i32], ptr addrspace(3) @t, i32 0, i32 %i
  %g = addrspacecast ptr addrspace(3) %p to ptr
  call void @put(ptr %g, i32 %n)
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
)"),
            R"(
kernel k  @11:1
work-group 64x1x1, waves of 64
object t: lds, 256 bytes
b0: x1
  store local: writes 4 bytes at t + (id.x * 4), stores n  @8:3
  end
)");
}

// Trip counts, phis, uniformity and frequencies.
TEST(View, LoopWithBarriers) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global [256 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @t, i32 %x
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%i.next, %loop]
  %sum = phi i32 [0, %entry], [%sum.next, %loop]
  store i32 %sum, ptr addrspace(3) %p
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %j = xor i32 %x, %i
  %q = getelementptr i32, ptr addrspace(3) @t, i32 %j
  %v = load i32, ptr addrspace(3) %q
  %sum.next = add i32 %sum, %v
  %i.next = add i32 %i, 1
  %c = icmp ult i32 %i.next, %n
  br i1 %c, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %sum.next, ptr addrspace(1) %o
  ret void
}
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
)"),
            R"(
kernel k  @5:1
work-group 256x1x1, waves of 64
object t: lds, 1024 bytes
object out: argument, global, noalias
loop 0: header b1, back edge taken select(1 < n, n, 1) + -1
b0: ; entry x1
  -> b1
b1: ; loop in loop 0 x32
  v6 = phi i32 b0: 0, b1: v6 + 1  uniform  ; i
  v7 = phi i32 b0: 0, b1: v7 + v11  ; sum
  v11 = unknown i32  ; v
  store local: writes 4 bytes at t + (id.x * 4), stores v7  @13:3
  fence release workgroup local  @14:3
  barrier  @15:3
  fence acquire workgroup local  @16:3
  load local: reads 4 bytes at t + ((id.x ^ v6) * 4) -> v11  @19:3
  if (v6 + 1) < n -> b1 else -> b2
b2: ; end x1
  v17 = phi i32 b1: v7 + v11  ; sum.next.lcssa
  store global: writes 4 bytes at out + (sext64(id.x) * 4), stores v17  @26:3
  end
)");
}

// A pointer that is one of two has no object, but its address tells.
TEST(View, PingPong) {
  EXPECT_EQ(viewText(R"(
@a = internal addrspace(3) global [64 x i32] poison
@b = internal addrspace(3) global [64 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [8, %entry], [%i.next, %loop]
  %now = phi ptr addrspace(3) [@a, %entry], [%other, %loop]
  %other = phi ptr addrspace(3) [@b, %entry], [%now, %loop]
  %p = getelementptr i32, ptr addrspace(3) %now, i32 %x
  store i32 %i, ptr addrspace(3) %p
  %i.next = lshr i32 %i, 1
  %c = icmp eq i32 %i.next, 0
  br i1 %c, label %end, label %loop
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
)"),
            R"(
kernel k  @5:1
work-group 64x1x1, waves of 64
object a: lds, 256 bytes
object b: lds, 256 bytes
loop 0: header b1, back edge taken 3
b0: ; entry x1
  -> b1
b1: ; loop in loop 0 x32
  v1 = phi i32 b0: 8, b1: v1 >> 1  uniform  ; i
  v2 = phi i32 b0: a, b1: v3  uniform  ; now
  v3 = phi i32 b0: b, b1: v2  uniform  ; other
  store local: writes 4 bytes at v2 + (id.x * 4) (any object), stores v1  @14:3
  if (v1 >> 1) == 0 -> b2 else -> b1
b2: ; end x1
  end
)");
}

// How often a value can be halved is bounded, whatever it is at first.
TEST(View, Halving) {
  EXPECT_EQ(viewText(R"(
define amdgpu_kernel void @k(ptr addrspace(3) %p, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [%n, %entry], [%i.next, %loop]
  store i32 %i, ptr addrspace(3) %p
  %i.next = lshr i32 %i, 1
  %c = icmp eq i32 %i.next, 0
  br i1 %c, label %end, label %loop
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
)"),
            R"(
kernel k  @2:1
work-group 64x1x1, waves of 64
object p: lds argument
loop 0: header b1, back edge taken at most 32 times
b0: ; entry x1
  -> b1
b1: ; loop in loop 0 x32
  v0 = phi i32 b0: n, b1: v0 >> 1  uniform  ; i
  store local: writes 4 bytes at p, stores v0  @7:3
  if (v0 >> 1) == 0 -> b2 else -> b1
b2: ; end x1
  end
)");
}

// Every way to read the ids of a thread. Unknown sizes stay symbolic sizes.
TEST(View, Ids) {
  EXPECT_EQ(viewText(R"(
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
declare i64 @_Z13get_global_idj(i32) memory(none)
declare i64 @_Z14get_local_sizej(i32) memory(none)
declare i64 @__ockl_get_num_groups(i32) memory(none)
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) "amdgpu-flat-work-group-size"="128,256" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %d4 = getelementptr i8, ptr addrspace(4) %d, i64 4
  %sx = load i16, ptr addrspace(4) %d4
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %i14 = getelementptr i8, ptr addrspace(4) %i, i64 14
  %sy = load i16, ptr addrspace(4) %i14
  %gid = call i64 @_Z13get_global_idj(i32 0)
  %ls = call i64 @_Z14get_local_sizej(i32 0)
  %ng = call i64 @__ockl_get_num_groups(i32 0)
  %k = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %kp = load ptr addrspace(1), ptr addrspace(4) %k
  %k8 = getelementptr i8, ptr addrspace(4) %k, i64 8
  %kn = load i32, ptr addrspace(4) %k8
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  store volatile i32 %z, ptr addrspace(1) %p
  store volatile i32 %lo, ptr addrspace(1) %p
  store volatile i32 %lane, ptr addrspace(1) %p
  store volatile i16 %sx, ptr addrspace(1) %p
  store volatile i16 %sy, ptr addrspace(1) %p
  store volatile i64 %gid, ptr addrspace(1) %p
  store volatile i64 %ls, ptr addrspace(1) %p
  store volatile i64 %ng, ptr addrspace(1) %p
  store volatile i32 %kn, ptr addrspace(1) %kp
  ret void
}
)"),
            R"(
kernel k  @13:1
work-group of at most 256, waves of 64
object p: argument, global
  v17 = unknown i64  uniform
  v19 = unknown i64  uniform
b0: x1
  store volatile global: writes 4 bytes at p, stores id.x  @32:3
  store volatile global: writes 4 bytes at p, stores id.y  @33:3
  store volatile global: writes 4 bytes at p, stores group.z  @34:3
  store volatile global: writes 4 bytes at p, stores select(lane < 32, lane, 32)  @35:3
  store volatile global: writes 4 bytes at p, stores lane  @36:3
  store volatile global i16: writes 2 bytes at p, stores trunc16(size.x)  @37:3
  store volatile global i16: writes 2 bytes at p, stores trunc16(size.y)  @38:3
  store volatile global i64: writes 8 bytes at p, stores ((zext64(group.x) * zext64(size.x)) + zext64(id.x)) + v17  @39:3
  store volatile global i64: writes 8 bytes at p, stores zext64(size.x)  @40:3
  store volatile global i64: writes 8 bytes at p, stores v19  @41:3
  store volatile global: writes 4 bytes at p, stores n  @42:3
  end
)");
}

// Pointers in structures, by value and by reference, are objects of their own.
TEST(View, Arguments) {
  EXPECT_EQ(viewText(R"(
define amdgpu_kernel void @k(ptr %flat, { ptr addrspace(1), i32 } %s, ptr addrspace(4) byref({ i32, ptr addrspace(1) }) %r) {
  %p = extractvalue { ptr addrspace(1), i32 } %s, 0
  %n = extractvalue { ptr addrspace(1), i32 } %s, 1
  %m = load i32, ptr addrspace(4) %r
  %r8 = getelementptr i8, ptr addrspace(4) %r, i64 8
  %q = load ptr addrspace(1), ptr addrspace(4) %r8
  store i32 %n, ptr addrspace(1) %p
  store i32 %m, ptr addrspace(1) %q
  store i32 %m, ptr %flat
  ret void
}
)"),
            R"(
kernel k  @2:1
work-group of at most 1024, waves of 64
object flat: argument, global
object arg1+0: argument, global
object r: argument, constant
object arg2+8: argument, global
  v2 = unknown i32  uniform
  v3 = unknown i32  uniform
b0: x1
  store global: writes 4 bytes at arg1+0, stores v2  @8:3
  store global: writes 4 bytes at arg2+8, stores v3  @9:3
  store global: writes 4 bytes at flat, stores v3  @10:3
  end
)");
}

// A loop with two entries gets a block that chooses between them.
TEST(View, LoopsWithSeveralEntriesGetOne) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global i32 poison
define amdgpu_kernel void @k(i1 %c, i32 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [0, %entry], [%y, %b]
  store i32 %x, ptr addrspace(3) @t
  %c1 = icmp slt i32 %x, %n
  br i1 %c1, label %b, label %e
b:
  %y = phi i32 [1, %entry], [%x, %a]
  br label %a
e:
  ret void
}
)"),
            R"(
kernel k  @3:1
work-group of at most 1024, waves of 64
object t: lds, 4 bytes
loop 0: header b1, back edge taken an unknown number of times
b0: ; entry x1
  -> b1
b1: ; irr.guard in loop 0 x32
  v3 = phi i32 b0: 1, b3: v5  uniform  ; y.moved
  v4 = phi i1 b0: c ^ true, b3: true  uniform  ; Guard.b
  if v4 -> b2 else -> b3
b2: ; b in loop 0 x16
  -> b3
b3: ; a in loop 0 x32
  v5 = phi i32 b1: 0, b2: v3  uniform  ; x
  store local: writes 4 bytes at t, stores v5  @8:3
  if v5 <s n -> b1 else -> b4
b4: ; e x1
  end
)");
}

// LLVM cannot do that for a switch; then it is said.
TEST(View, Irreducible) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global i32 poison
define amdgpu_kernel void @k(i32 %c, i32 %n) {
entry:
  switch i32 %c, label %a [ i32 3, label %b i32 4, label %b ]
a:
  %x = phi i32 [0, %entry], [%y, %b]
  store i32 %x, ptr addrspace(3) @t
  %c1 = icmp slt i32 %x, %n
  br i1 %c1, label %b, label %e
b:
  %y = phi i32 [1, %entry], [1, %entry], [%x, %a]
  br label %a
e:
  ret void
}
)"),
            R"(
kernel k  @3:1
work-group of at most 1024, waves of 64
irreducible
object t: lds, 4 bytes
b0: ; entry x1
  if c == 3 -> b3, if c == 4 -> b3 else -> b1
b1: ; a x32.51
  v0 = phi i32 b0: 0, b3: v3  uniform  ; x
  store local: writes 4 bytes at t, stores v0  @8:3
  if v0 <s n -> b3 else -> b2
b2: ; e x1
  end
b3: ; b x31.49
  v3 = phi i32 b0: 1, b1: v0  uniform  ; y
  -> b1
)");
}

// A switch; a trap does not end a thread regularly; endpgm does.
TEST(View, Endings) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global [4 x i32] poison
declare void @llvm.trap()
declare void @llvm.amdgcn.endpgm()
define amdgpu_kernel void @k(i32 %n) {
entry:
  switch i32 %n, label %d [ i32 1, label %a  i32 7, label %b  i32 9, label %a ]
a:
  call void @llvm.trap()
  unreachable
b:
  call void @llvm.amdgcn.endpgm()
  unreachable
d:
  store i32 %n, ptr addrspace(3) @t
  ret void
}
)"),
            R"(
kernel k  @5:1
work-group of at most 1024, waves of 64
object t: lds, 16 bytes
b0: ; entry x1
  if n == 1 -> b2, if n == 7 -> b1, if n == 9 -> b2 else -> b3
b1: ; b x9.537e-07
  end
b2: ; a x1.907e-06
  unreachable
b3: ; d x1
  store local: writes 4 bytes at t, stores n  @15:3
  end
)");
}

// Recursion, unknown functions and indirect jumps are there as what they are.
TEST(View, NotUnderstood) {
  EXPECT_EQ(viewText(R"(
@t = internal addrspace(3) global i32 poison
declare void @ext(ptr)
define internal void @rec(i32 %n) {
  store i32 %n, ptr addrspace(3) @t
  %m = sub i32 %n, 1
  call void @rec(i32 %m)
  ret void
}
define amdgpu_kernel void @k(ptr %to) {
entry:
  %v = alloca i32, addrspace(5)
  %f = addrspacecast ptr addrspace(5) %v to ptr
  store i32 1, ptr %f
  call void @ext(ptr %f)
  call void @rec(i32 5)
  call void %to()
  %wide = load i128, ptr addrspace(3) @t
  %c = icmp eq i128 %wide, 0
  br i1 %c, label %a, label %b
a:
  indirectbr ptr %to, [label %b, label %e]
b:
  ret void
e:
  ret void
}
)"),
            R"(
kernel k  @10:1
work-group of at most 1024, waves of 64
object t: lds, 4 bytes
b0: ; entry x1
  v0 = unknown i1  uniform  ; c
  opaque: calls ext, which is not defined, recursive or too large to follow  @15:3
  store local: writes 4 bytes at t, stores 5  @5:3
  opaque: calls rec, which is not defined, recursive or too large to follow  @7:3
  opaque: calls an unknown function  @17:3
  load local i128: reads 16 bytes at t  @18:3
  if v0 -> b1 else -> b3
b1: ; a x0.375
  v3 = unknown i1
  if v3 -> b3 else -> b2
b2: ; e x0.1875
  end
b3: ; b x0.8125
  end
)");
}

static std::string header(llvm::StringRef Attributes, ViewOptions Options = {},
                          llvm::StringRef Body = "") {
  std::string Text = viewText(("\ndeclare i32 @llvm.amdgcn.workitem.id.y()\n"
                               "define amdgpu_kernel void @k(ptr %p) " +
                               Attributes + " {\n" + Body +
                               "ret void\n}\n"
                               "!0 = !{i32 32, i32 4, i32 2}\n")
                                  .str(),
                              Options);
  return llvm::StringRef(Text)
      .split("work-group ")
      .second.split('\n')
      .first.str();
}

// From metadata, attributes and options; the wave size from the processor.
TEST(View, TargetAndClusters) {
  ViewOptions Options;
  Options.Cpu = "gfx1250";
  auto Views = viewsOf(R"(
@a = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@b = internal addrspace(3) global [17 x target("amdgcn.named.barrier", 0)] poison
define amdgpu_kernel void @one() "amdgpu-cluster-dims"="2,1,4" {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @a)
  ret void
}
define amdgpu_kernel void @all() "amdgpu-cluster-dims"="1024,1024,1024" {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @a)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @b)
  ret void
}
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
)",
                       Options);
  ASSERT_TRUE(static_cast<bool>(Views)) << llvm::toString(Views.takeError());
  ASSERT_EQ(Views->size(), 2u);
  EXPECT_EQ((*Views)[0].Proc, fencepost::findProcessor("gfx1250"));
  EXPECT_EQ((*Views)[0].NamedBarriers, 1u);
  EXPECT_EQ((*Views)[1].NamedBarriers, 18u);
  EXPECT_EQ(llvm::ArrayRef((*Views)[0].Cluster),
            llvm::ArrayRef<unsigned>({2, 1, 4}));
  EXPECT_EQ((*Views)[1].Cluster[0], 0u);
}

/// A kernel can have as many as there are, whatever other kernels have.
TEST(View, NamedBarriersByKernel) {
  auto Views = viewsOf(R"(
@a = internal addrspace(3) global [16 x target("amdgcn.named.barrier", 0)] poison
@b = internal addrspace(3) global [16 x target("amdgcn.named.barrier", 0)] poison
define amdgpu_kernel void @one() {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @a)
  ret void
}
define amdgpu_kernel void @other() {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @b)
  ret void
}
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
)",
                       {});
  ASSERT_TRUE(static_cast<bool>(Views)) << llvm::toString(Views.takeError());
  for (const fencepost::view::SyncView &View : *Views) {
    const fencepost::view::Event &Join = View.Blocks.front().Events.front();
    EXPECT_EQ(Join.Kind, fencepost::view::EventKind::Barrier);
    EXPECT_EQ(Join.Op.Object, fencepost::BarrierId::named(1));
    EXPECT_EQ(View.NamedBarriers, 16u);
  }
}

TEST(View, WorkGroupSizes) {
  EXPECT_EQ(header(""), "of at most 1024, waves of 64");
  EXPECT_EQ(header("!reqd_work_group_size !0"), "32x4x2, waves of 64");
  EXPECT_EQ(header(R"("amdgpu-flat-work-group-size"="1,256")"),
            "of at most 256, waves of 64");
  EXPECT_EQ(header(R"("amdgpu-flat-work-group-size"="128,128")"),
            "128x1x1, waves of 64");
  EXPECT_EQ(header(R"("amdgpu-flat-work-group-size"="128,128")", {},
                   "%y = call i32 @llvm.amdgcn.workitem.id.y()\n"
                   "store i32 %y, ptr %p\n"),
            "of at most 128, waves of 64");
  EXPECT_EQ(header(R"("amdgpu-flat-work-group-size"="nonsense")"),
            "of at most 1024, waves of 64");
  EXPECT_EQ(header(R"("target-cpu"="gfx1100")"),
            "of at most 1024, waves of 32");
  EXPECT_EQ(
      header(R"("target-cpu"="gfx1100" "target-features"="+wavefrontsize64")"),
      "of at most 1024, waves of 64");
  ViewOptions Options;
  Options.WorkGroup = {{8, 8, 1}};
  EXPECT_EQ(header("!reqd_work_group_size !0", Options), "32x4x2, waves of 64");
  EXPECT_EQ(header("", Options), "8x8x1, waves of 64");
  Options.Cpu = "gfx1201";
  EXPECT_EQ(header("", Options), "8x8x1, waves of 32");
  EXPECT_EQ(header(R"("target-cpu"="gfx942")", Options), "8x8x1, waves of 32");
  Options.Features = "+wavefrontsize64";
  EXPECT_EQ(header("", Options), "8x8x1, waves of 64");
}

TEST(View, WhatIsRefused) {
  EXPECT_EQ(viewText("target triple = \"spir64\"\n"),
            "error: the module is for spir64, not for amdgcn");
  ViewOptions Options;
  Options.Cpu = "gfx1";
  EXPECT_EQ(viewText("\n", Options), "error: unknown processor 'gfx1'");
  EXPECT_EQ(viewText("\ndefine void @f() {\nret void\n}\n"), "\n");
}

// Functions are inlined up to a limit; what is left is said.
TEST(View, TooMuchToInline) {
  ViewOptions Options;
  Options.MaxInstructions = 3;
  std::string Text = viewText(R"(
@t = internal addrspace(3) global i32 poison
define internal void @f() {
  store i32 1, ptr addrspace(3) @t
  ret void
}
define amdgpu_kernel void @k() {
  call void @f()
  ret void
}
)",
                              Options);
  EXPECT_NE(Text.find("opaque: calls f, which is not defined, recursive or too "
                      "large to follow  @8:3"),
            std::string::npos)
      << Text;
}

// LDS objects never overlap, however large; more than addresses can tell apart
// is said.
TEST(View, LargeObjects) {
  std::string Text = R"(
@a = internal addrspace(3) global [40000000 x i32] poison
@b = internal addrspace(3) global i32 poison
define amdgpu_kernel void @k() {
  store i32 1, ptr addrspace(3) @a
  store i32 1, ptr addrspace(3) @b
  ret void
}
)";
  auto Views = viewsOf(Text);
  ASSERT_TRUE(bool(Views));
  ASSERT_EQ(Views->front().Objects.size(), 2u);
  EXPECT_GE(Views->front().Objects[1].Base,
            Views->front().Objects[0].Base + 2 * 160000000u);
  Text.replace(Text.find("40000000"), 8, "4000000000000");
  EXPECT_NE(viewText(Text).find("opaque: the variables in LDS"),
            std::string::npos);
}

// Suppressed diagnostics stay with their instructions, through inlining; no
// name means all.
TEST(View, Ignored) {
  std::string Text = viewText(R"(
@t = internal addrspace(3) global i32 poison
define internal void @f() {
  store i32 1, ptr addrspace(3) @t, !fencepost.ignore !0
  ret void
}
define amdgpu_kernel void @k() !fencepost.ignore !1 {
  call void @f()
  store i32 2, ptr addrspace(3) @t, !fencepost.ignore !2
  store i32 3, ptr addrspace(3) @t, !fencepost.ignore !3
  ret void
}
!0 = !{!"lds-race", !"global-race"}
!1 = !{!"needless-fence"}
!2 = !{}
!3 = !{i32 1}
)");
  EXPECT_EQ(Text, R"(
kernel k  @7:1  ignore needless-fence
work-group of at most 1024, waves of 64
object t: lds, 4 bytes
b0: x1
  store local: writes 4 bytes at t, stores 1  @4:3  ignore lds-race, global-race
  store local: writes 4 bytes at t, stores 2  @9:3  ignore *
  store local: writes 4 bytes at t, stores 3  @10:3  ignore 
  end
)");
}

// Positions come from debug information; those of inlined code are in the
// function that it comes from.
TEST(View, SourceLines) {
  std::string Text = viewText(R"(
@t = internal addrspace(3) global i32 poison
define internal void @f() !dbg !5 {
  store i32 1, ptr addrspace(3) @t, !dbg !6
  ret void
}
define amdgpu_kernel void @k() !dbg !3 {
  call void @f(), !dbg !7
  store i32 2, ptr addrspace(3) @t
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "k", file: !1, line: 20, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIFile(filename: "f.h", directory: ".")
!5 = distinct !DISubprogram(name: "f", file: !4, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 6, column: 7, scope: !5)
!7 = !DILocation(line: 21, column: 3, scope: !3)
!8 = !{i32 2, !"Debug Info Version", i32 3}
)");
  EXPECT_EQ(Text, R"(
kernel k  @/src/k.cl:20
work-group of at most 1024, waves of 64
object t: lds, 4 bytes
b0: x1
  store local: writes 4 bytes at t, stores 1  @f.h:6:7 called @/src/k.cl:21:3
  store local: writes 4 bytes at t, stores 2  @9:3
  end
)");
}
