; SCENARIO: processors=gfx942,gfx950 expect=async-not-complete codegen=none
; A loop requests row I + 1 and reads row I, whose request was made in the iteration before: the wait lets
; two groups be outstanding, so row I may still be on its way.
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [2 x [256 x i32]] poison

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %id)
  %mirror = sub i32 255, %id
  %from.0 = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to.0 = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 0, i32 %first
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %from.0, ptr addrspace(3) %to.0, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %step ]
  %i.next = add i32 %i, 1
  %next = and i32 %i.next, 1
  %row = shl i32 %i.next, 8
  %at = add i32 %row, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %to = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %next, i32 %first
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %now = and i32 %i, 1
  %theirs = getelementptr [2 x [256 x i32]], ptr addrspace(3) @lds, i32 0, i32 %now, i32 %mirror
  %got = load i32, ptr addrspace(3) %theirs
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %sum.next = add i32 %sum, %got
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %step, label %end

end:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %result = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %sum.next, ptr addrspace(1) %result
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
