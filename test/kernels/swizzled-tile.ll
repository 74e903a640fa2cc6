; KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
; A tile of 32 x 32 numbers is written by rows of vectors and read by columns; an
; exclusive or of row and column keeps LDS banks apart, as tile compilers do. LDS
; is bytes at computed offsets, and the tile is reused in a loop.
; Barriers: the first shows the tile; the second keeps the next tile's stores
; after the reads. Both are needed.
target triple = "amdgcn-amd-amdhsa"

@memory = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @swizzled_tile(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %tiles) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  ; Work-item W stores the vector of columns 4 * (W mod 8) of row W / 8.
  %row = lshr i32 %id, 3
  %column = and i32 %id, 7
  %low = and i32 %row, 7
  %swizzled = xor i32 %column, %low
  %row.bytes = shl i32 %row, 7
  %column.bytes = shl i32 %swizzled, 4
  %store.at = or disjoint i32 %row.bytes, %column.bytes
  %mine = getelementptr i8, ptr addrspace(3) @memory, i32 %store.at
  ; It reads column W mod 32 of row W / 32.
  %c = and i32 %id, 31
  %r = lshr i32 %id, 5
  %vector = lshr i32 %c, 2
  %part = and i32 %c, 3
  %turned = xor i32 %vector, %r
  %r.bytes = shl i32 %r, 7
  %v.bytes = shl i32 %turned, 4
  %p.bytes = shl i32 %part, 2
  %rv = or disjoint i32 %r.bytes, %v.bytes
  %load.at = or disjoint i32 %rv, %p.bytes
  %theirs = getelementptr i8, ptr addrspace(3) @memory, i32 %load.at
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %tile.first = mul i32 %group, %tiles
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  %tile.now = add i32 %tile.first, %i
  %first = shl i32 %tile.now, 8
  %at = add i32 %first, %id
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %at
  %value = load <4 x i32>, ptr addrspace(1) %from
  store <4 x i32> %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %got = load i32, ptr addrspace(3) %theirs
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %got, ptr addrspace(1) %to
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %tiles
  br i1 %more, label %step, label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
