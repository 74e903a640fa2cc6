; LDS is one copy per workgroup: another workgroup has its own.
; RUN: fencepost litmus --count %s | FileCheck %s
@l = addrspace(3) global i32 0
; @P0: workgroup 0
define void @P0() {
  store atomic i32 1, ptr addrspace(3) @l syncscope("workgroup") monotonic, align 4
  ret void
}
; @P1: workgroup 0
define void @P1() {
  %r = load atomic i32, ptr addrspace(3) @l syncscope("workgroup") monotonic, align 4
  ret void
}
; @P2: workgroup 1
define void @P2() {
  %r = load atomic i32, ptr addrspace(3) @l syncscope("workgroup") monotonic, align 4
  ret void
}
; exists (P1:r = 1 /\ P2:r = 0 /\ [P0:l] = 1 /\ [P2:l] = 0)

; CHECK: Test waves-of-one-workgroup-share-lds Allowed
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:r=0; 2:r=0; [P0:l]=1; [P2:l]=0;
; CHECK-NEXT: 1:r=1; 2:r=0; [P0:l]=1; [P2:l]=0;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 1
; CHECK-NEXT: Condition exists (1:r=1 /\ 2:r=0 /\ [P0:l]=1 /\ [P2:l]=0)
; CHECK-NEXT: Observation waves-of-one-workgroup-share-lds Sometimes 1 1
; CHECK-NEXT: Executions 2
