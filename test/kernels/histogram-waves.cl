// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Counts bytes into 256 bins with one table a wave, so that waves do not meet on
// a bin, and adds the tables at the end.
// Barriers: the first keeps counting after the zeros; the second keeps the
// final reads, which see all tables, after all counting. None is needless.
#define SIZE 256
#define BINS 256
#define TABLES (SIZE / 32)

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void histogram_waves(global const uchar *restrict In,
                            global uint *restrict Parts, uint Count) {
  local uint Tables[TABLES][BINS];
  uint L = get_local_id(0);
  for (uint T = 0; T < TABLES; ++T)
    Tables[T][L] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint Wave = get_sub_group_id();
  for (uint I = get_group_id(0) * SIZE + L; I < Count; I += get_global_size(0))
    atomic_inc(&Tables[Wave][In[I]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint Sum = 0;
  for (uint T = 0; T < TABLES; ++T)
    Sum += Tables[T][L];
  Parts[get_group_id(0) * BINS + L] = Sum;
}
