; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=divergent-barrier
; A barrier in a loop that wave W runs W + 1 times: the waves do not meet at the same barriers.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mine = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %mirror
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %id)
  %wave = lshr i32 %first, 6
  %bound = add i32 %wave, 1
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %step ]
  store i32 %i, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %got = load i32, ptr addrspace(3) %theirs
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %sum.next = add i32 %sum, %got
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %bound
  br i1 %more, label %step, label %end

end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %sum.next, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
