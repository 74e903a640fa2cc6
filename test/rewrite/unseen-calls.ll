; A function that is not here may hold LDS DMA for which LLVM has to wait, and be
; inlined later: the waits that LLVM adds for such loads must not be hidden.
; RUN: fencepost lower --rewrite -mcpu=gfx942 %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=REMARK < %t.err
; REMARK: unseen-calls.ll:[[#@LINE+10]]:3: remark: {{.*}} or calls code that may have
@lds = internal addrspace(3) global [64 x i32] poison, align 4
declare void @unseen(ptr addrspace(1))
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
; CHECK: call void @llvm.amdgcn.global.load.lds
; CHECK: load i32, ptr addrspace(3) @lds
; CHECK-NOT: noalias
define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  call void @unseen(ptr addrspace(1) %g)
  %v = load i32, ptr addrspace(3) @lds, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
