; A store-available and a load-visible carry the data themselves; the flag only orders.
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
  %r1 = call i32 @llvm.amdgcn.av.load.b32(ptr addrspace(1) @x, metadata !"agent")
  br label %done
done:
  ret void
}
; ~exists (P1:r0 = 1 /\ P1:r1 = 0)
declare void @llvm.amdgcn.av.store.b32(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32(ptr addrspace(1), metadata)
!0 = !{!"amdgcn-av", !"none"}

; CHECK: Test av-store-and-load Forbidden
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:r0=0; 1:seen=0; 1:r1=0;
; CHECK-NEXT: 1:r0=1; 1:seen=1; 1:r1=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 2
; CHECK-NEXT: Condition ~exists (1:r0=1 /\ 1:r1=0)
; CHECK-NEXT: Observation av-store-and-load Never 0 2
; CHECK-NEXT: Executions 2
