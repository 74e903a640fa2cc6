//===- ViewEventsTest.cpp - Instructions and their events -----------------===//
// What a view says of accesses, barriers, transfers and machine code, word for
// word.
//===----------------------------------------------------------------------===//
#include "ViewTests.h"
#include "gtest/gtest.h"

using namespace fencepost::ir;

// Split barriers, named ones, and one that is computed.
TEST(ViewEvents, Barriers) {
  EXPECT_EQ(viewText(R"ir(
@t = internal addrspace(3) global i32 poison
@bar = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@bars = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.s.barrier.leave(i16)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32)
declare void @llvm.amdgcn.wave.barrier()
define amdgpu_kernel void @k(i32 %n) "target-cpu"="gfx1201" {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @bar, i32 4)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @bar)
  %p = getelementptr target("amdgcn.named.barrier", 0), ptr addrspace(3) @bars, i32 %n
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %p, i32 3)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  call void @llvm.amdgcn.wave.barrier()
  %f = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  br i1 %f, label %a, label %b
a:
  store i32 0, ptr addrspace(3) @t
  br label %b
b:
  ret void
}
)ir"),
            R"ir(
kernel k  @13:1
work-group of at most 1024, waves of 32
object bars: named barrier 2, 32 bytes
object bar: named barrier 1, 16 bytes
object t: lds, 4 bytes
b0: x1
  v6 = unknown i1  wave-uniform  ; f
  barrier.init named 1, 4: bar  @14:3
  barrier.join named 1: bar  @15:3
  barrier.arrive null, 3: bars + (n * 16)  @17:3
  barrier.arrive workgroup  @18:3
  barrier.wait workgroup  @19:3
  barrier.leave  @20:3
  wave barrier  @21:3
  barrier.arrive.isfirst workgroup -> v6  @22:3
  if v6 -> b1 else -> b2  divergent
b1: ; a x0.5
  store local: writes 4 bytes at t, stores 0  @25:3
  -> b2
b2: ; b x1
  end
)ir");
}

// Barriers and waits in assembly are events, registers are not.
TEST(ViewEvents, MachineCode) {
  EXPECT_EQ(viewText(R"ir(
declare void @llvm.amdgcn.s.waitcnt(i32)
define amdgpu_kernel void @k() {
  call void @llvm.amdgcn.s.waitcnt(i32 112)
  call void asm sideeffect "s_waitcnt lgkmcnt(0)\0As_barrier ; meet", "~{memory}"()
  call void asm sideeffect "s_barrier_signal -1\0A  s_barrier_wait 0xffff // meet", "~{memory}"()
  call void asm sideeffect "v_mov_b32 v0, v1\0As_nop 0", "~{memory}"()
  call void asm sideeffect "ds_write_b32 $0, $1", "v,v"(i32 0, i32 0)
  call void asm sideeffect "s_barrier_join m0", ""()
  call void asm sideeffect "s_cbranch_vccz 4", ""()
  ret void
}
)ir"),
            R"ir(
kernel k  @3:1
work-group of at most 1024, waves of 64
b0: x1
  wait vmcnt(0) lgkmcnt(0)  @4:3
  wait lgkmcnt(0)  @5:3
  barrier (machine code)  @5:3
  barrier.arrive workgroup (machine code)  @6:3
  barrier.wait workgroup (machine code)  @6:3
  opaque: machine code that is not understood: ds_write_b32 $0, $1  @8:3
  opaque: machine code that is not understood: s_barrier_join m0  @9:3
  opaque: machine code that is not understood: s_cbranch_vccz 4  @10:3
  end
)ir");
}

// Orderings and scopes are kept; what an access reads is a value.
TEST(ViewEvents, Atomics) {
  EXPECT_EQ(viewText(R"ir(
@t = internal addrspace(3) global [64 x i32] poison
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(3) @t, i32 1 syncscope("workgroup") monotonic
  %q = getelementptr i32, ptr addrspace(3) @t, i32 %old
  %pair = cmpxchg ptr addrspace(3) %q, i32 0, i32 1 syncscope("agent") acq_rel monotonic
  %v = load atomic i32, ptr addrspace(1) %p acquire, align 4
  store atomic i32 %v, ptr addrspace(1) %p syncscope("agent") release, align 4
  %x = atomicrmw xchg ptr addrspace(1) %p, i64 7 seq_cst
  ret void
}
)ir"),
            R"ir(
kernel k  @3:1
work-group of at most 1024, waves of 64
object t: lds, 256 bytes
object p: argument, global
b0: x1
  v0 = unknown i32  ; old
  v6 = unknown i32  wave-uniform  ; v
  atomicrmw add monotonic workgroup local: changes 4 bytes at t, adds 1 -> v0  @4:3
  cmpxchg acq_rel monotonic agent local noret: changes 4 bytes at t + (v0 * 4)  @6:3
  load atomic acquire system global: reads 4 bytes at p -> v6  @7:3
  store atomic release agent global: writes 4 bytes at p, stores v6  @8:3
  atomicrmw xchg seq_cst system global i64 noret: changes 8 bytes at p, stores 7  @9:3
  end
)ir");
}

