; KERNEL: processors=gfx1250 expect=silent
; The two work-groups of a cluster exchange rows of 256 numbers through global
; memory and meet at the cluster's barrier.
; Needed: release before and acquire after the barrier, at cluster scope, since
; the row comes from another work-group. llvm.amdgcn.s.cluster.barrier arrives
; once for each work-group, after all its waves came.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @cluster_barrier_exchange(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %rows, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = shl i32 %group, 8
  %at = add i32 %first, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  %mine = getelementptr i32, ptr addrspace(1) %rows, i32 %at
  store i32 %value, ptr addrspace(1) %mine
  fence syncscope("cluster") release
  call void @llvm.amdgcn.s.cluster.barrier()
  fence syncscope("cluster") acquire
  %other = xor i32 %at, 256
  %theirs = getelementptr i32, ptr addrspace(1) %rows, i32 %other
  %got = load i32, ptr addrspace(1) %theirs
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.cluster.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-cluster-dims"="2,1,1" }
!0 = !{i32 256, i32 1, i32 1}
