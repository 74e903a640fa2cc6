; Nothing about noav may weaken what the compiler has to respect: although the
; atomics become monotonic and the second load of data could be the first's
; value, no optimizer moves or merges accesses across them.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: opt -O3 -mcpu=gfx942 -S %t.ll | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @acquire(
; CHECK: load i32, ptr addrspace(1) %data
; CHECK: load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic
; CHECK: call void @llvm.amdgcn.s.waitcnt
; CHECK: load i32, ptr addrspace(1) %data
define i32 @acquire(ptr addrspace(1) %data, ptr addrspace(1) noalias %flag) {
  %before = load i32, ptr addrspace(1) %data
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %after = load i32, ptr addrspace(1) %data
  %a = sub i32 %after, %before
  %r = add i32 %a, %seen
  ret i32 %r
}

; CHECK-LABEL: @release(
; CHECK: store i32 1, ptr addrspace(1) %data
; CHECK: call void @llvm.amdgcn.s.waitcnt
; CHECK: store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic
; CHECK: store i32 2, ptr addrspace(1) %data
define void @release(ptr addrspace(1) %data, ptr addrspace(1) noalias %flag) {
  store i32 1, ptr addrspace(1) %data
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  store i32 2, ptr addrspace(1) %data
  ret void
}

!0 = !{!"amdgcn-av", !"none"}
