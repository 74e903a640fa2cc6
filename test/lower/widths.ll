; Accesses as wide as one instruction can be, wider ones several times; what has
; no instruction of its own is a loop.
; RUN: fencepost lower --all -mcpu=gfx942 %s | FileCheck %s
; RUN: fencepost lower --all -mcpu=gfx600 %s | FileCheck %s --check-prefix=GFX6
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %p) {
  %a = load <3 x float>, ptr addrspace(1) %g
  store <4 x float> zeroinitializer, ptr addrspace(3) %l
  %b = load <8 x float>, ptr addrspace(4) %c
  %d = load {i32,i64}, ptr addrspace(5) %p
  %e = load i1, ptr addrspace(1) %g
  %h = atomicrmw fadd ptr addrspace(1) %g, float 1.0 syncscope("agent") acquire
  %i = atomicrmw and ptr addrspace(3) %l, i16 1 syncscope("workgroup") monotonic
  %j = atomicrmw add ptr addrspace(3) %l, i8 1 syncscope("workgroup") monotonic
  ret void
}
; CHECK:      load global i96
; CHECK-NEXT:   global_load_dwordx3 access
; CHECK-NEXT: store local i128
; CHECK-NEXT:   ds_write_b128 access
; CHECK-NEXT: load constant i128, 2 times
; CHECK-NEXT:   global_load_dwordx4 access
; CHECK-NEXT: load private i128
; CHECK-NEXT:   scratch_load_dwordx4 access
; CHECK-NEXT: load global i8
; CHECK-NEXT:   global_load_ubyte access
; CHECK-NEXT: atomicrmw other acquire agent global, fadd: a loop unless the processor has it
; CHECK-NEXT:   global_atomic_cmpswap sc0 access
; CHECK-NEXT:   s_waitcnt vmcnt(0) acquire-wait
; CHECK-NEXT:   buffer_inv sc1 acquire-invalidate
; CHECK-NEXT: atomicrmw and monotonic workgroup local noret
; CHECK-NEXT:   ds_and_b32 access
; CHECK-NEXT: atomicrmw add monotonic workgroup local i8
; CHECK-NEXT:   ds_cmpst_rtn_b32 access
; CHECK-NOT:  {{.}}
; GFX6:       load global i96
; GFX6-NEXT:    buffer_load_dwordx2 access
; GFX6-NEXT:  store local i128
; GFX6-NEXT:    ds_write_b64 access
