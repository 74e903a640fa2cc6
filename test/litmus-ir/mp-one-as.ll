; A scope of one address space is sufficient for one address space.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  store atomic i32 1, ptr addrspace(1) @flag syncscope("agent-one-as") release, align 4
  ret void
}

; @P1: workgroup 1
define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("agent-one-as") acquire, align 4
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %then, label %done
then:
  %r1 = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}

; ~exists (P1:r0 = 1 /\ P1:r1 = 0)

; CHECK: Test mp-one-as Forbidden
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:r0=0; 1:seen=0; 1:r1=0;
; CHECK-NEXT: 1:r0=1; 1:seen=1; 1:r1=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 2
; CHECK-NEXT: Condition ~exists (1:r0=1 /\ 1:r1=0)
; CHECK-NEXT: Observation mp-one-as Never 0 2
; CHECK-NEXT: Executions 2
