; What clang makes of OpenCL C: barrier() is two fences around s_barrier, scopes
; of atomics are one-as, a required size makes a work-group one wave.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @small(ptr addrspace(1) align 4 %flag, ptr addrspace(3) align 4 %tile) #0 !reqd_work_group_size !0 {
  fence syncscope("workgroup-one-as") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup-one-as") acquire
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent-one-as") release, align 4
  ret void
}

define amdgpu_kernel void @large(ptr addrspace(1) align 4 %flag, ptr addrspace(3) align 4 %tile) #0 {
  fence syncscope("workgroup-one-as") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup-one-as") acquire
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent-one-as") seq_cst, align 4
  call void @helper(ptr addrspace(3) %tile)
  ret void
}

define internal void @helper(ptr addrspace(3) %tile) #0 {
  store volatile i32 0, ptr addrspace(3) %tile, align 4
  %old = atomicrmw umax ptr addrspace(3) %tile, i32 1 syncscope("workgroup-one-as") monotonic, align 4
  ret void
}

define internal void @plain(ptr addrspace(3) %tile) #0 {
  store i32 0, ptr addrspace(3) %tile, align 4
  ret void
}

attributes #0 = { "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+wavefrontsize32,-cumode,+dpp" }
!0 = !{i32 32, i32 1, i32 1}
