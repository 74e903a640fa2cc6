; Store buffering is forbidden when everything is seq_cst.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@y = addrspace(1) global i32 0
; @P0: workgroup 0
; @P1: workgroup 1
define void @P0() {
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") seq_cst, align 4
  %r = load atomic i32, ptr addrspace(1) @y syncscope("agent") seq_cst, align 4
  ret void
}
define void @P1() {
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") seq_cst, align 4
  %r = load atomic i32, ptr addrspace(1) @x syncscope("agent") seq_cst, align 4
  ret void
}
; ~exists (P0:r = 0 /\ P1:r = 0)

; CHECK: Test sb-seq-cst Forbidden
; CHECK-NEXT: States 3
; CHECK-NEXT: 0:r=0; 1:r=1;
; CHECK-NEXT: 0:r=1; 1:r=0;
; CHECK-NEXT: 0:r=1; 1:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 3
; CHECK-NEXT: Condition ~exists (0:r=0 /\ 1:r=0)
; CHECK-NEXT: Observation sb-seq-cst Never 0 3
; CHECK-NEXT: Executions 3
