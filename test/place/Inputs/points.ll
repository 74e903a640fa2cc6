target triple = "amdgcn-amd-amdhsa"

@t = internal addrspace(3) global [256 x i32] poison

declare i32 @llvm.amdgcn.workitem.id.x()

; The store is under a condition that differs between waves: after it, where they meet, is the first place.
define amdgpu_kernel void @names(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="256,256" {
first:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %half = icmp ult i32 %id, 128
  br i1 %half, label %fill, label %filled

fill:
  store i32 %id, ptr addrspace(3) %mine
  br label %filled

filled:
  br label %step

step:
  %i = phi i32 [ 0, %filled ], [ %next, %step ]
  %other = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @t, i32 %other
  %v = load i32, ptr addrspace(3) %theirs
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %step, label %done

done:
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @around(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="256,256" {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @t, i32 %other
  br label %turn

turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  store i32 %i, ptr addrspace(3) %mine
  %v = load i32, ptr addrspace(3) %theirs
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %turn, label %done

done:
  store i32 %v, ptr addrspace(1) %out
  ret void
}
