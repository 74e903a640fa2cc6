; KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
; The sum of 256 numbers as a HIP compiler writes it: LDS whose size the host
; gives, reached through generic pointers, and fences of all address spaces.
; Barriers: the one before the loop shows the numbers, the one in the loop each
; step's sums. None is needless, but LDS-only fences would do.
target triple = "amdgcn-amd-amdhsa"

@shared = external addrspace(3) global [0 x i32], align 16

define amdgpu_kernel void @generic_pointer_reduce(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wide = zext i32 %id to i64
  %base = addrspacecast ptr addrspace(3) @shared to ptr
  %mine = getelementptr i32, ptr %base, i64 %wide
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %step

step:
  %stride = phi i64 [ 128, %entry ], [ %half, %meet ]
  %active = icmp ult i64 %wide, %stride
  br i1 %active, label %add, label %meet

add:
  %there = add i64 %wide, %stride
  %theirs = getelementptr i32, ptr %base, i64 %there
  %a = load i32, ptr %mine
  %b = load i32, ptr %theirs
  %sum = add i32 %a, %b
  store i32 %sum, ptr %mine
  br label %meet

meet:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i64 %stride, 1
  %more = icmp ne i64 %half, 0
  br i1 %more, label %step, label %last

last:
  %is.first = icmp eq i32 %id, 0
  br i1 %is.first, label %store, label %end

store:
  %result = load i32, ptr %base
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %group
  store i32 %result, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
