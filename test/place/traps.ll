; Threads that trap do not continue: a barrier after the branch that leads to a trap is reached by all that do.
; RUN: fencepost place -mcpu=gfx942 %s -o %t.ll | FileCheck %s
; RUN: fencepost check -mcpu=gfx942 %t.ll
; CHECK: kernel trap: 1 barrier placed (1 outside loops); minimal
; CHECK-NEXT: barrier before the load from 'a'
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison
define amdgpu_kernel void @trap(i32 %n, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %x
  %y = sub i32 255, %x
  %q = getelementptr i32, ptr addrspace(3) @a, i32 %y
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %n, ptr addrspace(3) %p
  %c = icmp ult i32 %x, %n
  br i1 %c, label %good, label %bad
bad:
  call void @llvm.trap()
  unreachable
good:
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.trap()
!0 = !{i32 256, i32 1, i32 1}
