; Values do not come out of thin air: a store that depends on the load before it.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@y = addrspace(1) global i32 0
define void @P0() {
  %r = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  %v = mul i32 %r, 1
  store atomic i32 %v, ptr addrspace(1) @y monotonic, align 4
  ret void
}
define void @P1() {
  %r = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  store atomic i32 %r, ptr addrspace(1) @x monotonic, align 4
  ret void
}
; ~exists (P0:r = 1)

; CHECK: Test lb-dependency Forbidden
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:r=0; 0:v=0; 1:r=0;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 1
; CHECK-NEXT: Condition ~exists (0:r=1)
; CHECK-NEXT: Observation lb-dependency Never 0 1
; CHECK-NEXT: Executions 3
