; A branch on what was never written is undefined.
; RUN: fencepost litmus --count %s | FileCheck %s
@l = addrspace(3) global i32 poison
define void @P0() {
  %r = load i32, ptr addrspace(3) @l
  %c = icmp eq i32 %r, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}
; forall (ub)

; CHECK: Test undef-branch Required
; CHECK-NEXT: States 1
; CHECK-NEXT: ub(undef-branch);
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (ub)
; CHECK-NEXT: Observation undef-branch Always 1 0
; CHECK-NEXT: Undefined undef-branch at if (c) (P0, line 7)
; CHECK-NEXT: Executions 1
