; spec/001, "MakeAvailable and MakeVisible": a release marked amdgcn-av none
; waits for what was before it, an acquire before what comes after, and neither
; accesses a cache. Without the mark nothing changes.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: marked:
; CHECK: global_store_dword v[0:1], v4, off{{$}}
; CHECK: s_waitcnt vmcnt(0) lgkmcnt(0)
; CHECK-NEXT: global_store_dword {{.*}} sc1
; CHECK-NEXT: global_load_dword v{{[0-9]+}}, {{.*}} sc1
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: global_load_dword v{{[0-9]+}}, {{.*}} off{{$}}
; CHECK-NOT: buffer_
; CHECK: s_setpc_b64
define i32 @marked(ptr addrspace(1) %data, ptr addrspace(1) %flag, i32 %v) {
  store i32 %v, ptr addrspace(1) %data
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %got = load i32, ptr addrspace(1) %data
  %r = add i32 %seen, %got
  ret i32 %r
}

; CHECK-LABEL: unmarked:
; CHECK: buffer_wbl2 sc1
; CHECK: buffer_inv sc1
define i32 @unmarked(ptr addrspace(1) %data, ptr addrspace(1) %flag, i32 %v) {
  store i32 %v, ptr addrspace(1) %data
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %got = load i32, ptr addrspace(1) %data
  %r = add i32 %seen, %got
  ret i32 %r
}

!0 = !{!"amdgcn-av", !"none"}
