// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of 256 values a work-group, halving the number of active work-items.
// Barriers: the one before the loop shows the values; the one in the loop shows
// each step's sums to the next. The loop's last barrier (stride 1) orders
// nothing, since work-item 0 reads what it wrote, but it is the same
// instruction. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void reduce_tree(global const float *restrict In,
                        global float *restrict Out) {
  local float Sums[SIZE];
  uint L = get_local_id(0);
  Sums[L] = In[get_group_id(0) * SIZE + L];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    if (L < Stride)
      Sums[L] += Sums[L + Stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (L == 0)
    Out[get_group_id(0)] = Sums[0];
}
