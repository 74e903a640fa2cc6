; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
; One thread of each work-group takes a number, at a scope that includes those of others.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %total) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %zero = icmp eq i32 %id, 0
  br i1 %zero, label %take, label %end

take:
  %ticket = atomicrmw add ptr addrspace(1) %total, i32 1 syncscope("agent") monotonic, align 4
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %ticket
  store i32 1, ptr addrspace(1) %from
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
