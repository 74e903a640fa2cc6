target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [256 x i32] poison

define amdgpu_kernel void @share(ptr addrspace(1) noalias %out) !dbg !3 !reqd_work_group_size !9 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  store i32 %id, ptr addrspace(3) %mine, !dbg !5
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %other.id
  %got = load i32, ptr addrspace(3) %other, !dbg !6
  fence syncscope("workgroup") release, !dbg !7
  call void @llvm.amdgcn.s.barrier(), !dbg !7
  fence syncscope("workgroup") acquire, !dbg !7
  store i32 %got, ptr addrspace(3) %mine, !dbg !8
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "share", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
!6 = !DILocation(line: 9, column: 3, scope: !3)
!7 = !DILocation(line: 11, column: 3, scope: !3)
!8 = !DILocation(line: 13, column: 3, scope: !3)
!9 = !{i32 256, i32 1, i32 1}
