; KERNEL: processors=gfx1250 expect=silent codegen=none
; Rows of 256 numbers go from global memory to LDS asynchronously, through a ring
; of three buffers: step I requests row I + 2 and reads row I backwards, so that
; a wave reads what another wave requested. Each lane has a
; destination of its own.
; Each step ends one group of requests by a mark, the last two steps an empty one,
; so that the counts stay the same: at the wait of step I, marks 0 to I + 1 are
; there, and at most one may be outstanding, so row I has arrived.
; Needed: the wait, before the barrier; the barrier shows the row that each wave
; completed to all others, and keeps the request of row I + 2, into the buffer of
; row I - 1, after the reads of that one. Fences order LDS only: sufficient.
; The wait at the end leaves nothing in flight when LDS is given back; the model
; does not ask for it.
target triple = "amdgcn-amd-amdhsa"

@ring = internal addrspace(3) global [3 x [256 x i32]] poison

define amdgpu_kernel void @async_mark_ring(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %steps) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 255, %id
  %from.0 = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to.0 = getelementptr [3 x [256 x i32]], ptr addrspace(3) @ring, i32 0, i32 0, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from.0, ptr addrspace(3) %to.0, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  %from.1 = getelementptr i32, ptr addrspace(1) %from.0, i32 256
  %to.1 = getelementptr [3 x [256 x i32]], ptr addrspace(3) @ring, i32 0, i32 1, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from.1, ptr addrspace(3) %to.1, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %use ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %use ]
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %ahead = add i32 %i, 2
  %more = icmp ult i32 %ahead, %steps
  br i1 %more, label %request, label %mark

request:
  %next = urem i32 %ahead, 3
  %row = shl i32 %ahead, 8
  %at = add i32 %row, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %to = getelementptr [3 x [256 x i32]], ptr addrspace(3) @ring, i32 0, i32 %next, i32 %id
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 0, i32 0)
  br label %mark

mark:
  call void @llvm.amdgcn.asyncmark()
  br label %use

use:
  %now = urem i32 %i, 3
  %place = getelementptr [3 x [256 x i32]], ptr addrspace(3) @ring, i32 0, i32 %now, i32 %mirror
  %got = load i32, ptr addrspace(3) %place
  %sum.next = add i32 %sum, %got
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %steps
  br i1 %again, label %step, label %end

end:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %group.first = shl i32 %group, 8
  %out.at = add i32 %group.first, %id
  %result = getelementptr i32, ptr addrspace(1) %out, i32 %out.at
  store i32 %sum.next, ptr addrspace(1) %result
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1), ptr addrspace(3), i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
