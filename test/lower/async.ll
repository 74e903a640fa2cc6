; Waits for async marks wait for what the whole function calls for.
; RUN: fencepost lower -mcpu=gfx942 %s | FileCheck %s --check-prefixes=CHECK,GFX942
; RUN: fencepost lower -mcpu=gfx950 %s | FileCheck %s --check-prefixes=CHECK,GFX942
; RUN: fencepost lower -mcpu=gfx1030 %s | FileCheck %s --check-prefixes=CHECK,GFX10
; RUN: fencepost lower -mcpu=gfx1250 %s | FileCheck %s --check-prefixes=CHECK,GFX125
target triple = "amdgcn-amd-amdhsa"
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @f()

; spec/003, "Uneven blocks of async transfers": the wait leaves the three
; transfers of the later blocks. No transfer needs the wait of LDS DMA.
define amdgpu_kernel void @uneven(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 1)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 5)
  call void @llvm.amdgcn.wait.asyncmark(i16 2)
  fence syncscope("workgroup") release
  ret void
}
; CHECK:       kernel uneven
; CHECK:       async.load
; GFX942-NEXT:   global_load_lds_dword access
; GFX10-NEXT:    global_load_dword lds access
; GFX125-NEXT:   global_load_async_to_lds_b32 access
; CHECK-NEXT:  asyncmark
; CHECK-NEXT:    (no instruction)
; CHECK:       async.load
; GFX942-NEXT:   global_load_lds_dword sc0 access
; GFX10-NEXT:    global_load_dword glc lds access
; GFX125-NEXT:   global_load_async_to_lds_b32 th:TH_LOAD_NT
; CHECK:       wait.asyncmark 5
; CHECK-NEXT:    (no instruction)
; CHECK-NEXT:  wait.asyncmark 2
; GFX942-NEXT:   s_waitcnt vmcnt(3) async-wait
; GFX10-NEXT:    s_waitcnt vmcnt(3) async-wait
; GFX125-NEXT:   s_wait_asynccnt 0x3 async-wait
; CHECK-NEXT:  fence release workgroup
; CHECK-NOT:     lds-dma-wait

; A pipeline two deep: the loop's wait leaves one block of two transfers.
define amdgpu_kernel void @pipeline(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 %n) {
entry:
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  ret void
}
; CHECK:       kernel pipeline
; CHECK:       wait.asyncmark 1
; GFX942-NEXT:   s_waitcnt vmcnt(2)
; GFX10-NEXT:    s_waitcnt vmcnt(2)
; GFX125-NEXT:   s_wait_asynccnt 0x2
; CHECK-NEXT:  wait.asyncmark 0
; GFX942-NEXT:   s_waitcnt vmcnt(0)
; GFX10-NEXT:    s_waitcnt vmcnt(0)
; GFX125-NEXT:   s_wait_asynccnt 0x0
