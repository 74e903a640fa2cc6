; A wave that waits for a barrier while another waits for something else.
; RUN: fencepost litmus --count %s | FileCheck %s
; @P0: workgroup 0
define void @P0() {
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}
; @P1: workgroup 0
define void @P1() {
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}
; exists (hang)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

; CHECK: Test barrier-missing-hang Allowed
; CHECK-NEXT: States 1
; CHECK-NEXT: ub(hang);
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition exists (hang)
; CHECK-NEXT: Observation barrier-missing-hang Always 1 0
; CHECK-NEXT: Undefined hang at barrier.wait workgroup (P0, line 6), barrier.wait workgroup (P1, line 11): the workgroup barrier expects 2 arrivals, 1 arrived
; CHECK-NEXT: Executions 1
