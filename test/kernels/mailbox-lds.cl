// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// The first half of the work-group hands numbers to the second, each work-item
// to its partner through a word of LDS, with a flag that says whether the word
// is full: odd if so. No barrier but the one after the flags' first values.
// Each flag is stored with release and read with acquire; all of them are
// needed, in both directions.
#define HALF 128

__attribute__((reqd_work_group_size(2 * HALF, 1, 1)))
kernel void mailbox_lds(global const int *restrict In, global int *restrict Out,
                        uint Steps) {
  local int Box[HALF];
  local atomic_uint Full[HALF];
  uint Id = get_local_id(0), Place = Id % HALF;
  if (Id < HALF)
    atomic_init(&Full[Place], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < HALF) {
    for (uint Step = 0; Step < Steps; ++Step) {
      while (atomic_load_explicit(&Full[Place], memory_order_acquire,
                                  memory_scope_work_group) != 2 * Step)
        ;
      Box[Place] = In[Step * HALF + Place];
      atomic_store_explicit(&Full[Place], 2 * Step + 1, memory_order_release,
                            memory_scope_work_group);
    }
  } else {
    int Sum = 0;
    for (uint Step = 0; Step < Steps; ++Step) {
      while (atomic_load_explicit(&Full[Place], memory_order_acquire,
                                  memory_scope_work_group) != 2 * Step + 1)
        ;
      Sum += Box[Place];
      atomic_store_explicit(&Full[Place], 2 * Step + 2, memory_order_release,
                            memory_scope_work_group);
    }
    Out[get_group_id(0) * HALF + Place] = Sum;
  }
}
