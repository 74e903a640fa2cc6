; Producer and consumer meet at a named barrier, a global of its own type.
; RUN: fencepost litmus --count %s | FileCheck %s
@data = addrspace(3) global i32 poison
@bar = addrspace(3) global target("amdgcn.named.barrier", 0) poison
; @P0: workgroup 0
define void @P0() {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @bar, i32 2)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  store i32 1, ptr addrspace(3) @data
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @bar, i32 2)
  ret void
}
; @P1: workgroup 0
define void @P1() {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @bar)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @bar, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  fence syncscope("workgroup") acquire
  %r = load i32, ptr addrspace(3) @data
  ret void
}
; forall (P1:r = 1)

declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.s.barrier.leave(i16)

; CHECK: Test named-barrier Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 1:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (1:r=1)
; CHECK-NEXT: Observation named-barrier Always 1 0
; CHECK-NEXT: Executions 1
