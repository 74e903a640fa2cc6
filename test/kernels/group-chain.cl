// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Each work-group adds its values to those of the work-group before it, which it
// waits for.
// Needed: the barrier after the poll passes the acquired values on to all
// work-items; the barrier before the flag's store gathers theirs. Both order
// global memory. The flag is stored with release and polled with acquire at
// device scope. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void group_chain(global const float *restrict In, global float *Out,
                        global atomic_uint *Ready) {
  uint L = get_local_id(0), G = get_group_id(0);
  float Sum = In[G * SIZE + L];
  if (G != 0) {
    if (L == 0)
      while (atomic_load_explicit(&Ready[G - 1], memory_order_acquire,
                                  memory_scope_device) == 0)
        ;
    barrier(CLK_GLOBAL_MEM_FENCE);
    Sum += Out[(G - 1) * SIZE + L];
  }
  Out[G * SIZE + L] = Sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (L == 0)
    atomic_store_explicit(&Ready[G], 1, memory_order_release,
                          memory_scope_device);
}
