target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @preloaded(ptr addrspace(1) inreg %out, i32 inreg %n) #0 {
  store i32 %n, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "amdgpu-no-dispatch-ptr" "amdgpu-no-queue-ptr" "amdgpu-no-dispatch-id" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" }
