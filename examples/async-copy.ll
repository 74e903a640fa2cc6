; Two values on their way to LDS; the first is used while the second may still be
; in flight. A litmus test, and input of `lower --rewrite`: asyncmark and
; wait.asyncmark are newer than LLVM 22.
target triple = "amdgcn-amd-amdhsa"

@in = addrspace(1) global [2 x i32] [i32 1, i32 2]
@tiles = addrspace(3) global [2 x i32] poison

define amdgpu_kernel void @P0() {
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) @in, ptr addrspace(3) @tiles, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @in, i32 1), ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @tiles, i32 1), i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %a = load i32, ptr addrspace(3) @tiles
  store i32 %a, ptr addrspace(1) @in
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %b = load i32, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @tiles, i32 1)
  store i32 %b, ptr addrspace(1) @in
  ret void
}

declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
; forall (P0:a = 1 /\ P0:b = 2)
