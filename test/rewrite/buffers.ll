; Every form of spec/003 has the signature of its variant without `async`. LLVM
; 22 takes the buffer forms for intrinsics it knows, with the wrong type; the
; command reads them all the same.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; RUN: fencepost lower --rewrite %s -mcpu=gfx1030 -o %t.ll
; RUN: llc -mcpu=gfx1030 %t.ll -o - | FileCheck %s
; RUN: not fencepost lower --rewrite %s -mcpu=gfx1250 -o %t.none 2>&1 | FileCheck %s --check-prefix=GFX125
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: k:
; CHECK: buffer_load_dword {{.*}} lds
; CHECK: buffer_load_dword {{.*}} offset:4 lds
; CHECK: buffer_load_dword {{.*}} idxen offset:8 lds
; CHECK: buffer_load_dword {{.*}} idxen offset:12 lds
; CHECK: buffer_load_dword {{.*}} lds
; CHECK-NOT: vmcnt
; CHECK: s_waitcnt vmcnt(1)
; CHECK-NOT: vmcnt
; CHECK: ds_read_b32
; CHECK-NOT: vmcnt
; CHECK: s_endpgm
; GFX125: buffers.ll:[[#@LINE+5]]:3: error: gfx1250 loads only 4 or 16 bytes a lane to LDS, and only from global pointers
define amdgpu_kernel void @k(ptr addrspace(8) %b, <4 x i32> %v, ptr addrspace(7) %fat, ptr addrspace(3) %l, ptr addrspace(1) %out) {
  ; Each of them, once.
  ;
  ;
  call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.buffer.load.async.lds(<4 x i32> %v, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 4, i32 0)
  call void @llvm.amdgcn.struct.ptr.buffer.load.async.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 0, i32 8, i32 0)
  call void @llvm.amdgcn.struct.buffer.load.async.lds(<4 x i32> %v, ptr addrspace(3) %l, i32 4, i32 0, i32 0, i32 0, i32 12, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.load.async.to.lds.p7(ptr addrspace(7) %fat, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) %l, i32 %lane
  %x = load i32, ptr addrspace(3) %mine
  store i32 %x, ptr addrspace(1) %out
  ret void
}

declare void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.load.async.lds(<4 x i32>, ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.struct.ptr.buffer.load.async.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.struct.buffer.load.async.lds(<4 x i32>, ptr addrspace(3), i32, i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.load.async.to.lds.p7(ptr addrspace(7), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare i32 @llvm.amdgcn.workitem.id.x()
