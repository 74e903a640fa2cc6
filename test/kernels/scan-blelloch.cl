// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Exclusive prefix sum of 512 values by 256 work-items: a tree of sums up, then
// down.
// Barriers: one at the start of every step shows the step before. The one
// before the last reads shows the last step down. All are needed; the store of
// 0 at the root is by work-item 0, which alone wrote it in the last step up and
// alone reads it in the first step down, so no further barrier is.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void scan_blelloch(global const int *restrict In,
                          global int *restrict Out) {
  local int Tree[2 * SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * 2 * SIZE;
  Tree[2 * L] = In[At + 2 * L];
  Tree[2 * L + 1] = In[At + 2 * L + 1];
  uint Offset = 1;
  for (uint Active = SIZE; Active > 0; Active >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L < Active) {
      uint Left = Offset * (2 * L + 1) - 1;
      uint Right = Offset * (2 * L + 2) - 1;
      Tree[Right] += Tree[Left];
    }
    Offset <<= 1;
  }
  if (L == 0)
    Tree[2 * SIZE - 1] = 0;
  for (uint Active = 1; Active <= SIZE; Active <<= 1) {
    Offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L < Active) {
      uint Left = Offset * (2 * L + 1) - 1;
      uint Right = Offset * (2 * L + 2) - 1;
      int Sum = Tree[Left];
      Tree[Left] = Tree[Right];
      Tree[Right] += Sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  Out[At + L] = Tree[L];
  Out[At + SIZE + L] = Tree[SIZE + L];
}
