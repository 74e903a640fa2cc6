; A fence may carry several tags: both spaces, and no availability.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  fence syncscope("agent") release, !mmra !3
  store atomic i32 1, ptr addrspace(1) @flag syncscope("agent") monotonic, align 4
  ret void
}

; @P1: workgroup 1
define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("agent") monotonic, align 4
  fence syncscope("agent") acquire, !mmra !4
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %then, label %done
then:
  %r1 = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}

; exists (undef(P1:r1))

!0 = !{!"amdgpu-synchronize-as", !"local"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!0, !1, !2}
!4 = !{!0, !1}

; CHECK: Test mp-fences-two-tags Allowed
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:r0=0; 1:seen=0; 1:r1=0;
; CHECK-NEXT: 1:r0=1; 1:seen=1; 1:r1=undef;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 1
; CHECK-NEXT: Condition exists (undef(1:r1))
; CHECK-NEXT: Observation mp-fences-two-tags Sometimes 1 1
; CHECK-NEXT: Race load x (P1, line 22) may see store x (P0, line 8): happens-before, but not available at agent scope
; CHECK-NEXT: Executions 2
