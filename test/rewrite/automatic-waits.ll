; Where LLVM adds waits of its own for asynchronous loads, that is said. LDS DMA
; that is not asynchronous has to keep LLVM's waits, and LLVM cannot tell the
; two apart; before gfx90a every memory operation is waited for before a barrier.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll 2> %t.err
; RUN: FileCheck %s --input-file=%t.err --check-prefix=DMA --implicit-check-not=remark
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; RUN: fencepost lower --rewrite %s -mcpu=gfx908 -o %t.ll 2> %t.err
; RUN: FileCheck %s --input-file=%t.err --check-prefixes=DMA,BARRIER --implicit-check-not=remark
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: k:
; CHECK-COUNT-3: global_load_lds_dword
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ds_read_b32
; DMA: automatic-waits.ll:[[#@LINE+3]]:3: remark: the module also has LDS DMA that is not asynchronous, or calls code that may have, so LLVM waits for both before accesses of LDS
; BARRIER: automatic-waits.ll:[[#@LINE+7]]:3: remark: before a barrier gfx908 waits for every memory operation, asynchronous loads included
define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 4, i32 0)
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 8, i32 0)
  call void @llvm.amdgcn.s.barrier()
  %v = load i32, ptr addrspace(3) %l
  store i32 %v, ptr addrspace(1) %out
  ret void
}

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.s.barrier()
