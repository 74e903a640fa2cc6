// Waves that wait for a flag in LDS which another wave sets further down.
#define SPIN(flag)                                                             \
  while (!atomic_load_explicit(&flag, memory_order_acquire,                    \
                               memory_scope_work_group))
#define SET(flag)                                                              \
  atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group)

// The flag is set after the wait: a barrier is before the wait.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void before(global int *restrict io) {
  local atomic_int flag;
  local int tile[128];
  int id = get_local_id(0);
  if (id == 0)
    atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[id] = io[id];
  if (id == 64)
    SPIN(flag);
  io[id] = tile[127 - id];
  if (id == 0)
    SET(flag);
}

// The flag is set before: a barrier may be after both.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void behind(global int *restrict io) {
  local atomic_int flag;
  local int tile[128];
  int id = get_local_id(0);
  if (id == 0)
    atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 64)
    SPIN(flag);
  if (id == 0)
    SET(flag);
  tile[id] = io[id];
  io[id] = tile[127 - id];
}
