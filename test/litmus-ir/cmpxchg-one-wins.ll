; Of two cmpxchg exactly one succeeds.
; RUN: fencepost litmus --count %s | FileCheck %s
@lock = addrspace(1) global i32 0
define void @P0() {
  %p = cmpxchg ptr addrspace(1) @lock, i32 0, i32 1 syncscope("agent") acquire monotonic
  %won = extractvalue { i32, i1 } %p, 1
  ret void
}
define void @P1() {
  %p = cmpxchg ptr addrspace(1) @lock, i32 0, i32 2 syncscope("agent") acquire monotonic
  %won = extractvalue { i32, i1 } %p, 1
  ret void
}
; forall ((P0:won = 1 /\ P1:won = 0 /\ [lock] = 1)
;         \/ (P0:won = 0 /\ P1:won = 1 /\ [lock] = 2))

; CHECK: Test cmpxchg-one-wins Required
; CHECK-NEXT: States 2
; CHECK-NEXT: 0:p=0; 0:won=1; 1:p=1; 1:won=0; [lock]=1;
; CHECK-NEXT: 0:p=2; 0:won=0; 1:p=0; 1:won=1; [lock]=2;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 2 Negative: 0
; CHECK-NEXT: Condition forall (0:won=1 /\ 1:won=0 /\ [lock]=1 \/ 0:won=0 /\ 1:won=1 /\ [lock]=2)
; CHECK-NEXT: Observation cmpxchg-one-wins Always 2 0
; CHECK-NEXT: Executions 2
