; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=global-race
; Neighbours exchange through global memory with nothing between store and load.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %row, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mirror = sub i32 255, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %g
  %value = load i32, ptr addrspace(1) %from
  %mine = getelementptr i32, ptr addrspace(1) %row, i32 %g
  %place = add i32 %base, %mirror
  %theirs = getelementptr i32, ptr addrspace(1) %row, i32 %place
  store i32 %value, ptr addrspace(1) %mine
  %got = load i32, ptr addrspace(1) %theirs
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
