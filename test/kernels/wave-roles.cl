// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Half of the waves fill the next buffer while the other half uses the last one;
// all meet at one barrier a step.
// Barriers: the one before the loop shows buffer 0; the one in the loop shows
// the next buffer and keeps the step after, which fills this one, after the
// reads of it. Both are needed. The branch differs between waves, the barriers
// do not stand under it.
#define SIZE 256
#define HALF (SIZE / 2)

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void wave_roles(global const float *restrict In, global float *restrict Out,
                       uint Steps) {
  local float Buffer[2][HALF];
  uint L = get_local_id(0);
  bool Fills = L < HALF;
  float Sum = 0;
  if (Fills)
    Buffer[0][L] = In[L];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint S = 0; S < Steps; ++S) {
    if (Fills) {
      if (S + 1 < Steps)
        Buffer[(S + 1) & 1][L] = In[(S + 1) * HALF + L];
    } else {
      Sum += Buffer[S & 1][SIZE - 1 - L];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!Fills)
    Out[get_group_id(0) * HALF + L - HALF] = Sum;
}
