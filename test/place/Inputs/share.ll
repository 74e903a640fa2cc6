; Each work-item reads what one of another wave has written.
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @share(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %value = load i32, ptr addrspace(1) %from, align 4
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  store i32 %value, ptr addrspace(3) %mine, align 4
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{i32 256, i32 1, i32 1}
