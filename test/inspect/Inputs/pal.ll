define amdgpu_cs void @_amdgpu_cs_main(i32 inreg %a) {
  ret void
}
!amdgpu.pal.metadata.msgpack = !{!0}
!0 = !{!"\82\B0amdpal.pipelines\91\81\A5.name\A7compute\AEamdpal.version\92\02\03"}
