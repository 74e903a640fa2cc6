// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// A work-group that waits for a value from another: it polls with relaxed loads
// and acquires once, by a fence after the loop.
// Needed: the fence (release) before the flag's store and the fence (acquire)
// after the poll, both at device scope; relaxed accesses order nothing. The
// barrier passes what was acquired on to all work-items. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void poll_relaxed_fence(global float *Value, global float *Out,
                               global atomic_uint *Flag) {
  uint L = get_local_id(0);
  if (get_group_id(0) == 0) {
    if (L == 0) {
      *Value = 42;
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release,
                             memory_scope_device);
      atomic_store_explicit(Flag, 1, memory_order_relaxed, memory_scope_device);
    }
    return;
  }
  if (L == 0) {
    while (atomic_load_explicit(Flag, memory_order_relaxed,
                                memory_scope_device) == 0)
      ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire,
                           memory_scope_device);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  Out[get_group_id(0) * SIZE + L] = *Value;
}
