; The intrinsics of spec/001 move four words.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global [4 x i32] zeroinitializer
define void @P0() {
  call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) @x, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, metadata !"agent")
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) @x, metadata !"agent")
  %r = extractelement <4 x i32> %v, i32 2
  ret void
}
; forall (P0:r = 3 /\ P0:v.3 = 4 /\ [x[1]] = 2)
declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 x i32>, metadata)
declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata)

; CHECK: Test av-b128 Required
; CHECK-NEXT: States 1
; CHECK-NEXT: 0:v.0=1; 0:v.1=2; 0:v.2=3; 0:v.3=4; 0:r=3; [x[1]]=2;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition forall (0:r=3 /\ 0:v.3=4 /\ [x[1]]=2)
; CHECK-NEXT: Observation av-b128 Always 1 0
; CHECK-NEXT: Executions 1
