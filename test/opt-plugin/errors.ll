; What cannot be rewritten fails the compilation, at the line of the source when
; it is known, and nothing is written.
; REQUIRES: plugin
; RUN: not opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-lower -mcpu=gfx942 -S %s -o %t.ll 2>&1 | FileCheck %s
; RUN: test ! -s %t.ll
; RUN: not opt -load-pass-plugin=%obj/lib/FencepostPlugin.so -passes=fencepost-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=NOCPU
; CHECK: error: k.c:7:3: in function bad {{.*}}: wait.asyncmark takes a constant number of marks
; NOCPU: no processor is given for bad, neither by -mcpu nor by its attribute "target-cpu"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @bad(i16 %n) !dbg !3 {
  call void @llvm.amdgcn.wait.asyncmark(i16 %n), !dbg !5
  ret void
}

declare void @llvm.amdgcn.wait.asyncmark(i16)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "bad", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
