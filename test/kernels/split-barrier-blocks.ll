; KERNEL: processors=gfx1201,gfx1250 expect=silent
; A work-item whose number is odd does more work between arriving and waiting:
; arrive and wait stand in different blocks, with a branch that differs between
; lanes in between, which both sides leave before the wait.
; Needed: both fences and both halves of the barrier. The extra work is on the
; work-item's own global memory, so LDS-only fences are sufficient.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @split_barrier_blocks(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %id
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %group.first = shl i32 %group, 8
  %at = add i32 %group.first, %id
  %place = getelementptr i32, ptr addrspace(1) %data, i32 %at
  %value = load i32, ptr addrspace(1) %place
  store i32 %value, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  %bit = and i32 %id, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %extra, label %meet

extra:
  %square = mul i32 %value, %value
  store i32 %square, ptr addrspace(1) %place
  br label %meet

meet:
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !1
  %other = xor i32 %id, 128
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %got = load i32, ptr addrspace(3) %theirs
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %got, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
