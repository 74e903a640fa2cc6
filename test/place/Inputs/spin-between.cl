// What the waiting wave reads is written before the flag is set, further down:
// every barrier between the two would keep the flag from being set.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void between(global int *restrict io) {
  local atomic_int flag;
  local int data;
  int id = get_local_id(0);
  if (id == 0)
    atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 64) {
    while (!atomic_load_explicit(&flag, memory_order_acquire,
                                 memory_scope_work_group))
      ;
    io[1] = data;
  }
  if (id == 0) {
    data = io[0];
    atomic_store_explicit(&flag, 1, memory_order_release,
                          memory_scope_work_group);
  }
}
