// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// A filter whose coefficients are loaded again every fourth step: the barriers
// stand under a condition that is the same for all work-items.
// Barriers: the first keeps the new coefficients after the reads of the old;
// the second shows them. Both are needed (the first is not at step 0, but it is
// the same instruction).
#define SIZE 256
#define PERIOD 4

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void conditional_barrier(global const float *restrict In,
                                global const float *restrict Tables,
                                global float *restrict Out, uint Steps) {
  local float Table[SIZE];
  uint L = get_local_id(0);
  for (uint S = 0; S < Steps; ++S) {
    if (S % PERIOD == 0) {
      barrier(CLK_LOCAL_MEM_FENCE);
      Table[L] = Tables[S / PERIOD * SIZE + L];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint At = (get_group_id(0) * Steps + S) * SIZE + L;
    Out[At] = In[At] * Table[(L + S) % SIZE];
  }
}
