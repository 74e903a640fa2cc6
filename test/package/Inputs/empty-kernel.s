        .text
        .globl empty
        .p2align 8
        .type empty,@function
empty:
        s_endpgm
.Lend:
        .size empty, .Lend-empty
        .rodata
        .p2align 6
        .amdhsa_kernel empty
          .amdhsa_next_free_vgpr 1
          .amdhsa_next_free_sgpr 8
          .amdhsa_accum_offset 4
        .end_amdhsa_kernel
