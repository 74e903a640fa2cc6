; KERNEL: processors=gfx1250 expect=silent
; As cluster-barrier-exchange.ll, with the cluster's barrier built from its parts:
; the first wave that arrives at the work-group's barrier arrives at the
; cluster's for all, once the work-group is complete.
; Needed: both barriers with all their parts (only one wave of a work-group may
; arrive at the cluster's), release before and acquire after, at cluster scope.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @cluster_barrier_by_hand(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %rows, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = shl i32 %group, 8
  %at = add i32 %base, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  %mine = getelementptr i32, ptr addrspace(1) %rows, i32 %at
  store i32 %value, ptr addrspace(1) %mine
  fence syncscope("cluster") release
  %first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  br i1 %first, label %arrive, label %meet

arrive:
  call void @llvm.amdgcn.s.barrier.signal(i32 -3)
  br label %meet

meet:
  call void @llvm.amdgcn.s.barrier.wait(i16 -3)
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
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-cluster-dims"="2,1,1" }
!0 = !{i32 256, i32 1, i32 1}
