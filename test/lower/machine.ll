; What the program wrote as machine code is shown as written and counted by its
; mnemonics; what does not access memory is not shown.
; RUN: fencepost lower -mcpu=gfx942 %s | FileCheck %s
; RUN: fencepost lower -mcpu=gfx942 --summary %s | FileCheck %s --check-prefix=SUM
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %g) {
  call void asm sideeffect "s_waitcnt vmcnt(0)\0A  buffer_wbl2 sc1\0A\0A  s_barrier", "~{memory}"()
  call void asm sideeffect "", "~{memory}"()
  %v = call i32 asm "v_mov_b32 $0, 1", "=v"()
  call void @llvm.amdgcn.s.waitcnt(i32 3952)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  call void @llvm.amdgcn.s.sleep(i32 1)
  call void asm sideeffect "global_atomic_add v0, v1, $0\0Abuffer_inv sc1", "v,~{memory}"(ptr addrspace(1) %g)
  ret void
}
; CHECK:      :8:3: machine code as written
; CHECK-NEXT:   s_waitcnt vmcnt(0){{$}}
; CHECK-NEXT:   buffer_wbl2 sc1{{$}}
; CHECK-NEXT:   s_barrier{{$}}
; CHECK-NEXT: :11:3: machine code as written
; CHECK-NEXT:   s_waitcnt 0xf70
; CHECK-NEXT: :14:3: machine code as written
; CHECK-NEXT:   global_atomic_add v0, v1, $0
; CHECK-NEXT:   buffer_inv sc1
; CHECK-NOT:  {{.}}
; SUM: kernel k, gfx942  static  2  1  1  1  1
