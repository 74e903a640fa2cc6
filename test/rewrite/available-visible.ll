; spec/001, "store-available", "load-visible": the cache bits of the scope, no
; waits. LLVM 22 can set them on 64 bits at most; at wavefront scope there are
; none and the access stays whole.
; RUN: fencepost lower --rewrite %s -mcpu=gfx942 -o %t.ll
; RUN: llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=GFX942
; RUN: fencepost lower --rewrite %s -mcpu=gfx90a -o %t.ll
; RUN: llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=GFX90A
; RUN: fencepost lower --rewrite %s -mcpu=gfx1030 -o %t.ll
; RUN: llc -mcpu=gfx1030 %t.ll -o - | FileCheck %s --check-prefix=GFX10
; RUN: fencepost lower --rewrite %s -mcpu=gfx1200 -o %t.ll
; RUN: llc -mcpu=gfx1200 %t.ll -o - | FileCheck %s --check-prefix=GFX12
; RUN: fencepost lower --rewrite %s -mcpu=gfx1250 -o %t.ll
; RUN: llc -mcpu=gfx1250 %t.ll -o - | FileCheck %s --check-prefix=GFX12
target triple = "amdgcn-amd-amdhsa"

; GFX942-LABEL: agent:
; GFX942: global_load_dwordx2 {{.*}} sc1{{$}}
; GFX942-NEXT: global_load_dwordx2 {{.*}} offset:8 sc1{{$}}
; GFX942: global_store_dwordx2 {{.*}} sc1{{$}}
; GFX942: global_store_dwordx2 {{.*}} offset:8 sc1{{$}}
; GFX90A-LABEL: agent:
; GFX90A: global_load_dwordx2 {{.*}} glc{{$}}
; GFX90A-NEXT: global_load_dwordx2 {{.*}} offset:8 glc{{$}}
; GFX90A: global_store_dwordx2 {{[^g]*$}}
; GFX90A: global_store_dwordx2 {{.*}} offset:8{{$}}
; GFX10-LABEL: agent:
; GFX10: global_load_dwordx2 {{.*}} glc dlc{{$}}
; GFX10-NEXT: global_load_dwordx2 {{.*}} offset:8 glc dlc{{$}}
; GFX12-LABEL: agent:
; GFX12: global_load_b64 {{.*}} scope:SCOPE_DEV{{$}}
; GFX12-NEXT: global_load_b64 {{.*}} offset:8 scope:SCOPE_DEV{{$}}
; GFX12: global_store_b64 {{.*}} scope:SCOPE_DEV{{$}}
; GFX12: global_store_b64 {{.*}} offset:8 scope:SCOPE_DEV{{$}}
define void @agent(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %a, metadata !"agent")
  call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %b, <4 x i32> %v, metadata !"agent")
  ret void
}

; GFX942-LABEL: system:
; GFX942: global_load_dwordx2 {{.*}} sc0 sc1{{$}}
; GFX942: global_store_dwordx2 {{.*}} sc0 sc1{{$}}
; GFX12-LABEL: system:
; GFX12: global_load_b64 {{.*}} scope:SCOPE_SYS{{$}}
; GFX12: global_store_b64 {{.*}} scope:SCOPE_SYS{{$}}
define void @system(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %a, metadata !"")
  call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %b, <4 x i32> %v, metadata !"")
  ret void
}

; GFX942-LABEL: wavefront:
; GFX942: global_load_dwordx4 {{.*}} off{{$}}
; GFX942: global_store_dwordx4 {{.*}} off{{$}}
; GFX12-LABEL: wavefront:
; GFX12: global_load_b128 {{.*}} off{{$}}
; GFX12: global_store_b128 {{.*}} off{{$}}
define void @wavefront(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %a, metadata !"wavefront")
  call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %b, <4 x i32> %v, metadata !"wavefront")
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata)
declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 x i32>, metadata)
