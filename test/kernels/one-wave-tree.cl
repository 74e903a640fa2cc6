// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of 32 values by a work-group of one wave: lanes exchange through LDS, and
// sub-group barriers order that.
// The sub-group barriers are needed, as in reduce-tree.cl: fences at wavefront
// scope, no s_barrier. A work-group barrier would do no more.
#define SIZE 32

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void one_wave_tree(global const float *restrict In,
                          global float *restrict Out) {
  local float Sums[SIZE];
  uint L = get_local_id(0);
  Sums[L] = In[get_group_id(0) * SIZE + L];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    if (L < Stride)
      Sums[L] += Sums[L + Stride];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (L == 0)
    Out[get_group_id(0)] = Sums[0];
}
