; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=divergent-barrier
; A tree of sums whose barrier is under the branch that only the active work-items take.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mine = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %g
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %step

step:
  %stride = phi i32 [ 128, %entry ], [ %half, %meet ]
  %active = icmp ult i32 %id, %stride
  br i1 %active, label %add, label %meet

add:
  %there = add i32 %id, %stride
  %other = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %there
  %a = load i32, ptr addrspace(3) %mine
  %b = load i32, ptr addrspace(3) %other
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %meet

meet:
  %half = lshr i32 %stride, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %step, label %last

last:
  %zero = icmp eq i32 %id, 0
  br i1 %zero, label %store, label %end

store:
  %got = load i32, ptr addrspace(3) %mine
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %group
  store i32 %got, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
