; Waiting for a named barrier that the wave has not joined is undefined.
; RUN: fencepost litmus --count %s | FileCheck %s
@bar = addrspace(3) global target("amdgcn.named.barrier", 0) poison
define void @P0() {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @bar, i32 1)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @bar, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}
; forall (ub)

declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.s.barrier.leave(i16)

; CHECK: Test named-barrier-not-joined Required
; CHECK-NEXT: States 1
; CHECK-NEXT: ub(not-joined);
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (ub)
; CHECK-NEXT: Observation named-barrier-not-joined Always 1 0
; CHECK-NEXT: Undefined not-joined at barrier.wait bar (P0, line 7)
; CHECK-NEXT: Executions 1
