; A barrier alone orders execution, not memory.
; RUN: fencepost litmus --count %s | FileCheck %s
@buf = addrspace(3) global i32 poison
; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(3) @buf
  call void @llvm.amdgcn.s.barrier()
  ret void
}
; @P1: workgroup 0
define void @P1() {
  call void @llvm.amdgcn.s.barrier()
  %r = load i32, ptr addrspace(3) @buf
  ret void
}
; exists (race)
declare void @llvm.amdgcn.s.barrier()

; CHECK: Test barrier-without-fences-race Allowed
; CHECK-NEXT: States 1
; CHECK-NEXT: 1:r=undef;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 1 Negative: 0
; CHECK-NEXT: Condition exists (race)
; CHECK-NEXT: Observation barrier-without-fences-race Always 1 0
; CHECK-NEXT: Race load buf (P1, line 13) may see store buf (P0, line 6): neither happens before the other
; CHECK-NEXT: Executions 1
