; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=lds-race
; The first half of the work-group fills a buffer, the second uses it; each has a loop and
; barriers of its own, and they meet there. One meeting a step: the next value is written
; while this one may still be read.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [128 x i32] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %id, 127
  %mine = getelementptr [128 x i32], ptr addrspace(3) @lds, i32 0, i32 %lane
  %fills = icmp ult i32 %id, 128
  br i1 %fills, label %fill, label %use

fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %row = shl i32 %i, 7
  %at = add i32 %row, %lane
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %n
  br i1 %i.more, label %fill, label %end

use:
  %j = phi i32 [ 0, %entry ], [ %j.next, %use ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %use ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %got = load i32, ptr addrspace(3) %mine
  %sum.next = add i32 %sum, %got
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, %n
  br i1 %j.more, label %use, label %result

result:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %sum.next, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
