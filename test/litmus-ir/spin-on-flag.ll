; A loop that waits for the flag: no answer is lost at the unroll bound, because spinning changes nothing.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  store atomic i32 1, ptr addrspace(1) @flag syncscope("agent") release, align 4
  ret void
}

; @P1: workgroup 1
define void @P1() {
entry:
  br label %spin
spin:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("agent") acquire, align 4
  %again = icmp eq i32 %r0, 0
  br i1 %again, label %spin, label %done
done:
  %r1 = load i32, ptr addrspace(1) @x
  ret void
}
; forall (P1:r1 = 1)

; CHECK: Test spin-on-flag Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 1:r0=1; 1:again=0; 1:r1=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (1:r1=1)
; CHECK-NEXT: Observation spin-on-flag Always 1 0
; CHECK-NEXT: Executions 4
