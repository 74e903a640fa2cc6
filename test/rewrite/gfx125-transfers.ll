; GFX12.5's own transfers are known to LLVM 22, which waits for none of them.
; Loads, stores and cluster loads count on one counter, tensors on another.
; RUN: fencepost lower --rewrite %s -mcpu=gfx1250 -o %t.ll
; RUN: llc -mcpu=gfx1250 %t.ll -o - | FileCheck %s
; RUN: not fencepost lower --rewrite %s -mcpu=gfx942 -o %t.none 2>&1 | FileCheck %s --check-prefix=GFX9
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: k:
; CHECK: global_load_async_to_lds_b128
; CHECK: tensor_load_to_lds
; CHECK: global_store_async_from_lds_b32
; CHECK: cluster_load_async_to_lds_b32
; CHECK-NOT: s_wait_{{async|tensor}}cnt
; CHECK: s_wait_asynccnt 0x2
; CHECK-NEXT: s_wait_tensorcnt 0x0
; CHECK: ds_load_b32
; CHECK-NOT: s_wait_{{async|tensor}}cnt
; CHECK: s_endpgm
; GFX9: gfx125-transfers.ll:[[#@LINE+2]]:3: error: gfx942 has no llvm.amdgcn.global.load.async.to.lds.b128 [cannot-rewrite]
define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, <4 x i32> %d0, <8 x i32> %d1, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %d0, <8 x i32> %d1, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.store.async.from.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)
  call void @llvm.amdgcn.cluster.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0, i32 1)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %v = load i32, ptr addrspace(3) %l
  store i32 %v, ptr addrspace(1) %out
  ret void
}

declare void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32>, <8 x i32>, i32)
declare void @llvm.amdgcn.global.store.async.from.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.cluster.load.async.to.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
