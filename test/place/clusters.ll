; Kernels with barriers of the cluster: what LDS needs is placed beside them. A whole one orders the waves of the work-group
; as well, and is repaired if it has no fences for LDS; one that was made of parts does not, for one wave arrives for all.
; RUN: fencepost place -mcpu=gfx1250 %s -o %t.ll | FileCheck %s --check-prefix=SAID
; RUN: FileCheck %s < %t.ll
; RUN: fencepost check -mcpu=gfx1250 %t.ll
; RUN: %llvm/llc -mcpu=gfx1250 %t.ll -o /dev/null
; RUN: fencepost place -mcpu=gfx1250 --certificate %t.json %s > %t.said
; RUN: fencepost place -mcpu=gfx1250 --verify %t.json %s | FileCheck %s --check-prefix=HOLDS
; HOLDS-COUNT-4: the certificate holds
; SAID: kernel behind: 1 barrier placed (1 outside loops), 1 kept; minimal
; SAID: kernel whole: 0 barriers placed, 1 kept
; SAID: kernel bare: 0 barriers placed, 1 repaired
; SAID: kernel parts: 1 barrier placed (1 outside loops); minimal
target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [256 x i32] poison

; CHECK-LABEL: @behind(
; CHECK:      call void @llvm.amdgcn.s.cluster.barrier()
; CHECK-NOT:  call void @llvm.amdgcn.s.cluster
; CHECK:      store i32 %id, ptr addrspace(3) %mine
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK:      call void @llvm.amdgcn.s.barrier.wait(i16 -1)
; CHECK:      %got = load
define amdgpu_kernel void @behind(ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %mirror
  call void @llvm.amdgcn.s.cluster.barrier()
  store i32 %id, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @whole(ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %mirror
  store i32 %id, ptr addrspace(3) %mine
  fence syncscope("cluster") release
  call void @llvm.amdgcn.s.cluster.barrier()
  fence syncscope("cluster") acquire
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: @bare(
; CHECK:      fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.cluster.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
define amdgpu_kernel void @bare(ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %mirror
  store i32 %id, ptr addrspace(3) %mine
  call void @llvm.amdgcn.s.cluster.barrier()
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

; No signal of the work-group is given between the parts.
; CHECK-LABEL: @parts(
; CHECK:      meet:
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.wait(i16 -3)
; CHECK:      call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK:      call void @llvm.amdgcn.s.barrier.wait(i16 -1)
; CHECK:      %got = load
define amdgpu_kernel void @parts(ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %mirror
  %first = icmp ult i32 %id, 32
  br i1 %first, label %arrive, label %meet
arrive:
  call void @llvm.amdgcn.s.barrier.signal(i32 -3)
  br label %meet
meet:
  call void @llvm.amdgcn.s.barrier.wait(i16 -3)
  store i32 %id, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}
declare void @llvm.amdgcn.s.cluster.barrier()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-cluster-dims"="2,1,1" }
!0 = !{i32 256, i32 1, i32 1}
