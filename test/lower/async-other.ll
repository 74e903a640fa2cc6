; GFX12.5's other transfers count on asynccnt and tensorcnt. Each counter is
; waited for by itself.
; RUN: fencepost lower -mcpu=gfx1250 %s | FileCheck %s
target triple = "amdgcn-amd-amdhsa"
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)

define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, <4 x i32> %d0, <8 x i32> %d1) {
  call void @llvm.amdgcn.global.store.async.from.lds.b128(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %d0, <8 x i32> %d1, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.to.lds.b64(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 24)
  call void @llvm.amdgcn.cluster.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
  ret void
}
; CHECK:      machine code as written
; CHECK-NEXT:   global_store_async_from_lds_b128
; CHECK:      machine code as written
; CHECK-NEXT:   tensor_load_to_lds
; CHECK:      async.load i64
; CHECK-NEXT:   global_load_async_to_lds_b64 scope:SCOPE_SYS
; CHECK:      cluster_load_async_to_lds_b32
; CHECK:      wait.asyncmark 1
; CHECK-NEXT:   s_wait_asynccnt 0x2 async-wait
; CHECK-NEXT:   s_wait_tensorcnt 0x0 async-wait
; CHECK:      machine code as written
; CHECK-NEXT:   s_wait_asynccnt 0x0
