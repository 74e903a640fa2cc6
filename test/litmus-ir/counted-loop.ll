; A loop with a counter: phis, an array that is filled and summed up.
; RUN: fencepost litmus --count %s | FileCheck %s
@a = addrspace(1) global [3 x i32] [i32 4, i32 5, i32 6]
define void @P0() {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %body, label %done
body:
  %p = getelementptr [3 x i32], ptr addrspace(1) @a, i32 0, i32 %i
  %v = load i32, ptr addrspace(1) %p
  store i32 %i, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add i32 %i, 1
  br label %head
done:
  ret void
}
; forall (P0:sum = 15 /\ [a[2]] = 2)

; CHECK: Test counted-loop Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:i=3; 0:sum=15; 0:c=0; 0:v=6; 0:more=15; 0:next=3; [a[2]]=2;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:sum=15 /\ [a[2]]=2)
; CHECK-NEXT: Observation counted-loop Always 1 0
; CHECK-NEXT: Executions 1
