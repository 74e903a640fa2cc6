// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Inclusive prefix sum of 256 values a work-group, log2 steps between two
// buffers.
// Barriers: the one before the loop shows the values, the one in the loop each
// step's sums. A step writes the buffer that the step before read, and the
// barrier between them orders that too: one barrier a step is sufficient. The last
// one of the loop orders nothing but is the same instruction.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void scan_hillis_steele(global const int *restrict In,
                               global int *restrict Out) {
  local int Buffer[2][SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * SIZE + L;
  uint From = 0;
  Buffer[0][L] = In[At];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Step = 1; Step < SIZE; Step <<= 1) {
    uint To = From ^ 1;
    int Sum = Buffer[From][L];
    if (L >= Step)
      Sum += Buffer[From][L - Step];
    Buffer[To][L] = Sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    From = To;
  }
  Out[At] = Buffer[From][L];
}
