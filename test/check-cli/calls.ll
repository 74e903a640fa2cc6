; A barrier in a header is the same line for every barrier of a program: the calls tell them apart.
; RUN: not fencepost check -mcpu=gfx942 %s | FileCheck %s
; CHECK:      /src/sync.h:3:3: error: kernel k: this barrier does not order LDS 't'
; CHECK-NEXT: /src/k.hip:12:5: note: called from here
; CHECK-NEXT: /src/k.hip:22:3: note: called from here
; CHECK-NEXT: /src/k.hip:21:3: note: work-item {{[0-9]+}} writes it here
; CHECK-NEXT: /src/k.hip:23:3: note: work-item {{[0-9]+}} reads it here
; CHECK-NEXT: /src/k.hip:20:1: note: in a work-group of 256 work-items
target triple = "amdgcn-amd-amdhsa"
@t = internal addrspace(3) global [256 x i32] poison

define internal void @sync() !dbg !5 {
  call void @llvm.amdgcn.s.barrier(), !dbg !6
  ret void
}
define internal void @step() !dbg !7 {
  call void @sync(), !dbg !8
  ret void
}
define amdgpu_kernel void @k() !dbg !3 !reqd_work_group_size !20 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @t, i32 %mirror
  store i32 1, ptr addrspace(3) %mine, !dbg !10
  call void @step(), !dbg !11
  %got = load i32, ptr addrspace(3) %theirs, !dbg !12
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.hip", directory: "/src")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "k", file: !1, line: 20, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIFile(filename: "sync.h", directory: "/src")
!5 = distinct !DISubprogram(name: "sync", file: !4, line: 2, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 3, scope: !5)
!7 = distinct !DISubprogram(name: "step", file: !1, line: 11, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 12, column: 5, scope: !7)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DILocation(line: 21, column: 3, scope: !3)
!11 = !DILocation(line: 22, column: 3, scope: !3)
!12 = !DILocation(line: 23, column: 3, scope: !3)
!20 = !{i32 256, i32 1, i32 1}
