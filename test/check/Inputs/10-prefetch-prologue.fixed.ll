; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
; The same with a barrier before the prefetch: nothing is found.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [2 x [256 x i32]] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mirror = sub i32 255, %id
  %mine.0 = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 0, i32 %id
  br label %outer

outer:
  %o = phi i32 [ 0, %entry ], [ %o.next, %outer.end ]
  %total = phi i32 [ 0, %entry ], [ %sum.next, %outer.end ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = mul i32 %o, 768
  %at.0 = add i32 %first, %id
  %from.0 = getelementptr i32, ptr addrspace(1) %in, i32 %at.0
  %value.0 = load i32, ptr addrspace(1) %from.0
  store i32 %value.0, ptr addrspace(3) %mine.0
  br label %inner

inner:
  %i = phi i32 [ 0, %outer ], [ %i.next, %use ]
  %sum = phi i32 [ %total, %outer ], [ %sum.next, %use ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 3
  br i1 %more, label %fill, label %use

fill:
  %row = shl i32 %i.next, 8
  %at = add i32 %at.0, %row
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  %next = and i32 %i.next, 1
  %mine = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %next, i32 %id
  store i32 %value, ptr addrspace(3) %mine
  br label %use

use:
  %now = and i32 %i, 1
  %theirs = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %now, i32 %mirror
  %got = load i32, ptr addrspace(3) %theirs
  %sum.next = add i32 %sum, %got
  br i1 %more, label %inner, label %outer.end

outer.end:
  %o.next = add i32 %o, 1
  %again = icmp ult i32 %o.next, %n
  br i1 %again, label %outer, label %end

end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %sum.next, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
