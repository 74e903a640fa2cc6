define amdgpu_kernel void @k() ATTRIBUTES {
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  ret void
}
