// A kernel whose descriptor is written word by word, so that tests can break it:
// llvm-mc -defsym=LDS=... and so on for every symbol below.
        .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
        .text
        .globl k
        .p2align 8
        .type k,@function
k:
        s_nop 0
        s_endpgm
.Lend:
        .size k, .Lend-k

        .section .rodata,"a",@progbits
        .p2align 6
        .globl k.kd
        .type k.kd,@object
        .size k.kd, 64
k.kd:
        .long LDS, 0, 8, 0
        .quad k-k.kd+SHIFT
        .fill 20, 1, 0
        .long RSRC3, 0x000f0000|RSRC1, 0x84|RSRC2
        .short 0x8|PROPERTIES, PRELOAD
        .long 0

        .amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx942
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 1
    .agpr_count: 0
    .max_flat_workgroup_size: 64
    .args:
      - {.name: out, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
        .end_amdgpu_metadata
