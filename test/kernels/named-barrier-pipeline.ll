; KERNEL: processors=gfx1250 expect=silent
; Two waves fill a buffer of 64 numbers, two waves use it, again and again; they
; meet at two named barriers, so that each side waits only when it has to.
; @full: producers arrive when the buffer is filled; consumers arrive and wait.
; @empty: consumers arrive when they have read it; producers arrive and wait
; before they fill it again, so not the first time; consumers do not arrive after
; the last time, so that the counts stay equal. Four waves take part in each.
; The work-group barrier at the start lets nobody operate on a barrier that is
; not initialised. The fences around the named barriers are LDS-only: only @buffer
; crosses. The release before @empty and the acquire after it order the reads
; before the stores that overwrite what was read. Nothing is needless.
target triple = "amdgcn-amd-amdhsa"

@full = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@empty = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@buffer = internal addrspace(3) global [64 x i32] poison

define amdgpu_kernel void @named_barrier_pipeline(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %steps) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %id)
  %initialises = icmp eq i32 %first, 0
  br i1 %initialises, label %init, label %start

init:
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @full, i32 4)
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @empty, i32 4)
  br label %start

start:
  call void @llvm.amdgcn.s.barrier()
  %produces = icmp ult i32 %first, 64
  %none = icmp eq i32 %steps, 0
  br i1 %none, label %end, label %split

split:
  br i1 %produces, label %producer, label %consumer

producer:
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @empty)
  %mine = getelementptr [64 x i32], ptr addrspace(3) @buffer, i32 0, i32 %id
  br label %fill

fill:
  %p = phi i32 [ 0, %producer ], [ %p.next, %refill ]
  %row = shl i32 %p, 6
  %at = add i32 %row, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @full, i32 0)
  %p.next = add i32 %p, 1
  %p.more = icmp ult i32 %p.next, %steps
  br i1 %p.more, label %refill, label %end

refill:
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @empty, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 2)
  fence syncscope("workgroup") acquire, !mmra !1
  br label %fill

consumer:
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @full)
  %place = sub i32 127, %id
  %theirs = getelementptr [64 x i32], ptr addrspace(3) @buffer, i32 0, i32 %place
  br label %use

use:
  %c = phi i32 [ 0, %consumer ], [ %c.next, %release ]
  %sum = phi i32 [ 0, %consumer ], [ %sum.next, %release ]
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @full, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  fence syncscope("workgroup") acquire, !mmra !1
  %got = load i32, ptr addrspace(3) %theirs
  %sum.next = add i32 %sum, %got
  %c.next = add i32 %c, 1
  %c.more = icmp ult i32 %c.next, %steps
  br i1 %c.more, label %release, label %store

release:
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @empty, i32 0)
  br label %use

store:
  %lane = sub i32 %id, 64
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %group.first = shl i32 %group, 6
  %out.at = add i32 %group.first, %lane
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %out.at
  store i32 %sum.next, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

attributes #0 = { "amdgpu-flat-work-group-size"="128,128" "uniform-work-group-size"="true" }
!0 = !{i32 128, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
