; What a barrier hands over is complete before it: a transfer whose counter LLVM does not wait for by itself is waited for
; before the release, also at a barrier that is there.
; RUN: fencepost place -mcpu=gfx1250 %s -o %t.ll | FileCheck %s --check-prefix=SAID
; RUN: FileCheck %s < %t.ll
; RUN: fencepost check -mcpu=gfx1250 %t.ll
; RUN: %llvm/llc -mcpu=gfx1250 %t.ll -o /dev/null
; The same where none stays: what a transfer fills is known to be LDS even if nothing else is.
; RUN: fencepost place -mcpu=gfx1250 --replace %s -o %t.anew.ll | FileCheck %s --check-prefix=ANEW
; RUN: fencepost place -mcpu=gfx1250 %t.anew.ll | FileCheck %s --check-prefix=ENOUGH
; RUN: fencepost check -mcpu=gfx1250 %t.anew.ll
; ANEW: kernel there: 1 barrier placed (1 outside loops), 1 removed; minimal
; ANEW: kernel tensor: 1 barrier placed (1 outside loops); minimal
; ANEW-NEXT: barrier before the load from 'tile'
; ANEW: kernel both: 2 barriers placed (2 outside loops); minimal
; ENOUGH-COUNT-5: 0 barriers placed
; SAID: kernel new: 1 barrier placed (1 outside loops); minimal
; SAID: kernel shared: 1 barrier placed (1 outside loops); minimal
; SAID: kernel there: 0 barriers placed, 1 repaired
; SAID: kernel tensor: 1 barrier placed (1 outside loops); minimal
; SAID: kernel both: 2 barriers placed (2 outside loops); minimal
; Nothing is left to do then.
; RUN: fencepost place -mcpu=gfx1250 %t.ll -o %t.again.ll | FileCheck %s --check-prefix=AGAIN
; RUN: diff <(tail -n +2 %t.ll) <(tail -n +2 %t.again.ll)
; AGAIN-COUNT-5: 0 barriers placed
; AGAIN-NOT: repaired
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison
@more = internal addrspace(3) global [256 x i32] poison

; CHECK-LABEL: @new(
; CHECK:      call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.wait(i16 -1)
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: %got = load
define amdgpu_kernel void @new(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %mine, i32 0, i32 0)
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

; An ordinary store before the same barrier changes nothing.
; CHECK-LABEL: @shared(
; CHECK:      call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.wait(i16 -1)
; CHECK-NOT:  call void @llvm.amdgcn.s.barrier
; CHECK: ret void
define amdgpu_kernel void @shared(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %mine, i32 0, i32 0)
  %mine.too = getelementptr i32, ptr addrspace(3) @more, i32 %id
  store i32 %id, ptr addrspace(3) %mine.too
  %other.id = xor i32 %id, 128
  %other.too = getelementptr i32, ptr addrspace(3) @more, i32 %other.id
  %got.too = load i32, ptr addrspace(3) %other.too
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %sum = add i32 %got, %got.too
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: @there(
; CHECK:      call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.wait(i16 -1)
; CHECK-NOT:  call void @llvm.amdgcn.s.barrier
define amdgpu_kernel void @there(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %mine, i32 0, i32 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

; The tensor data mover has a counter of its own.
; CHECK-LABEL: @tensor(
; CHECK-NOT:  asynccnt
; CHECK:      call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK-NOT:  asynccnt
define amdgpu_kernel void @tensor(<4 x i32> inreg %g0, <8 x i32> inreg %g1, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %g0, <8 x i32> %g1, i32 0)
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

; What a tensor transfer accesses is unknown: it may meet the other one.
; CHECK-LABEL: @both(
; CHECK:      call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
; CHECK-NEXT: call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)
; CHECK-NEXT: fence syncscope("workgroup") release
define amdgpu_kernel void @both(ptr addrspace(1) noalias %in, <4 x i32> inreg %g0, <8 x i32> inreg %g1, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @more, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %mine, i32 0, i32 0)
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %g0, <8 x i32> %g1, i32 0)
  %other.id = xor i32 %id, 128
  %other.too = getelementptr i32, ptr addrspace(3) @more, i32 %other.id
  %got.too = load i32, ptr addrspace(3) %other.too
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %sum = add i32 %got, %got.too
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32>, <8 x i32>, i32)
declare void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
!0 = !{i32 256, i32 1, i32 1}
