; Kernels that ask for different things at start: work-group ids, dispatch and
; queue pointers, LDS, scratch, a dynamic stack, nothing at all. VERSION is replaced.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison, align 4

define amdgpu_kernel void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 !reqd_work_group_size !1 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %x
  store i32 %g, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v = load i32, ptr addrspace(3) @lds
  %s = add i32 %v, %n
  store i32 %s, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @three_dimensions(ptr addrspace(1) %out) #1 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %gx = call i32 @llvm.amdgcn.workgroup.id.x()
  %gy = call i32 @llvm.amdgcn.workgroup.id.y()
  %gz = call i32 @llvm.amdgcn.workgroup.id.z()
  %a = add i32 %x, %y
  %b = add i32 %a, %z
  %c = add i32 %b, %gx
  %d = add i32 %c, %gy
  %e = add i32 %d, %gz
  store volatile i32 %e, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @scratch(ptr addrspace(1) %out, i32 %i) #1 {
  %a = alloca [64 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 %i, ptr addrspace(5) %p
  %v = load volatile i32, ptr addrspace(5) %a
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @empty() #1 {
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="64,256" }
attributes #1 = { "amdgpu-no-dispatch-id" "amdgpu-no-queue-ptr" }

!llvm.module.flags = !{!0}
!opencl.ocl.version = !{!2}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 VERSION00}
!1 = !{i32 64, i32 2, i32 1}
!2 = !{i32 2, i32 0}
