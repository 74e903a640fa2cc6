; SCENARIO: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
; A fence acquires once after the loop: nothing is found.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %group, 256
  %g = add i32 %base, %id
  %zero = icmp eq i32 %id, 0
  br i1 %zero, label %split, label %end

split:
  %produces = icmp eq i32 %group, 0
  br i1 %produces, label %producer, label %poll

producer:
  store i32 42, ptr addrspace(1) %data
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  br label %end

poll:
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  %ready = icmp ne i32 %seen, 0
  br i1 %ready, label %consumer, label %poll

consumer:
  fence syncscope("agent") acquire
  %got = load i32, ptr addrspace(1) %data
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %group
  store i32 %got, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
!0 = !{i32 256, i32 1, i32 1}
