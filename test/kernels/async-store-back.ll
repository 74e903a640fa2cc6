; KERNEL: processors=gfx1250 expect=silent codegen=none
; Each step reverses a row of 256 numbers in LDS and stores it to global memory
; asynchronously from there, while the next row is loaded to a register.
; Needed: the first barrier shows the row, since a work-item stores what another
; wrote. The wait completes this work-item's store, which reads LDS; only then,
; and after the second barrier, may the next row overwrite what it read. Fences
; order LDS only: rows of global memory are not read again.
target triple = "amdgcn-amd-amdhsa"

@row = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @async_store_back(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %steps) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %mine = getelementptr [256 x i32], ptr addrspace(3) @row, i32 0, i32 %id
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @row, i32 0, i32 %mirror
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %row.first = mul i32 %group, %steps
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %row.now = add i32 %row.first, %i
  %first = shl i32 %row.now, 8
  %at = add i32 %first, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %at
  call void @llvm.amdgcn.global.store.async.from.lds.b32(ptr addrspace(1) %to, ptr addrspace(3) %theirs, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %steps
  br i1 %more, label %step, label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.global.store.async.from.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
