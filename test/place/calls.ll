; A barrier that belongs into a function goes into the kernel, into which the calls that lead there are inlined. Calls that do
; not are left alone, and so is the function itself.
; RUN: fencepost place -mcpu=gfx942 %s -o %t.ll | FileCheck %s --check-prefix=SAID
; SAID: kernel k: 1 barrier placed (1 outside loops); minimal
; RUN: FileCheck %s < %t.ll
; RUN: fencepost check -mcpu=gfx942 %t.ll
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison

; CHECK-LABEL: define internal i32 @swap(
; CHECK-NOT: barrier
; CHECK: ret i32
define internal i32 @swap(i32 %id, i32 %value) noinline {
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  store i32 %value, ptr addrspace(3) %mine
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  ret i32 %got
}

define internal i32 @twice(i32 %value) noinline {
  %double = shl i32 %value, 1
  ret i32 %double
}

; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK-NOT: call i32 @swap
; CHECK: store i32 %id, ptr addrspace(3)
; CHECK: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: load i32, ptr addrspace(3)
; CHECK: call i32 @twice(
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %got = call i32 @swap(i32 %id, i32 %id)
  %double = call i32 @twice(i32 %got)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %double, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{i32 256, i32 1, i32 1}
