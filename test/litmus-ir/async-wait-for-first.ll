; Waiting until one mark is outstanding completes the first load only.
; RUN: fencepost litmus --count %s | FileCheck %s
@g = addrspace(1) global [2 x i32] [i32 7, i32 8]
@l = addrspace(3) global [2 x i32] poison
define void @P0() {
  %g1 = getelementptr i32, ptr addrspace(1) @g, i32 1
  %l1 = getelementptr i32, ptr addrspace(3) @l, i32 1
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @g, ptr addrspace(3) @l)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g1, ptr addrspace(3) %l1)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %r0 = load i32, ptr addrspace(3) @l
  %r1 = load i32, ptr addrspace(3) %l1
  ret void
}
; forall (P0:r0 = 7 /\ undef(P0:r1) /\ race)

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3))
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)

; CHECK: Test async-wait-for-first Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:r0=7; 0:r1=undef;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:r0=7 /\ undef(0:r1) /\ race)
; CHECK-NEXT: Observation async-wait-for-first Always 1 0
; CHECK-NEXT: Race load l[1] (P0, line 14) may see async.load g[1] -> l[1] (P0, line 10): asynchronous, and not completed in between
; CHECK-NEXT: Executions 1
