; Where paths meet, the one with the fewest loads since the mark decides, and a
; path that needs no wait has no say.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define amdgpu_kernel void @join(
; CHECK: end:
; CHECK-NEXT: fence syncscope("wavefront") acq_rel
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3954)
define amdgpu_kernel void @join(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 %n) {
entry:
  switch i32 %n, label %none [ i32 1, label %two
                               i32 2, label %three ]
two:
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 4, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 8, i32 0)
  br label %end
three:
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 4, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 8, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 12, i32 0)
  br label %end
none:
  call void @llvm.amdgcn.asyncmark()
  br label %end
end:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  ret void
}

; In the loop the wait of the first time round has two loads after it, later
; ones have one: one it is.
; CHECK-LABEL: define amdgpu_kernel void @loop(
; CHECK: loop:
; CHECK-NEXT: fence syncscope("wavefront") acq_rel
; CHECK-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3953)
define amdgpu_kernel void @loop(ptr addrspace(1) %g, ptr addrspace(3) %l, i1 %c) {
entry:
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 4, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 8, i32 0)
  br label %loop
loop:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  br i1 %c, label %loop, label %end
end:
  ret void
}

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
