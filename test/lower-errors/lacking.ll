; An operation that the processor does not have is named with its line, every one
; of them, and nothing is listed.
; RUN: fencepost lower -mcpu=gfx942 %s > %t.out 2> %t.err; test $? = 2
; RUN: FileCheck %s < %t.err
; RUN: not test -s %t.out
; RUN: fencepost lower -mcpu=gfx1250 %s > %t.out
; RUN: FileCheck %s --check-prefix=HAS < %t.out
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, <4 x i32> %d0, <8 x i32> %d1) {
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.cluster.barrier()
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %d0, <8 x i32> %d1, i32 0)
  call void @llvm.amdgcn.s.wait.loadcnt(i16 0)
  %v = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1) %g, i32 2, metadata !0)
  fence syncscope("agent") release
  ret void
}
!0 = !{!"agent"}
; CHECK:      lacking.ll:11:3: error: kernel k: barrier.arrive workgroup: gfx942 has no split barriers{{.*}} (spec/000, s_barrier GFX6-11) [operation-illegal]
; CHECK-NEXT:   call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; CHECK-NEXT:   ^
; CHECK:      :12:3: error: kernel k: barrier cluster: gfx942 has no cluster barriers (spec/000: GFX12.5) [operation-illegal]
; CHECK:      :13:3: error: kernel k: machine code as written: gfx942 has no tensor_load_to_lds [operation-illegal]
; CHECK:      :14:3: error: kernel k: machine code as written: gfx942 has no loadcnt [operation-illegal]
; CHECK:      :15:3: error: kernel k: {{.*}}: gfx942 has no cooperative atomics (spec/002: GFX12.5) [operation-illegal]
; CHECK-NOT:  error
; HAS:        kernel k, gfx1250
; HAS:        cooperative
