; SCENARIO: processors=gfx1250 expect=async-not-complete codegen=none
; LDS that an async load fills is shown to others and read; the mark after the load is never waited
; for.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %mirror
  %place = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %g
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %place, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %got = load i32, ptr addrspace(3) %theirs
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
