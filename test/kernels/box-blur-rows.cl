// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Mean of each value and its neighbours in rows of bytes, four a work-item as
// vectors: stores of 4 bytes, reads of single bytes at any offset.
// The barrier shows the row before neighbours read it; the second keeps the next
// row after the reads. Both are needed.
#define SIZE 128
#define WIDTH (4 * SIZE)

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void box_blur_rows(global const uchar4 *restrict In,
                          global uchar *restrict Out, uint Rows) {
  local uchar Row[WIDTH] __attribute__((aligned(4)));
  uint L = get_local_id(0);
  for (uint R = get_group_id(0); R < Rows; R += get_num_groups(0)) {
    ((local uchar4 *)Row)[L] = In[R * SIZE + L];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = 0; I < 4; ++I) {
      uint C = I * SIZE + L;
      uint Left = C == 0 ? 0 : C - 1;
      uint Right = C == WIDTH - 1 ? C : C + 1;
      Out[R * WIDTH + C] = ((uint)Row[Left] + Row[C] + Row[Right]) / 3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
