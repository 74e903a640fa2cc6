// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Each work-group adds its sum to a pair of global numbers under a lock.
// Needed: the barriers around the sum in LDS, as in histogram-lds.cl. Work-item 0
// takes the lock with acquire and gives it back with release, at device scope,
// and the numbers are only accessed between the two.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void spin_lock(global const int *restrict In, global int *Totals,
                      global atomic_uint *Lock) {
  local int Sum;
  uint L = get_local_id(0);
  if (L == 0)
    Sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&Sum, In[get_group_id(0) * SIZE + L]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (L == 0) {
    while (atomic_exchange_explicit(Lock, 1, memory_order_acquire,
                                    memory_scope_device) != 0)
      ;
    Totals[0] += Sum;
    Totals[1] += 1;
    atomic_store_explicit(Lock, 0, memory_order_release, memory_scope_device);
  }
}
