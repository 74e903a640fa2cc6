; spec/003, "Ordinary function call": marks and loads of bar() are not the
; caller's. The first wait is for the second block: one load of the third block
; stays in flight, and nobody relies on bar() having issued any. A function that
; is called has to think of its caller's loads as well, and its own mark, which
; nothing in it waits for, goes.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM
; RUN: opt -passes=always-inline -S %t.ll | llc -mcpu=gfx942 -o - | FileCheck %s --check-prefix=ASM
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define internal void @bar(
; CHECK-NEXT: fence syncscope("wavefront") acq_rel
; CHECK-NEXT: call void @llvm.amdgcn.global.load.lds(
; CHECK-NEXT: ret void
define internal void @bar(ptr addrspace(1) %g, ptr addrspace(3) %l) alwaysinline {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 64, i32 0)
  call void @llvm.amdgcn.asyncmark()
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @foo(
; CHECK: call void @bar(
; CHECK: call void @llvm.amdgcn.s.waitcnt(i32 3953)
; CHECK: call void @llvm.amdgcn.s.waitcnt(i32 3952)
; ASM-LABEL: foo:
; ASM: s_waitcnt vmcnt(1)
; ASM-NEXT: ds_read_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:4
; ASM-NEXT: s_waitcnt vmcnt(0)
; ASM-NEXT: ds_read_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:8
; ASM: s_endpgm
define amdgpu_kernel void @foo(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 4, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @bar(ptr addrspace(1) %g, ptr addrspace(3) %l)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 8, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %second = getelementptr i8, ptr addrspace(3) %l, i32 4
  %a = load i32, ptr addrspace(3) %second
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %third = getelementptr i8, ptr addrspace(3) %l, i32 8
  %b = load i32, ptr addrspace(3) %third
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(1) %out
  ret void
}

; A callee does not know what its caller has in flight: a mark may complete it.
; CHECK-LABEL: define void @waits(
; CHECK: call void @llvm.amdgcn.s.waitcnt(i32 3952)
define void @waits() {
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  ret void
}

; CHECK-NOT: asyncmark
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
