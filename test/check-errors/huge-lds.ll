; LDS that no address reaches: the rest of the answer would be about other addresses.
; RUN: fencepost check -mcpu=gfx942 %s > %t; test $? = 3
; RUN: FileCheck %s < %t
; CHECK: unknown: kernel huge_arrays: not fully checked: the variables in LDS are larger than 32-bit addresses [not-understood]
target triple = "amdgcn-amd-amdhsa"
@huge = internal addrspace(3) global [1073741824 x i32] poison
@huge2 = internal addrspace(3) global [1073741824 x i32] poison
define amdgpu_kernel void @huge_arrays() !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @huge, i32 %id
  %q = getelementptr i32, ptr addrspace(3) @huge2, i32 %id
  store i32 1, ptr addrspace(3) %p
  store i32 1, ptr addrspace(3) %q
  ret void
}
!0 = !{i32 256, i32 1, i32 1}
