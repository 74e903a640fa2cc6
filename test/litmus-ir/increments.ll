; Read-modify-writes do not lose updates; their results are values.
; RUN: fencepost litmus --count %s | FileCheck %s
@n = addrspace(1) global i32 5
define void @P0() {
  %a = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("agent") monotonic
  ret void
}
define void @P1() {
  %a = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("agent") monotonic
  ret void
}
define void @P2() {
  atomicrmw sub ptr addrspace(1) @n, i32 2 syncscope("agent") monotonic
  ret void
}
; forall ([n] = 5)

; CHECK: Test increments Required
; CHECK-NEXT: States 6
; CHECK-NEXT: 0:a=3; 1:a=4; [n]=5;
; CHECK-NEXT: 0:a=4; 1:a=3; [n]=5;
; CHECK-NEXT: 0:a=4; 1:a=5; [n]=5;
; CHECK-NEXT: 0:a=5; 1:a=4; [n]=5;
; CHECK-NEXT: 0:a=5; 1:a=6; [n]=5;
; CHECK-NEXT: 0:a=6; 1:a=5; [n]=5;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 6 Negative: 0
; CHECK-NEXT: Condition forall ([n]=5)
; CHECK-NEXT: Observation increments Always 6 0
; CHECK-NEXT: Executions 6
