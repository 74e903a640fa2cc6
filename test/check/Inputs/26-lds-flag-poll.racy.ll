; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=lds-race
; A flag in LDS that is read without acquire does not order the data after it.
target triple = "amdgcn-amd-amdhsa"

@data = internal addrspace(3) global i32 poison
@flag = internal addrspace(3) global i32 poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %id, 0
  br i1 %first, label %init, label %begin

init:
  store i32 0, ptr addrspace(3) @flag
  br label %begin

begin:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %second = icmp eq i32 %id, 128
  br i1 %first, label %give, label %others

give:
  %value = load i32, ptr addrspace(1) %in
  store i32 %value, ptr addrspace(3) @data
  store atomic i32 1, ptr addrspace(3) @flag syncscope("workgroup") release, align 4
  br label %others

others:
  br i1 %second, label %poll, label %end

poll:
  %full = load atomic i32, ptr addrspace(3) @flag syncscope("workgroup") monotonic, align 4
  %empty = icmp eq i32 %full, 0
  br i1 %empty, label %poll, label %take

take:
  %got = load i32, ptr addrspace(3) @data
  store i32 %got, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
