// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// The largest of 256 values and where it is: a tree over two arrays.
// The barrier at the start of each step shows the step before (or the values) in
// both arrays. It is needed; work-item 0 reads at the end what it wrote itself.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void argmax_tree(global const float *restrict In,
                        global float *restrict Values,
                        global uint *restrict Places) {
  local float Best[SIZE];
  local uint Where[SIZE];
  uint L = get_local_id(0);
  Best[L] = In[get_group_id(0) * SIZE + L];
  Where[L] = L;
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L < Stride && Best[L + Stride] > Best[L]) {
      Best[L] = Best[L + Stride];
      Where[L] = Where[L + Stride];
    }
  }
  if (L == 0) {
    Values[get_group_id(0)] = Best[0];
    Places[get_group_id(0)] = Where[0];
  }
}
