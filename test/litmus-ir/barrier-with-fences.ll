; A barrier with a fence on each side passes a message through LDS.
; RUN: fencepost litmus --count %s | FileCheck %s
@buf = addrspace(3) global i32 poison
; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(3) @buf
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  ret void
}
; @P1: workgroup 0
define void @P1() {
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r = load i32, ptr addrspace(3) @buf
  ret void
}
; forall (P1:r = 1)
declare void @llvm.amdgcn.s.barrier()

; CHECK: Test barrier-with-fences Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 1:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (1:r=1)
; CHECK-NEXT: Observation barrier-with-fences Always 1 0
; CHECK-NEXT: Executions 1
