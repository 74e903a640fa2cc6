; spec/003, "Optimization": before foo() is inlined the wait is for B, leaving C
; and what foo() issues in flight. Inlined first, the mark A of foo() counts,
; and the wait is for C. The mark that nothing in foo() waits for is dropped by
; rewriting foo(), so rewriting before inlining loses nothing.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.first.ll
; RUN: opt -passes=inline -S %t.first.ll | FileCheck %s --check-prefix=FIRST
; RUN: opt -passes=inline -S %s -o %t.inlined.ll
; RUN: fencepost lower --rewrite %t.inlined.ll -mcpu=gfx942 -o - | FileCheck %s --check-prefix=LATER
target triple = "amdgcn-amd-amdhsa"

; FIRST: define amdgpu_kernel void @bar(
; FIRST-COUNT-3: call void @llvm.amdgcn.global.load.lds(
; FIRST: call void @llvm.amdgcn.s.waitcnt(i32 3953)
; LATER: define amdgpu_kernel void @bar(
; LATER-COUNT-3: call void @llvm.amdgcn.global.load.lds(
; LATER: call void @llvm.amdgcn.s.waitcnt(i32 3953)
define internal void @foo(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark() ; A
  ret void
}

define amdgpu_kernel void @bar(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark() ; B
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark() ; C
  call void @foo(ptr addrspace(1) %g, ptr addrspace(3) %l)
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  ret void
}

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
