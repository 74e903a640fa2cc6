// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Copies the values that are not 0, without gaps: a prefix sum counts them in
// the work-group, and one atomic reserves their places in the output.
// Barriers: those of the prefix sum as in scan-hillis-steele.cl; the last shows
// where the reserved places begin. The counter only hands out places, so its
// atomic is relaxed. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void stream_compaction(global const int *restrict In,
                              global int *restrict Out,
                              global uint *restrict Counter) {
  local uint Sums[2][SIZE];
  local uint First;
  uint L = get_local_id(0);
  int Value = In[get_group_id(0) * SIZE + L];
  uint From = 0;
  Sums[0][L] = Value != 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Step = 1; Step < SIZE; Step <<= 1) {
    uint Sum = Sums[From][L];
    if (L >= Step)
      Sum += Sums[From][L - Step];
    Sums[From ^ 1][L] = Sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    From ^= 1;
  }
  uint Mine = Sums[From][L];
  if (L == SIZE - 1)
    First = atomic_add(Counter, Mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Value != 0)
    Out[First + Mine - 1] = Value;
}
