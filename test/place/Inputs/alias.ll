; Global pointers that may be the same, and LDS, which is apart from both.
target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [256 x i32] poison
define amdgpu_kernel void @alias(ptr addrspace(1) %in, ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %m = sub i32 255, %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %m
  %gi = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %gi
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = load i32, ptr addrspace(3) %other
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %g
  ret void
}
!0 = !{i32 256, i32 1, i32 1}
