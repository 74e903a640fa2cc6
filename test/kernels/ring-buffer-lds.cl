// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// A ring of four rows in LDS: step I stores row I and reads row I - 2 backwards.
// The barrier at the end of a step shows the row two steps on, and keeps row
// I + 2, which takes the place of row I - 2, after the reads of step I. One
// every other step would do; as one instruction in the loop it is needed.
#define SIZE 256
#define ROWS 4

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void ring_buffer_lds(global const int *restrict In,
                            global int *restrict Out, uint Steps) {
  local int Ring[ROWS][SIZE];
  uint L = get_local_id(0);
  int Sum = 0;
  for (uint I = 0; I < Steps; ++I) {
    Ring[I % ROWS][L] = In[I * SIZE + L];
    if (I >= 2)
      Sum += Ring[(I - 2) % ROWS][SIZE - 1 - L];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Out[get_group_id(0) * SIZE + L] = Sum;
}
