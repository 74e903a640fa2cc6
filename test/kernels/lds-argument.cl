// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of a work-group's values in LDS that the host gives as an argument, with
// the work-group's size taken at run time.
// Barriers: as in reduce-tree.cl. None is needless.
__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void lds_argument(global const float *restrict In,
                         global float *restrict Out, local float *Scratch) {
  uint L = get_local_id(0);
  Scratch[L] = In[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = get_local_size(0) / 2; Stride > 0; Stride /= 2) {
    if (L < Stride)
      Scratch[L] += Scratch[L + Stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (L == 0)
    Out[get_group_id(0)] = Scratch[0];
}
