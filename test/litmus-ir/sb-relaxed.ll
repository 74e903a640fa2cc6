; Store buffering is allowed.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@y = addrspace(1) global i32 0
; @P0: workgroup 0
; @P1: workgroup 1
define void @P0() {
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  %r = load atomic i32, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  ret void
}
define void @P1() {
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  %r = load atomic i32, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}
; exists (P0:r = 0 /\ P1:r = 0)

; CHECK: Test sb-relaxed Allowed
; CHECK-NEXT: States 4
; CHECK-NEXT: 0:r=0; 1:r=0;
; CHECK-NEXT: 0:r=0; 1:r=1;
; CHECK-NEXT: 0:r=1; 1:r=0;
; CHECK-NEXT: 0:r=1; 1:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 3
; CHECK-NEXT: Condition exists (0:r=0 /\ 1:r=0)
; CHECK-NEXT: Observation sb-relaxed Sometimes 1 3
; CHECK-NEXT: Executions 4
