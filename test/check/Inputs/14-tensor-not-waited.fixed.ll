; SCENARIO: processors=gfx1250 expect=silent
; The wave that asked for it waits before the barrier: nothing is found.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @k(<4 x i32> inreg %where, <8 x i32> inreg %shape, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %first = icmp ult i32 %id, 32
  br i1 %first, label %fill, label %join

fill:
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %where, <8 x i32> %shape, i32 0)
  call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)
  br label %join

join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mine = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %id
  %got = load i32, ptr addrspace(3) %mine
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.wait.tensorcnt(i16)
declare void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32>, <8 x i32>, i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
