; A plain load does not make the data visible.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  call void @llvm.amdgcn.av.store.b32(ptr addrspace(1) @x, i32 1, metadata !"agent")
  store atomic i32 1, ptr addrspace(1) @flag syncscope("agent") release, align 4, !mmra !0
  ret void
}
; @P1: workgroup 1
define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("agent") acquire, align 4, !mmra !0
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %then, label %done
then:
  %r1 = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}
; exists (undef(P1:r1))
declare void @llvm.amdgcn.av.store.b32(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32(ptr addrspace(1), metadata)
!0 = !{!"amdgcn-av", !"none"}

; CHECK: Test av-plain-load-undef Allowed
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:r0=0; 1:seen=0; 1:r1=0;
; CHECK-NEXT: 1:r0=1; 1:seen=1; 1:r1=undef;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 1
; CHECK-NEXT: Condition exists (undef(1:r1))
; CHECK-NEXT: Observation av-plain-load-undef Sometimes 1 1
; CHECK-NEXT: Race load x (P1, line 19) may see store.av x (P0, line 8): happens-before, but not visible at agent scope
; CHECK-NEXT: Executions 2
