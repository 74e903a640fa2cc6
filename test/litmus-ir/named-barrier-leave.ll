; A wave that leaves no longer counts.
; RUN: fencepost litmus --count %s | FileCheck %s
@bars = addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
; @P0: workgroup 0
define void @P0() {
  %b = getelementptr [2 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @bars, i32 0, i32 1
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %b, i32 2)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %b)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.signal(i32 2)
  call void @llvm.amdgcn.s.barrier.wait(i16 2)
  ret void
}
; @P1: workgroup 0
define void @P1() {
  %b = getelementptr [2 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @bars, i32 0, i32 1
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %b)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  ret void
}
; ~exists (ub)

declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.s.barrier.leave(i16)

; CHECK: Test named-barrier-leave Forbidden
; CHECK-NEXT: States 1
; CHECK: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 1
; CHECK-NEXT: Condition ~exists (ub)
; CHECK-NEXT: Observation named-barrier-leave Never 0 1
; CHECK-NEXT: Executions 1
