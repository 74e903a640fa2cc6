; KERNEL: processors=gfx1201,gfx1250 expect=silent
; Each step exchanges a row of 256 numbers through LDS with split barriers: the
; next row is loaded from global memory between arriving and waiting.
; Needed: release before and acquire after each barrier, since they order LDS
; (LDS-only is sufficient: rows of global memory are read only). The first barrier
; shows the row; the second keeps the next row's stores after the reads. What
; stands between arrive and wait accesses no LDS.
target triple = "amdgcn-amd-amdhsa"

@row = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @split_barrier_loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %steps) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @row, i32 0, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @row, i32 0, i32 %mirror
  %from.0 = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %value.0 = load i32, ptr addrspace(1) %from.0
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %value = phi i32 [ %value.0, %entry ], [ %value.next, %step ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %step ]
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  %i.next = add i32 %i, 1
  %at = shl i32 %i.next, 8
  %index = add i32 %at, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %index
  %value.next = load i32, ptr addrspace(1) %from
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !1
  %got = load i32, ptr addrspace(3) %theirs
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  %sum.next = add i32 %sum, %got
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !1
  %more = icmp ult i32 %i.next, %steps
  br i1 %more, label %step, label %end

end:
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %group.first = shl i32 %group, 8
  %out.at = add i32 %group.first, %id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %out.at
  store i32 %sum.next, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
