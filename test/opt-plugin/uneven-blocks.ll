; The first example of spec/003 by the pass of opt: the wait is for the first
; block, so the seven loads of the other two stay in flight, and LLVM adds no
; wait of its own before LDS is read.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-lower -mcpu=gfx942 -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --check-prefix=IR
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; RUN: opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes='fencepost-lower,default<O3>' -mcpu=gfx942 %s \
; RUN:   | llc -mcpu=gfx942 -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; IR-LABEL: define amdgpu_kernel void @foo(
; IR-COUNT-3: call void @llvm.amdgcn.global.load.lds(
; IR-NEXT: fence syncscope("wavefront") acq_rel
; IR-COUNT-5: call void @llvm.amdgcn.global.load.lds(
; IR-NEXT: fence syncscope("wavefront") acq_rel
; IR-COUNT-2: call void @llvm.amdgcn.global.load.lds(
; IR-NEXT: fence syncscope("wavefront") acq_rel
; IR-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3959)
; IR-NEXT: fence syncscope("wavefront") acq_rel
; IR-NOT: async{{mark|.lds}}

; CHECK-LABEL: foo:
; CHECK-COUNT-10: global_load_lds_dword
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(7)
; CHECK-NOT: vmcnt
; CHECK: ds_read_b32
; CHECK-NOT: vmcnt
; CHECK: s_endpgm
@lds = internal addrspace(3) global [4096 x i32] poison, align 16

define amdgpu_kernel void @foo(ptr addrspace(1) %g, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 256, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 512, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 768, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 1024, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 1280, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 1536, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @lds, i32 4, i32 1792, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @lds, i32 2048), i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @lds, i32 2048), i32 4, i32 256, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(3) @lds, i32 %t
  %v = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %to
  ret void
}

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare i32 @llvm.amdgcn.workitem.id.x()
