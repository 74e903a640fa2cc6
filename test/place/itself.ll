; One store, executed again by another wave in a later iteration: a barrier is between, if it can be the same place.
; RUN: fencepost place -mcpu=gfx942 %s -o %t.ll | FileCheck %s
; RUN: fencepost check -mcpu=gfx942 -Wpossible %t.ll
; RUN: fencepost place -mcpu=gfx1201 %s -o %t.split.ll | FileCheck %s
; RUN: fencepost check -mcpu=gfx1201 -Wpossible %t.split.ll
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [512 x i32] poison

; CHECK: kernel neighbour: 1 barrier placed (1 at loop depth 1); minimal
define amdgpu_kernel void @neighbour(i32 %n) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %next = add i32 %x, %i
  %at = and i32 %next, 511
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %at
  store i32 %x, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK: kernel mirror: 1 barrier placed (1 at loop depth 1); minimal
define amdgpu_kernel void @mirror(i32 %n) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %odd = and i32 %i, 1
  %even = icmp eq i32 %odd, 0
  %y = sub i32 255, %x
  %at = select i1 %even, i32 %x, i32 %y
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %at
  store i32 %x, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Two iterations on, it is the same wave again; in the next one it is another.
; CHECK: kernel exchange: 1 barrier placed (1 at loop depth 1); minimal
define amdgpu_kernel void @exchange(i32 %n) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %odd = and i32 %i, 1
  %half = shl i32 %odd, 7
  %at = xor i32 %x, %half
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %at
  store i32 %x, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A row of its own for every other iteration: always the same thread.
; CHECK: kernel rows: 0 barriers placed
define amdgpu_kernel void @rows(i32 %n) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %odd = and i32 %i, 1
  %row = shl i32 %odd, 8
  %at = or i32 %x, %row
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %at
  store i32 %x, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; In the inner loop it is the same place; it moves with the outer one.
; CHECK: kernel nested: 1 barrier placed (1 at loop depth 1); minimal
define amdgpu_kernel void @nested(i32 %n, i32 %m) !reqd_work_group_size !0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %sum = add i32 %x, %i
  %at = and i32 %sum, 255
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %at
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  store i32 %x, ptr addrspace(3) %p
  %j1 = add i32 %j, 1
  %more = icmp ult i32 %j1, %m
  br i1 %more, label %inner, label %next
next:
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %outer, label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{i32 256, i32 1, i32 1}
