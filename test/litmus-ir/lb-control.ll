; A branch is a dependency of what it guards, and not of what comes after the join.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@y = addrspace(1) global i32 0
@z = addrspace(1) global i32 0
define void @P0() {
entry:
  %r = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  %c = icmp eq i32 %r, 1
  br i1 %c, label %then, label %join
then:
  store atomic i32 1, ptr addrspace(1) @y monotonic, align 4
  br label %join
join:
  store atomic i32 1, ptr addrspace(1) @z monotonic, align 4
  ret void
}
define void @P1() {
entry:
  %r = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  %s = load atomic i32, ptr addrspace(1) @z monotonic, align 4
  %c = icmp eq i32 %s, 1
  br i1 %c, label %then, label %join
then:
  store atomic i32 1, ptr addrspace(1) @x monotonic, align 4
  br label %join
join:
  ret void
}
; forall (P1:r = 0 \/
;         (P0:r = 1 /\ P1:s = 1))

; CHECK: Test lb-control Required
; CHECK-NEXT: States 4
; CHECK-NEXT: 0:r=0; 0:c=0; 1:r=0; 1:s=0; 1:c=0;
; CHECK-NEXT: 0:r=0; 0:c=0; 1:r=0; 1:s=1; 1:c=1;
; CHECK-NEXT: 0:r=1; 0:c=1; 1:r=0; 1:s=1; 1:c=1;
; CHECK-NEXT: 0:r=1; 0:c=1; 1:r=1; 1:s=1; 1:c=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 4 Negative: 0
; CHECK-NEXT: Condition forall (1:r=0 \/ 0:r=1 /\ 1:s=1)
; CHECK-NEXT: Observation lb-control Always 4 0
; CHECK-NEXT: Executions 4
