// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Smooths a row step by step with all work-groups of a grid that is resident as
// a whole; between steps they meet at a barrier made of a counter.
// Needed: the barrier before the counter gathers the stores of the work-group;
// the atomic publishes them (release) and sees those of others (acquire), at
// device scope; so does the poll; the barrier after passes what was acquired on
// to all work-items. Both barriers order global memory. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void persistent_global_barrier(global float *Cells,
                                      global atomic_uint *Arrived, uint Count,
                                      uint Steps, uint Groups) {
  uint I = get_group_id(0) * SIZE + get_local_id(0);
  uint Left = I == 0 ? 0 : I - 1;
  uint Right = I == Count - 1 ? I : I + 1;
  uint From = 0;
  for (uint S = 0; S < Steps; ++S) {
    uint To = Count - From;
    Cells[To + I] = 0.5f * (Cells[From + Left] + Cells[From + Right]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_fetch_add_explicit(Arrived, 1, memory_order_acq_rel,
                                memory_scope_device);
      while (atomic_load_explicit(Arrived, memory_order_acquire,
                                  memory_scope_device) < Groups * (S + 1))
        ;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    From = To;
  }
}
