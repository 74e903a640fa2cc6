; Kernels at the edge of what there is: each is answered, none in silence where it was not understood.
; RUN: fencepost check -mcpu=gfx942 --summary %s > %t; test $? = 3
; RUN: FileCheck %s < %t
; RUN: fencepost check --dump-sync -mcpu=gfx942 %s | FileCheck %s --check-prefix=DUMP
; CHECK:     odd-kernels.ll:[[#@LINE+6]]:1: unknown: kernel irreducible: not fully checked: the control flow is not reducible [not-understood]
; CHECK:     unknown: kernel recursion: not fully checked: calls rec, which is not defined, recursive or too large to follow [not-understood]
; CHECK-NOT: {{error|warning}}:
; CHECK:     {{^}}8 kernels checked: 0 errors, 0 warnings, 2 unknown{{$}}
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [256 x i32] poison
define amdgpu_kernel void @irreducible(i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  switch i32 %n, label %b [ i32 0, label %a i32 9, label %a ]
a:
  %k = phi i32 [ 0, %entry ], [ 0, %entry ], [ %j, %b ]
  store i32 1, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %k, %a ]
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %a, label %end
end:
  ret void
}
define amdgpu_kernel void @empty() {
  ret void
}
define amdgpu_kernel void @dead() {
  unreachable
}
define amdgpu_kernel void @forever() {
  br label %loop
loop:
  call void @llvm.amdgcn.s.barrier()
  br label %loop
}
define void @rec(i32 %n) {
  %m = sub i32 %n, 1
  call void @rec(i32 %m)
  ret void
}
define amdgpu_kernel void @recursion(i32 %n) {
  call void @rec(i32 %n)
  ret void
}
@zero = internal addrspace(3) global [0 x i32] poison
define amdgpu_kernel void @zero_size() !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @zero, i32 %id
  store i32 1, ptr addrspace(3) %p
  ret void
}
; Where an undefined pointer points to is unknown; null is an address as any other in LDS.
; DUMP-LABEL: kernel undefs
define amdgpu_kernel void @undefs() !reqd_work_group_size !0 {
  store i32 1, ptr addrspace(3) undef
  store i32 1, ptr addrspace(3) poison
  store i32 2, ptr addrspace(3) null
  %x = load i32, ptr addrspace(3) inttoptr (i32 4 to ptr addrspace(3))
  ret void
}
define amdgpu_kernel void @no_trips() !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %more = icmp slt i32 %i, 0
  br i1 %more, label %body, label %end
body:
  store i32 1, ptr addrspace(3) @lds
  %x = load i32, ptr addrspace(3) %p
  %j = add i32 %i, 1
  br label %head
end:
  ret void
}
declare amdgpu_kernel void @declared()
!0 = !{i32 256, i32 1, i32 1}
