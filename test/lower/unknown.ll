; What is not understood is said, and is not success; the rest is listed.
; RUN: fencepost lower -mcpu=gfx942 %s > %t; test $? = 3
; RUN: FileCheck %s < %t
target triple = "amdgcn-amd-amdhsa"
declare void @elsewhere()
declare void @pure() memory(none)
declare void @llvm.amdgcn.frobnicate()

define amdgpu_kernel void @k(ptr %f, ptr addrspace(7) %b) {
  fence syncscope("block") release
  call void @elsewhere()
  call void @pure()
  call void %f()
  call void @llvm.amdgcn.frobnicate()
  %v = load atomic i32, ptr addrspace(7) %b acquire, align 4
  fence syncscope("agent") release
  call void @here()
  ret void
}
define internal void @here() {
  ret void
}
; CHECK:      :10:3: unknown: syncscope("block") is no scope of AMDGPU
; CHECK-NEXT: :11:3: call @elsewhere
; CHECK-NEXT: :13:3: indirect call
; CHECK-NEXT: :14:3: unknown: llvm.amdgcn.frobnicate may access memory and is unknown here
; CHECK-NEXT: :15:3: unknown: an access through a buffer-fat-pointer that is atomic or volatile is not modelled
; CHECK-NEXT: :16:3: fence release agent
; CHECK:      :17:3: call @here
; CHECK:      unknown.ll:10:3: unknown: kernel k: syncscope("block") is no scope of AMDGPU [unknown-operation]
; CHECK-NEXT:   fence syncscope("block") release
; CHECK-NEXT:   ^
; CHECK:      :11:3: unknown: kernel k: @elsewhere is called and not in the input [unseen-code]
; CHECK:      :13:3: unknown: kernel k: the called function is unknown [unseen-code]
; CHECK:      :14:3: unknown: {{.*}} [unknown-operation]
; CHECK:      :15:3: unknown: {{.*}} [unknown-operation]
; CHECK-NOT:  [un
