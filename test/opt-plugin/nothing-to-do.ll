; A module that LLVM 22 knows every word of goes through unchanged, and needs no
; processor.
; REQUIRES: plugin
; RUN: opt -S %s -o %t.before
; RUN: opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-lower -S %s -o %t.after
; RUN: diff %t.before %t.after
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store atomic i32 1, ptr addrspace(1) %g syncscope("agent") release, align 4
  ret void
}

declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.s.barrier()
