// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Counts bytes into 256 bins: atomics in LDS, then atomics to global memory.
// Barriers: the first keeps counting after the zeros that others store; the
// second keeps the reads of the bins after all counting. Atomics on one bin
// need no order among each other. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void histogram_lds(global const uchar *restrict In,
                          global uint *restrict Bins, uint Count) {
  local uint Local[SIZE];
  uint L = get_local_id(0);
  Local[L] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint I = get_global_id(0); I < Count; I += get_global_size(0))
    atomic_inc(&Local[In[I]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&Bins[L], Local[L]);
}
