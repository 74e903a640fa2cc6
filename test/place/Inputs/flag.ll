; All waves store; one of them tells other work-groups. The barrier orders no byte
; that two waves of the work-group access, and is needed all the same.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @flag(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(1) %data, i32 %id
  store i32 %id, ptr addrspace(1) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp eq i32 %id, 0
  br i1 %first, label %tell, label %end
tell:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  br label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
!0 = !{i32 256, i32 1, i32 1}