// memcpy and its like; buffers by resource and by fat pointer.
TEST(ViewEvents, CopiesAndBuffers) {
  EXPECT_EQ(viewText(R"ir(
@t = internal addrspace(3) global [64 x i32] poison
@dyn = external addrspace(3) global [0 x i8]
@dyn2 = external addrspace(3) global [0 x i32]
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.struct.ptr.buffer.store.i32(i32, ptr addrspace(8), i32, i32, i32, i32 immarg)
declare i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32>, i32, i32, i32 immarg)
define amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %len, <4 x i32> %raw) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) @t, ptr addrspace(1) %p, i64 16, i1 false)
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) @t, ptr addrspace(1) %p, i64 %len, i1 false)
  call void @llvm.memset.p3.i64(ptr addrspace(3) @dyn, i8 0, i64 64, i1 false)
  store i32 0, ptr addrspace(3) @dyn2
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %p, i16 0, i64 4096, i32 0)
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %x, i32 8, i32 0)
  call void @llvm.amdgcn.struct.ptr.buffer.store.i32(i32 %v, ptr addrspace(8) %r, i32 %x, i32 0, i32 8, i32 0)
  %w = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %raw, i32 %x, i32 8, i32 0)
  %fat = addrspacecast ptr addrspace(8) %r to ptr addrspace(7)
  %fg = getelementptr i32, ptr addrspace(7) %fat, i32 %x
  store i32 %v, ptr addrspace(7) %fg
  ret void
}
)ir"),
            R"ir(
kernel k  @12:1
work-group of at most 1024, waves of 64
object p: argument, global
object t: lds, 256 bytes
object dyn: lds
b0: x1
  v2 = unknown i32  ; v
  load global: reads 16 bytes at p (llvm.memcpy.p3.p1.i64)  @14:3
  store local: writes 16 bytes at t (llvm.memcpy.p3.p1.i64)  @14:3
  load global: reads an unknown number of bytes at p (llvm.memcpy.p3.p1.i64)  @15:3
  store local: writes an unknown number of bytes at t (llvm.memcpy.p3.p1.i64)  @15:3
  store local: writes 64 bytes at dyn, stores 0 (llvm.memset.p3.i64)  @16:3
  store local: writes 4 bytes at dyn, stores 0  @17:3
  load global: reads 4 bytes at p + 8 + zext64(id.x) -> v2 (llvm.amdgcn.raw.ptr.buffer.load.i32)  @19:3
  store global: writes 4 bytes at ? of p, stores v2 (llvm.amdgcn.struct.ptr.buffer.store.i32)  @20:3
  load global: reads 4 bytes at ? (any object) (llvm.amdgcn.raw.buffer.load.i32)  @21:3
  store global: writes 4 bytes at p + sext64(id.x * 4), stores v2 (store through a buffer-fat-pointer)  @24:3
  end
)ir");
}

// Values wider than 64 bits: one value represents what is stored, and is that
// of the load if it was loaded. Undefined values have none.
TEST(ViewEvents, WideStores) {
  EXPECT_EQ(viewText(R"ir(
@t = internal addrspace(3) global [64 x <4 x i32>] poison
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %v = load <4 x i32>, ptr addrspace(1) %p
  store <4 x i32> %v, ptr addrspace(3) @t
  store <4 x i32> zeroinitializer, ptr addrspace(3) @t
  store <4 x i32> <i32 1, i32 2, i32 1, i32 1>, ptr addrspace(3) @t
  %a = insertelement <2 x i64> <i64 3, i64 3>, i64 7, i64 1
  store <2 x i64> %a, ptr addrspace(3) @t
  %b = insertelement <4 x i32> zeroinitializer, i32 %x, i64 2
  store <4 x i32> %b, ptr addrspace(3) @t
  %w = load volatile i128, ptr addrspace(1) %p
  store i128 %w, ptr addrspace(3) @t
  store i128 5, ptr addrspace(3) @t
  store i128 poison, ptr addrspace(3) @t
  %s = load { i64, i64 }, ptr addrspace(1) %p
  store { i64, i64 } %s, ptr addrspace(3) @t
  ret void
}
)ir"),
            R"ir(
kernel k  @4:1
work-group of at most 1024, waves of 64
object p: argument, global
object t: lds, 1024 bytes
b0: x1
  v1 = unknown i32  uniform  ; v
  v2 = unknown i32  uniform  ; v
  v3 = unknown i32  uniform  ; v
  v4 = unknown i32  uniform  ; v
  v23 = unknown i63  wave-uniform  ; w
  v24 = unknown i63  uniform  ; s
  load global i128: reads 16 bytes at p  @6:3
  store local i128: writes 16 bytes at t, stores (((((zext63(v1) * 5) + zext63(v2)) * 5) + zext63(v3)) * 5) + zext63(v4)  @7:3
  store local i128: writes 16 bytes at t, stores 0  @8:3
  store local i128: writes 16 bytes at t, stores 181  @9:3
  store local i128: writes 16 bytes at t, stores 22  @11:3
  store local i128: writes 16 bytes at t, stores zext63(id.x) * 5  @13:3
  load volatile global i128: reads 16 bytes at p -> v23  @14:3
  store local i128: writes 16 bytes at t, stores v23  @15:3
  store local i128: writes 16 bytes at t, stores 5  @16:3
  store local i128: writes 16 bytes at t  @17:3
  load global i128: reads 16 bytes at p -> v24  @18:3
  store local i128: writes 16 bytes at t, stores v24  @19:3
  end
)ir");
}

