; spec/003, "Ordinary function call": the marks of a called function are its own, so the wait below completes the caller's first load.
; RUN: fencepost litmus --count %s | FileCheck %s
@g = addrspace(1) global i32 7
@l = addrspace(3) global [3 x i32] poison
define void @bar(ptr addrspace(3) %to) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @g, ptr addrspace(3) %to)
  call void @llvm.amdgcn.asyncmark()
  ret void
}
define void @P0() {
  %l1 = getelementptr i32, ptr addrspace(3) @l, i32 1
  %l2 = getelementptr i32, ptr addrspace(3) @l, i32 2
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @g, ptr addrspace(3) @l)
  call void @llvm.amdgcn.asyncmark()
  call void @bar(ptr addrspace(3) %l1)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @g, ptr addrspace(3) %l2)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %r0 = load i32, ptr addrspace(3) @l
  %r1 = load i32, ptr addrspace(3) %l1
  ret void
}
; forall (P0:r0 = 7 /\ undef(P0:r1))

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3))
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)

; CHECK: Test async-call-keeps-its-marks Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:r0=7; 0:r1=undef;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:r0=7 /\ undef(0:r1))
; CHECK-NEXT: Observation async-call-keeps-its-marks Always 1 0
; CHECK-NEXT: Race load l[1] (P0, line 20) may see async.load g -> l[1] (P0, line 6): asynchronous, and not completed in between
; CHECK-NEXT: Executions 1
