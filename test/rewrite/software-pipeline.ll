; spec/003, "Software pipeline": three blocks ahead, in a loop that uses the
; oldest and asks for the next. Two blocks stay in flight around the loop, past
; the barrier and its fences too; after it the pipeline empties block by block.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; RUN: fencepost lower --rewrite %s -mcpu=gfx950 -o %t.ll
; RUN: llc -mcpu=gfx950 %t.ll -o - | FileCheck %s
; RUN: fencepost lower --rewrite %s -mcpu=gfx90a -o %t.ll
; RUN: llc -mcpu=gfx90a %t.ll -o - | FileCheck %s
; RUN: opt -O3 -mcpu=gfx90a %t.ll | llc -O3 -mcpu=gfx90a -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: foo:
; CHECK-COUNT-3: global_load_{{.*lds|lds_dword}}
; CHECK: .LBB0_1:
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(2)
; CHECK-NOT: vmcnt
; CHECK: s_barrier
; CHECK-NOT: vmcnt
; CHECK: ds_read_b32
; CHECK-NOT: vmcnt
; CHECK: global_load_{{.*lds|lds_dword}}
; CHECK-NOT: vmcnt
; CHECK: s_cbranch
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(2)
; CHECK: ds_read_b32
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(1)
; CHECK: ds_read_b32
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ds_read_b32
; CHECK: s_endpgm
@lds = internal addrspace(3) global [4 x [64 x i32]] poison, align 16

define amdgpu_kernel void @foo(ptr addrspace(1) %g, ptr addrspace(1) %out, i32 %n) {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %lane
  call void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 256, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 512, i32 0)
  call void @llvm.amdgcn.asyncmark()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %slot = and i32 %i, 3
  %place = shl i32 %slot, 8
  %from = getelementptr i8, ptr addrspace(3) %mine, i32 %place
  %v = load i32, ptr addrspace(3) %from
  %more = add i32 %sum, %v
  %ahead = add i32 %i, 3
  %free = and i32 %ahead, 3
  %there = shl i32 %free, 8
  %to = getelementptr i8, ptr addrspace(3) @lds, i32 %there
  %offset = shl i32 %ahead, 8
  %source = getelementptr i8, ptr addrspace(1) %g, i32 %offset
  call void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1) %source, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  %a = load i32, ptr addrspace(3) %mine
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %second = getelementptr i8, ptr addrspace(3) %mine, i32 256
  %b = load i32, ptr addrspace(3) %second
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %third = getelementptr i8, ptr addrspace(3) %mine, i32 512
  %c = load i32, ptr addrspace(3) %third
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %total = add i32 %abc, %more
  %result = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %total, ptr addrspace(1) %result
  ret void
}

declare void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()
