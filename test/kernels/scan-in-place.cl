// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Inclusive prefix sum of 256 values a work-group in one buffer.
// Barriers: the first of the loop shows the sums of the step before (or the
// values); the second keeps this step's stores after the reads of all. Both are
// needed. The result is each work-item's own, so nothing is after the loop.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void scan_in_place(global const int *restrict In,
                          global int *restrict Out) {
  local int Sums[SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * SIZE + L;
  int Sum = In[At];
  Sums[L] = Sum;
  for (uint Step = 1; Step < SIZE; Step <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int Other = L >= Step ? Sums[L - Step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    Sum += Other;
    Sums[L] = Sum;
  }
  Out[At] = Sum;
}