// Lanes write after each other, or where each says.
TEST(ViewEvents, TransfersToLds) {
  EXPECT_EQ(viewText(R"ir(
@t = internal addrspace(3) global [256 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.global.store.async.from.lds.b128(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %to = getelementptr i32, ptr addrspace(3) @t, i32 %x
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %p, i16 0, i64 4096, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3) @t, i32 4, i32 %x, i32 0, i32 16, i32 0)
  call void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1) %from, ptr addrspace(3) @t, i32 1, i32 32, i32 0)
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  call void @llvm.amdgcn.global.store.async.from.lds.b128(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 0, i32 0)
  ret void
}
)ir"),
            R"ir(
kernel k  @11:1
work-group of at most 1024, waves of 64
object p: argument, global
object t: lds, 1024 bytes
  v3 = sext64(id.x) * 4
b0: x1
  lds.dma: reads 4 bytes at p + 16 + zext64(id.x); writes 4 bytes at t + 16 + (lane * 4)  @16:3
  lds.dma i8: reads 1 byte at p + 32 + v3; writes 4 bytes at t + 32 + (lane * 4)  @17:3
  async.load: reads 4 bytes at p + 4 + v3; writes 4 bytes at t + 4 + (id.x * 4)  @18:3
  asyncmark  @19:3
  wait.asyncmark 2  @20:3
  async.load: reads 16 bytes at t + (id.x * 4); writes 16 bytes at p + v3 (global_store_async_from_lds_b128)  @21:3
  end
)ir");
}

// A cmpxchg succeeds if the old value is the expected one; a weak one may fail
// all the same.
TEST(ViewEvents, CompareExchange) {
  EXPECT_EQ(viewText(R"ir(
define amdgpu_kernel void @k(ptr addrspace(1) %lock) "target-cpu"="gfx942" {
  br label %strong
strong:
  %a = cmpxchg ptr addrspace(1) %lock, i32 5, i32 1 acquire monotonic
  %aok = extractvalue { i32, i1 } %a, 1
  br i1 %aok, label %weak, label %strong
weak:
  %b = cmpxchg weak ptr addrspace(1) %lock, i32 7, i32 1 acquire monotonic
  %bold = extractvalue { i32, i1 } %b, 0
  %bok = extractvalue { i32, i1 } %b, 1
  br i1 %bok, label %old, label %weak
old:
  %c = icmp eq i32 %bold, 3
  br i1 %c, label %end, label %weak
end:
  ret void
}
)ir"),
            R"ir(
kernel k  @2:1
work-group of at most 1024, waves of 64
object lock: argument, global
loop 0: header b1, back edge taken an unknown number of times
loop 1: header b3, back edge taken an unknown number of times
b0: x1
  -> b1
b1: ; strong in loop 0 x32
  v0 = unknown i32  ; a
  cmpxchg acquire monotonic system global: changes 4 bytes at lock -> v0  @5:3
  if v0 == 5 -> b2 else -> b1  divergent
b2: ; weak.preheader x1
  -> b3
b3: ; weak in loop 1 x32
  v3 = unknown i32  ; b
  v5 = unknown i1  ; bok
  cmpxchg acquire monotonic system global: changes 4 bytes at lock -> v3  @9:3
  if select((v3 == 7) & v5, v3 == 3, false) -> b5 else -> b4  divergent
b4: ; weak.backedge in loop 1 x31
  -> b3
b5: ; end x1
  end
)ir");
}
