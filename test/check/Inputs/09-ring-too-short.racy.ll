; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=lds-race
; A ring of two rows: step I writes row I mod 2 and, after the one barrier, reads row I - 1. Step
; I + 1 writes that row with no barrier in between.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [2 x [256 x i32]] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %mirror = sub i32 255, %id
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %step ]
  %row = shl i32 %i, 8
  %at = add i32 %row, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  %slot = urem i32 %i, 2
  %mine = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %slot, i32 %id
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %behind = add i32 %i, 1
  %old = urem i32 %behind, 2
  %theirs = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %old, i32 %mirror
  %got = load i32, ptr addrspace(3) %theirs
  %sum.next = add i32 %sum, %got
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %step, label %end

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
