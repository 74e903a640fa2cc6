; What is not proved to be enough is not written: the exit code is 3, the reason names the instruction, and no file appears.
; RUN: rm -f %t.out && fencepost place -mcpu=gfx942 --work-group=256 %s -o %t.out > %t.said; test $? = 3
; RUN: FileCheck %s < %t.said
; RUN: test ! -e %t.out
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison
declare void @unknown()
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: refused.ll:[[@LINE+2]]:3: unknown: kernel calls: {{.*}} [not-understood]
define amdgpu_kernel void @calls() {
  call void @unknown()
  ret void
}

; Waves that take different paths cannot meet at a barrier.
; CHECK: refused.ll:[[@LINE+10]]:3: unknown: kernel divergent: {{.*}}'a'{{.*}}'a'{{.*}} [not-understood]
; CHECK: refused.ll:[[@LINE+8]]:3: note: {{.*}}'a'
; CHECK: refused.ll:[[@LINE+4]]:3: note: {{.*}}
define amdgpu_kernel void @divergent() {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %x, 129
  br i1 %c, label %then, label %end
then:
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %x
  store i32 0, ptr addrspace(3) %p
  %v = load i32, ptr addrspace(3) @a
  br label %end
end:
  ret void
}

; The loop with several entries, of which one is a case of a switch, is pointed at.
; CHECK: refused.ll:[[@LINE+5]]:3: unknown: kernel irreducible: {{.*}} [not-understood]
define amdgpu_kernel void @irreducible(i32 %c, i32 %n) {
entry:
  switch i32 %c, label %left [ i32 0, label %right i32 2, label %right ]
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  store i32 %i, ptr addrspace(3) @a
  br label %right
right:
  %j = phi i32 [ 1, %entry ], [ 1, %entry ], [ %i, %left ]
  %again = icmp ult i32 %j, %n
  br i1 %again, label %left, label %end
end:
  ret void
}

; CHECK: refused.ll:[[@LINE+2]]:3: unknown: kernel asm: {{.*}}ds_write_b32{{.*}} [not-understood]
define amdgpu_kernel void @asm(i32 %at) {
  call void asm sideeffect "ds_write_b32 $0, $1", "v,v,~{memory}"(i32 %at, i32 %at)
  ret void
}

; CHECK: refused.ll:[[@LINE+2]]:3: unknown: kernel indirect: {{.*}} [not-understood]
define amdgpu_kernel void @indirect(ptr %f) {
  call void %f()
  ret void
}

; Two waves do one store at once: nothing can be between.
; CHECK: refused.ll:[[@LINE+3]]:3: unknown: kernel together: {{.*}}'a'{{.*}} [not-understood]
define amdgpu_kernel void @together() {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %x, ptr addrspace(3) @a
  ret void
}

; What is linked may be something else.
; CHECK: refused.ll:[[@LINE+5]]:3: unknown: kernel weak: {{.*}}replaceable{{.*}} [not-understood]
define weak void @replaceable() {
  ret void
}
define amdgpu_kernel void @weak() {
  call void @replaceable()
  ret void
}

; Each barrier that is in the way is pointed at.
; CHECK: refused.ll:[[@LINE+6]]:3: unknown: kernel barriers: {{.*}} [not-understood]
define amdgpu_kernel void @barriers(i32 %n) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %x, %n
  br i1 %c, label %then, label %end
then:
  call void @llvm.amdgcn.s.barrier()
  br label %end
end:
  ret void
}
declare void @llvm.amdgcn.s.barrier()

; A mode that places nothing says so.
; RUN: fencepost place -mcpu=gfx942 --work-group=256 --remove-needless %S/../place/Inputs/share.ll > %t.said; test $? = 3
; RUN: FileCheck %s --check-prefix=NEEDLESS < %t.said
; NEEDLESS: share.ll:14:3: unknown: kernel share: {{.*}}'tile'{{.*}}'tile'{{.*}} [not-understood]
; NEEDLESS: share.ll:11:3: note: {{.*}}'tile'

; What is ordered by other means needs nothing, but a certificate cannot say why.
; RUN: rm -f %t.json && fencepost place -mcpu=gfx1250 %S/../check/Inputs/16-named-count.fixed.ll --certificate %t.json > %t.said; test $? = 3
; RUN: FileCheck %s --check-prefix=OTHERWISE < %t.said
; RUN: test ! -e %t.json
; OTHERWISE: 16-named-count.fixed.ll:{{.*}}: unknown: kernel k: {{.*}} [not-understood]

; The barrier of a cluster is not the work-group's; between a signal and its wait no barrier can be.
; RUN: fencepost place -mcpu=gfx1250 %S/Inputs/barriers.ll > %t.said; test $? = 3
; RUN: FileCheck %S/Inputs/barriers.ll < %t.said
