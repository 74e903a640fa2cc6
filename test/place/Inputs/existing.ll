; Kernels that have barriers: one without fences, one with a barrier too many, one
; whose barrier is for global memory.
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @unfenced(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  store i32 %id, ptr addrspace(3) %mine
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  call void @llvm.amdgcn.s.barrier()
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @twice(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %id, ptr addrspace(3) %mine
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @global(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %more) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %id, ptr addrspace(1) %mine
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(1) %out, i32 %other.id
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %got = load i32, ptr addrspace(1) %other
  %to = getelementptr i32, ptr addrspace(1) %more, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
!0 = !{i32 256, i32 1, i32 1}
