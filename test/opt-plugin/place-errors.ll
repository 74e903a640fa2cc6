; What has no placement fails the compilation, at the line of the source when it is known, and nothing is written.
; REQUIRES: plugin
; RUN: not opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-place -mcpu=gfx942 -S %s -o %t.ll 2>&1 | FileCheck %s
; RUN: test ! -s %t.ll
; CHECK: error: k.c:7:3: kernel bad: {{.*}}'a'{{.*}}'a'
; RUN: printf 'target triple = "x86_64-pc-linux"\n' > %t.x86.ll
; RUN: not opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-place %t.x86.ll -o %t.bc 2>&1 | FileCheck %s --check-prefix=X86
; X86: error: {{.*}}x86_64-pc-linux{{.*}}
; RUN: not opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-place %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=NONE
; NONE: error: {{.*}}Kernel bad {{.*}}'-mcpu'
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @bad() !dbg !3 !reqd_work_group_size !6 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %x, 129
  br i1 %c, label %then, label %end
then:
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %x
  store i32 0, ptr addrspace(3) %p
  %v = load i32, ptr addrspace(3) @a, !dbg !5
  br label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "bad", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
!6 = !{i32 256, i32 1, i32 1}
