; A transfer to LDS that LLVM waits for: the release has a wait that is needed
; while one may be in flight, in this kernel and in functions it may call, and
; not in modules without any.
; RUN: fencepost lower -mcpu=gfx942 --as=llvm22 %s | FileCheck %s
; RUN: grep -v load.lds %s > %t.ll
; RUN: fencepost lower -mcpu=gfx942 --as=llvm22 %t.ll | FileCheck %s --check-prefix=NONE
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(8) %b, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 2)
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 0, i32 16)
  fence syncscope("workgroup") release
  ret void
}
define void @f() {
  fence syncscope("workgroup") release
  ret void
}
; CHECK:      lds.dma
; CHECK-NEXT:   global_load_lds_dword nt access
; CHECK:      lds.dma
; CHECK-NEXT:   buffer_load_dword sc1 lds access
; CHECK:      fence release workgroup
; CHECK-NEXT:   s_waitcnt lgkmcnt(0) release-wait
; CHECK-NEXT:   s_waitcnt vmcnt(0) lds-dma-wait, if LDS DMA is in flight
; CHECK:      function f
; CHECK:        lds-dma-wait, if LDS DMA is in flight
; NONE:       fence release workgroup
; NONE-NOT:     lds-dma-wait
