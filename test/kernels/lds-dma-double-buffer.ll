; KERNEL: processors=gfx90a,gfx942,gfx950 expect=silent
; Rows of 256 numbers go from global memory straight to LDS, two buffers: row
; I + 1 is on its way while row I is read backwards, so that a wave reads what
; another wave loaded. The destination of a load is the same in all lanes of a
; wave; lane L writes 4 bytes at 4 * L after it.
; Needed: the barrier before the loop shows row 0; the one in the loop shows row
; I + 1 and keeps the load of row I + 2, into the buffer of row I, after the
; reads of it. The release covers the loads to LDS: they are not asynchronous in
; the model, and LLVM inserts their waits. Fences order LDS only: sufficient.
target triple = "amdgcn-amd-amdhsa"

@buffer = internal addrspace(3) global [2 x [256 x i32]] poison

define amdgpu_kernel void @lds_dma_double_buffer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %steps) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %id)
  %mirror = sub i32 255, %id
  %from.0 = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to.0 = getelementptr [2 x [256 x i32]], ptr addrspace(3) @buffer, i32 0, i32 0, i32 %first
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from.0, ptr addrspace(3) %to.0, i32 4, i32 0, i32 0)
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %meet ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %meet ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %steps
  br i1 %more, label %load, label %use

load:
  %next = and i32 %i.next, 1
  %row = shl i32 %i.next, 8
  %at = add i32 %row, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %to = getelementptr [2 x [256 x i32]], ptr addrspace(3) @buffer, i32 0, i32 %next, i32 %first
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  br label %use

use:
  %now = and i32 %i, 1
  %place = getelementptr [2 x [256 x i32]], ptr addrspace(3) @buffer, i32 0, i32 %now, i32 %mirror
  %got = load i32, ptr addrspace(3) %place
  %sum.next = add i32 %sum, %got
  br label %meet

meet:
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  br i1 %more, label %step, label %end

end:
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %group.first = shl i32 %group, 8
  %out.at = add i32 %group.first, %id
  %result = getelementptr i32, ptr addrspace(1) %out, i32 %out.at
  store i32 %sum.next, ptr addrspace(1) %result
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
