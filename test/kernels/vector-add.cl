// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Adds two vectors; no work-item sees what another does.
// No barrier and no fence, and none is needed:
// the vectors do not overlap, and no index is used twice.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void vector_add(global const float *restrict A,
                       global const float *restrict B, global float *restrict C,
                       uint Count) {
  for (uint I = get_global_id(0); I < Count; I += get_global_size(0))
    C[I] = A[I] + B[I];
}
