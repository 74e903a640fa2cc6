; Loops that are entered in several places. What they do to LDS alone matters; barriers stand in blocks and on edges of the
; module, whatever LLVM needed to see a loop there.
; RUN: fencepost place -mcpu=gfx942 --work-group=256 %s -o %t.ll | FileCheck %s
; RUN: fencepost check -mcpu=gfx942 --work-group=256 %t.ll
; RUN: FileCheck %s --check-prefix=OUT < %t.ll
; RUN: fencepost place -mcpu=gfx1201 --work-group=256 %s -o %t.split.ll && fencepost check -mcpu=gfx1201 --work-group=256 %t.split.ll
; RUN: fencepost place -mcpu=gfx942 --work-group=256 --certificate %t.json %s > %t.said
; RUN: fencepost place -mcpu=gfx942 --work-group=256 --verify %t.json %s | FileCheck %s --check-prefix=HOLDS
; HOLDS: kernel outside: the certificate holds: 1 barrier
; HOLDS: kernel inside: the certificate holds: 2 barriers
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: kernel outside: 1 barrier placed (1 outside loops); minimal
; CHECK-NEXT: barrier before the load from 'a'
define amdgpu_kernel void @outside(i32 %n, ptr addrspace(1) noalias %out) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %x
  store i32 %n, ptr addrspace(3) %p
  %c = icmp ult i32 %x, 100
  br i1 %c, label %left, label %right
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  %i1 = add i32 %i, 1
  br label %right
right:
  %j = phi i32 [ 1, %entry ], [ %i1, %left ]
  %again = icmp ult i32 %j, %n
  br i1 %again, label %left, label %end
end:
  %y = sub i32 255, %x
  %q = getelementptr i32, ptr addrspace(3) @a, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: kernel inside: 2 barriers placed (2 at loop depth 1); minimal
; CHECK-NEXT: barrier before the load from 'a'
; CHECK-NEXT: barrier on the edge from block 'right' to block 'left'
; OUT-LABEL: @inside(
; OUT: left.barrier: {{.*}} preds = %right
; OUT-NEXT: fence syncscope("workgroup") release
; OUT: right: {{.*}} preds = %left, %entry
; OUT: call void @llvm.amdgcn.s.barrier()
; OUT: br i1 %again, label %left.barrier, label %end
define amdgpu_kernel void @inside(i1 %c, i32 %n, ptr addrspace(1) noalias %out) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %x
  %y = sub i32 255, %x
  %q = getelementptr i32, ptr addrspace(3) @a, i32 %y
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %x
  br i1 %c, label %left, label %right
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  store i32 %i, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  br label %right
right:
  %j = phi i32 [ 1, %entry ], [ %i1, %left ]
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  %again = icmp ult i32 %j, %n
  br i1 %again, label %left, label %end
end:
  ret void
}
