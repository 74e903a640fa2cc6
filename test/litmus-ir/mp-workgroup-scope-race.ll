; Workgroup scope does not reach another workgroup.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  store atomic i32 1, ptr addrspace(1) @flag syncscope("workgroup") release, align 4
  ret void
}

; @P1: workgroup 1
define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("workgroup") acquire, align 4
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %then, label %done
then:
  %r1 = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}

; exists (race)

; CHECK: Test mp-workgroup-scope-race Allowed
; CHECK-NEXT: States 1
; CHECK-NEXT: ub(undef-branch);
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition exists (race)
; CHECK-NEXT: Observation mp-workgroup-scope-race Always 1 0
; CHECK-NEXT: Race load atomic flag (P1, line 16) may see store atomic flag (P0, line 9): atomic, but their scopes are not inclusive, and neither happens before the other
; CHECK-NEXT: Undefined undef-branch at if (seen) (P1, line 18)
; CHECK-NEXT: Executions 1
