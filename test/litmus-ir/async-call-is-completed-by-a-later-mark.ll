; spec/003: a mark after the call covers what the call loaded.
; RUN: fencepost litmus --count %s | FileCheck %s
@g = addrspace(1) global i32 7
@l = addrspace(3) global i32 poison
define void @bar(ptr addrspace(3) %to) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @g, ptr addrspace(3) %to)
  ret void
}
define void @P0() {
  call void @bar(ptr addrspace(3) @l)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %r = load i32, ptr addrspace(3) @l
  ret void
}
; forall (P0:r = 7)

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3))
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)

; CHECK: Test async-call-is-completed-by-a-later-mark Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:r=7;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:r=7)
; CHECK-NEXT: Observation async-call-is-completed-by-a-later-mark Always 1 0
; CHECK-NEXT: Executions 1
