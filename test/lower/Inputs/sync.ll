; One of each kind that every processor has.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @sync(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  %a = load atomic i32, ptr addrspace(1) %g syncscope("agent") acquire, align 4
  store atomic i32 1, ptr addrspace(1) %g syncscope("agent") release, align 4
  %b = atomicrmw xchg ptr addrspace(3) %l, i32 %a syncscope("workgroup") seq_cst, align 4
  %c = cmpxchg ptr addrspace(1) %g, i32 %b, i32 2 syncscope("one-as") acq_rel acquire, align 4
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  %d = load volatile i32, ptr addrspace(1) %g, align 4
  ret void
}
