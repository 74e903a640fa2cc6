; A switch goes where its value says.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 2
define void @P0() {
entry:
  %r = load i32, ptr addrspace(1) @x
  switch i32 %r, label %other [ i32 1, label %one
                                i32 2, label %two ]
one:
  br label %other
two:
  br label %other
other:
  %p = phi i32 [ 0, %entry ], [ 10, %one ], [ 20, %two ]
  ret void
}
; forall (P0:p = 20)

; CHECK: Test switch-dispatch Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:r=2; 0:p=20;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:p=20)
; CHECK-NEXT: Observation switch-dispatch Always 1 0
; CHECK-NEXT: Executions 1
