// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Reverses each row through LDS with device functions that are not inlined and
// take pointers to LDS; one of them holds the barrier.
// Barriers: the one in publish() shows the row; the one after the reads keeps
// the next row's stores after them. Both are needed.
#define SIZE 256

__attribute__((noinline)) static void publish(local float *Row, uint L,
                                              float Value) {
  Row[L] = Value;
  barrier(CLK_LOCAL_MEM_FENCE);
}

__attribute__((noinline)) static float mirrored(local const float *Row, uint L) {
  return Row[SIZE - 1 - L];
}

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void helper_functions(global float *Data, uint Rows) {
  local float Row[SIZE];
  uint L = get_local_id(0);
  for (uint R = get_group_id(0); R < Rows; R += get_num_groups(0)) {
    publish(Row, L, Data[R * SIZE + L]);
    Data[R * SIZE + L] = mirrored(Row, L);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
