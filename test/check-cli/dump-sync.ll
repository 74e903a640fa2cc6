; --dump-sync prints what is known of a kernel: launch, objects, loops, then each block with its events
; in order, what they access, where they stand, and where the block goes.
; RUN: fencepost check --dump-sync -mcpu=gfx942 %s | FileCheck %s --match-full-lines --strict-whitespace
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison

define amdgpu_kernel void @sums(ptr addrspace(1) %in, ptr addrspace(1) noalias %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  %next = xor i32 %id, 1
  %theirs = getelementptr i32, ptr addrspace(3) @tile, i32 %next
  br label %step

step:
  %i = phi i32 [ 0, %entry ], [ %i.next, %step ]
  store i32 %i, ptr addrspace(3) %mine
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %got = load i32, ptr addrspace(3) %theirs
  %old = atomicrmw add ptr addrspace(1) %out, i32 %got syncscope("agent") monotonic
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %step, label %end

end:
  %low = icmp ult i32 %id, 4
  br i1 %low, label %last, label %exit

last:
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %x = load i32, ptr addrspace(1) %from
  br label %exit

exit:
  ret void
}

; A second kernel is separated by an empty line.
define amdgpu_kernel void @nothing() {
  ret void
}

!0 = !{i32 64, i32 2, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}

;CHECK:kernel sums  @8:1
;CHECK-NEXT:work-group 64x2x1, waves of 64
;CHECK-NEXT:object tile: lds, 256 bytes
;CHECK-NEXT:object in: argument, global
;CHECK-NEXT:object out: argument, global, noalias
;CHECK-NEXT:loop 0: header b1, back edge taken select(1 < n, n, 1) + -1
;CHECK-NEXT:b0: ; entry x1
;CHECK-NEXT:  -> b1
;CHECK-NEXT:b1: ; step in loop 0 x32
;CHECK-NEXT:  v10 = phi i32 b0: 0, b1: v10 + 1  uniform  ; i
;CHECK-NEXT:  store local: writes 4 bytes at tile + (id.x * 4), stores v10  @18:3
;CHECK-NEXT:  fence release workgroup local  @19:3
;CHECK-NEXT:  barrier  @20:3
;CHECK-NEXT:  fence acquire workgroup local  @21:3
;CHECK-NEXT:  load local: reads 4 bytes at tile + ((id.x ^ 1) * 4)  @22:3
;CHECK-NEXT:  atomicrmw add monotonic agent global noret: changes 4 bytes at out  @23:3
;CHECK-NEXT:  if (v10 + 1) < n -> b1 else -> b2
;CHECK-NEXT:b2: ; end x1
;CHECK-NEXT:  if id.x < 4 -> b3 else -> b4  divergent
;CHECK-NEXT:b3: ; last x0.5
;CHECK-NEXT:  load global: reads 4 bytes at in + (sext64(id.x) * 4)  @34:3
;CHECK-NEXT:  -> b4
;CHECK-NEXT:b4: ; exit x1
;CHECK-NEXT:  end
;CHECK-EMPTY:
;CHECK-NEXT:kernel nothing  @42:1
;CHECK-NEXT:work-group of at most 1024, waves of 64
;CHECK-NEXT:b0: x1
;CHECK-NEXT:  end
;CHECK-NOT:{{.}}
