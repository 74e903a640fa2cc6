; A barrier of a cluster: two workgroups, one with two waves; only one of them arrives for both.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  fence syncscope("cluster") release
  call void @llvm.amdgcn.s.cluster.barrier()
  ret void
}
; @P1: workgroup 0
define void @P1() {
  call void @llvm.amdgcn.s.cluster.barrier()
  ret void
}
; @P2: workgroup 1
define void @P2() {
  call void @llvm.amdgcn.s.cluster.barrier()
  fence syncscope("cluster") acquire
  %r = load i32, ptr addrspace(1) @x
  ret void
}
; forall (P2:r = 1)
declare void @llvm.amdgcn.s.cluster.barrier()

; CHECK: Test cluster-barrier Required
; CHECK-NEXT: States 2
; CHECK-NEXT: 0:cluster.isfirst=0; 1:cluster.isfirst=1; 2:cluster.isfirst=1; 2:r=1;
; CHECK-NEXT: 0:cluster.isfirst=1; 1:cluster.isfirst=0; 2:cluster.isfirst=1; 2:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 2 Negative: 0
; CHECK-NEXT: Condition forall (2:r=1)
; CHECK-NEXT: Observation cluster-barrier Always 2 0
; CHECK-NEXT: Executions 2
