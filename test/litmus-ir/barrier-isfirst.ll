; Exactly one wave is the first to arrive.
; RUN: fencepost litmus --count %s | FileCheck %s
; @P0: workgroup 0
define void @P0() {
  %first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}
; @P1: workgroup 0
define void @P1() {
  %first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}
; ~exists ((P0:first = 0 /\ P1:first = 0) \/ (P0:first = 1 /\ P1:first = 1))
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

; CHECK: Test barrier-isfirst Forbidden
; CHECK-NEXT: States 2
; CHECK-NEXT: 0:first=0; 1:first=1;
; CHECK-NEXT: 0:first=1; 1:first=0;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 2
; CHECK-NEXT: Condition ~exists (0:first=0 /\ 1:first=0 \/ 0:first=1 /\ 1:first=1)
; CHECK-NEXT: Observation barrier-isfirst Never 0 2
; CHECK-NEXT: Executions 2
