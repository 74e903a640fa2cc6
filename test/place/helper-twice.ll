; A helper that is called twice in a row does two accesses by one instruction of the module, but a barrier can be between
; them. Inside an instruction none can.
; RUN: fencepost place -mcpu=gfx942 %s -o %t.ll | FileCheck %s --check-prefix=SAID
; SAID: kernel k: 2 barriers placed (2 outside loops); minimal
; RUN: FileCheck %s < %t.ll
; RUN: fencepost check -mcpu=gfx942 %t.ll
; RUN: sed 's/^;MOVE//' %s > %t.move.ll
; RUN: not fencepost place -mcpu=gfx942 %t.move.ll 2>&1 | FileCheck %s --check-prefix=INSIDE
; INSIDE: unknown: kernel copy: {{.*}} [not-understood]
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison

define internal void @put(i32 %at, i32 %value) noinline {
  %to = getelementptr i32, ptr addrspace(3) @tile, i32 %at
  store i32 %value, ptr addrspace(3) %to
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK: store i32 1, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: store i32 2, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load i32, ptr addrspace(3)
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  call void @put(i32 %id, i32 1)
  %mirror = sub i32 255, %id
  call void @put(i32 %mirror, i32 2)
  %from = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  %got = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

;MOVE define amdgpu_kernel void @copy() !reqd_work_group_size !0 {
;MOVE   %id = call i32 @llvm.amdgcn.workitem.id.x()
;MOVE   %mirror = sub i32 255, %id
;MOVE   %from = getelementptr i32, ptr addrspace(3) @tile, i32 %id
;MOVE   %to = getelementptr i32, ptr addrspace(3) @tile, i32 %mirror
;MOVE   call void @llvm.memmove.p3.p3.i32(ptr addrspace(3) %to, ptr addrspace(3) %from, i32 4, i1 false)
;MOVE   ret void
;MOVE }

!0 = !{i32 256, i32 1, i32 1}
