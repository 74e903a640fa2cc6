; A DMA write to LDS and an ordinary store share a barrier, and the DMA is complete before it; so it is at a barrier that is
; there and lacks the fence that waits for it.
; RUN: fencepost place -mcpu=gfx942 %s -o %t.ll | FileCheck %s --check-prefix=SAID
; RUN: fencepost check -mcpu=gfx942 %t.ll
; RUN: %llvm/llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; SAID: kernel b09: 1 barrier placed (1 outside loops); minimal
; SAID: kernel b10: 0 barriers placed, 1 repaired
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison
@b = internal addrspace(3) global [256 x i32] poison

; CHECK-LABEL: b09:
; CHECK-DAG: global_load_lds_dword
; CHECK-DAG: ds_write_b32
; CHECK: vmcnt(0)
; CHECK: s_barrier
; CHECK-NOT: s_barrier
; CHECK: s_endpgm
define amdgpu_kernel void @b09(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = and i32 %id, 192
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %first)
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %base = getelementptr i32, ptr addrspace(3) @a, i32 %wave
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %base, i32 4, i32 0, i32 0)
  %mine = getelementptr i32, ptr addrspace(3) @b, i32 %id
  store i32 %id, ptr addrspace(3) %mine
  %other.id = xor i32 %id, 128
  %other.b = getelementptr i32, ptr addrspace(3) @b, i32 %other.id
  %b = load i32, ptr addrspace(3) %other.b
  %other.a = getelementptr i32, ptr addrspace(3) @a, i32 %other.id
  %a = load i32, ptr addrspace(3) %other.a
  %sum = add i32 %a, %b
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: b10:
; CHECK: global_load_lds_dword
; CHECK: vmcnt(0)
; CHECK: s_barrier
; CHECK-NOT: s_barrier
; CHECK: s_endpgm
define amdgpu_kernel void @b10(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = and i32 %id, 192
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %first)
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %base = getelementptr i32, ptr addrspace(3) @a, i32 %wave
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %base, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.barrier()
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @a, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.s.barrier()
!0 = !{i32 256, i32 1, i32 1}
