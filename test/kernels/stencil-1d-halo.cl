// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of each value and its three neighbours on either side; the work-group
// loads its 256 values and a halo of 3 on both ends.
// The barrier shows all values before neighbours read them: needed.
#define SIZE 256
#define RADIUS 3

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void stencil_1d_halo(global const float *restrict In,
                            global float *restrict Out) {
  local float Tile[SIZE + 2 * RADIUS];
  uint L = get_local_id(0);
  uint G = get_group_id(0) * SIZE + L;
  Tile[L + RADIUS] = In[G + RADIUS];
  if (L < RADIUS) {
    Tile[L] = In[G];
    Tile[L + RADIUS + SIZE] = In[G + RADIUS + SIZE];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float Sum = 0;
  for (int D = -RADIUS; D <= RADIUS; ++D)
    Sum += Tile[L + RADIUS + D];
  Out[G] = Sum;
}
