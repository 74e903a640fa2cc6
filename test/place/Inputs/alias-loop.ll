; Global pointers that may be the same. In @once, what is stored after the loop may be what is loaded in it, but no barrier
; is on the way. In @turns, a barrier lies between what is stored in one iteration and loaded in the next through another pointer.
target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @once(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %m = sub i32 255, %id
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %m
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %i, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = load i32, ptr addrspace(3) %other
  %v = load i32, ptr addrspace(1) %from
  %s = add i32 %x, %v
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  store i32 %s, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @turns(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %m = sub i32 255, %id
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %m
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load i32, ptr addrspace(1) %from
  store i32 %v, ptr addrspace(1) %to
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}
!0 = !{i32 256, i32 1, i32 1}
