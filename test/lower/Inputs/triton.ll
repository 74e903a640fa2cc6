; What Triton makes of a loop that loads tiles and of a global counter: buffer
; intrinsics, inline assembly, a barrier between fences, an atomic per program.
target triple = "amdgcn-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @matmul_kernel(ptr addrspace(1) inreg %a, ptr addrspace(1) inreg %lock, i32 inreg %k) #0 {
entry:
  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 2147483646, i32 159744)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %tile = call <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) %rsrc, i32 %i, i32 0, i32 0)
  store <4 x float> %tile, ptr addrspace(3) @global_smem, align 16
  fence syncscope("workgroup") release, !mmra !1
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %value = load <4 x float>, ptr addrspace(3) @global_smem, align 16
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"()
  %next = add i32 %i, 16
  %more = icmp slt i32 %next, %k
  br i1 %more, label %loop, label %done

done:
  %old = atomicrmw add ptr addrspace(1) %lock, i32 1 syncscope("agent") acq_rel, align 4
  store i32 %old, ptr addrspace(1) %a, align 4, !nontemporal !2
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,256" "target-cpu"="gfx942" }
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{i32 1}
