; The barriers of GFX12.5. Named barriers have numbers by their names.
; RUN: fencepost lower -mcpu=gfx1250 %s | FileCheck %s
target triple = "amdgcn-amd-amdhsa"
@second = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@first = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison

define amdgpu_kernel void @k() {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @second, i32 4)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @second)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @first, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  %f = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.cluster.barrier()
  ret void
}
; CHECK:      barrier.init named 2, 4
; CHECK-NEXT:   s_barrier_init m0
; CHECK:      barrier.join named 2
; CHECK-NEXT:   s_barrier_join 2
; CHECK:      barrier.arrive named 1
; CHECK-NEXT:   s_barrier_signal 1
; CHECK:      barrier.wait named 1
; CHECK-NEXT:   s_barrier_wait 1
; CHECK:      barrier.leave
; CHECK-NEXT:   s_barrier_leave
; CHECK:      barrier.arrive.isfirst workgroup
; CHECK-NEXT:   s_barrier_signal_isfirst -1
; CHECK:      barrier cluster
; CHECK-NEXT:   s_barrier_signal_isfirst -1
; CHECK-NEXT:   s_barrier_wait -1
; CHECK-NEXT:   s_barrier_signal -3 barrier-step, in the first wave
; CHECK-NEXT:   s_barrier_wait -3
