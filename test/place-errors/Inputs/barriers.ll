target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [256 x i32] poison

; Waves that do not wait for the cluster would wait at the barrier for the wave that does.
; CHECK: barriers.ll:[[@LINE+8]]:3: unknown: kernel cluster: {{.*}} [not-understood]
define amdgpu_kernel void @cluster(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %first = icmp ult i32 %id, 32
  br i1 %first, label %meet, label %share
meet:
  call void @llvm.amdgcn.s.barrier.signal(i32 -3)
  call void @llvm.amdgcn.s.barrier.wait(i16 -3)
  br label %share
share:
  store i32 %id, ptr addrspace(3) %mine
  %x = load i32, ptr addrspace(3) @t
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %to
  ret void
}

; CHECK: barriers.ll:[[@LINE+9]]:3: unknown: kernel split: {{.*}}'t'{{.*}}'t'{{.*}} [not-understood]
; CHECK: barriers.ll:[[@LINE+7]]:3: note: {{.*}}'t'
define amdgpu_kernel void @split(ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %m = sub i32 255, %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %m
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  store i32 %id, ptr addrspace(3) %mine
  %x = load i32, ptr addrspace(3) %other
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %to
  ret void
}
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{i32 256, i32 1, i32 1}
