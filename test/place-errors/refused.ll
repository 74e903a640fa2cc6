; What is not known to be enough is not written: the exit code is 3, the reason names the instruction, and no file appears.
; RUN: rm -f %t.out && fencepost place -mcpu=gfx942 --work-group=256 %s -o %t.out > %t.said; test $? = 3
; RUN: FileCheck %s < %t.said
; RUN: test ! -e %t.out
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison
declare void @unknown()
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: refused.ll:[[@LINE+1]]:{{[0-9]+}}: unknown: kernel calls: no barriers placed: not understood: calls unknown, which is not defined, recursive or too large to follow [not-understood]
define amdgpu_kernel void @calls() {
  call void @unknown()
  ret void
}

; Waves that take different ways cannot meet at a barrier.
; CHECK: refused.ll:[[@LINE+8]]:{{[0-9]+}}: unknown: kernel divergent: no barriers placed: no barrier can order this access and one before it [not-understood]
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

; CHECK: unknown: kernel irreducible: no barriers placed: the control flow is not reducible [not-understood]
define amdgpu_kernel void @irreducible(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  store i32 %i, ptr addrspace(3) @a
  br label %right
right:
  %j = phi i32 [ 1, %entry ], [ %i, %left ]
  %again = icmp ult i32 %j, %n
  br i1 %again, label %left, label %end
end:
  ret void
}
