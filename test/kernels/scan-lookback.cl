// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Prefix sum of everything in one launch: a work-group publishes the sum of its
// tile, then adds the sums of the tiles before it until it finds one whose
// prefix is known, and publishes its own prefix.
// Needed: the barriers of the prefix sum as in scan-hillis-steele.cl. Status is
// stored with release after the sum it speaks of and polled with acquire, at
// device scope. Work-item 0 does all that alone; the last barrier shows what it
// found in LDS. The first shows the number of the tile. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void scan_lookback(global const int *restrict In, global int *restrict Out,
                          global int *Sums, global int *Prefixes,
                          global atomic_uint *Status,
                          global uint *restrict NextTile) {
  local int Buffer[2][SIZE];
  local uint SharedTile;
  local int SharedPrefix;
  uint L = get_local_id(0);
  if (L == 0)
    SharedTile = atomic_inc(NextTile);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint Tile = SharedTile;
  uint From = 0;
  Buffer[0][L] = In[Tile * SIZE + L];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Step = 1; Step < SIZE; Step <<= 1) {
    int Sum = Buffer[From][L];
    if (L >= Step)
      Sum += Buffer[From][L - Step];
    Buffer[From ^ 1][L] = Sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    From ^= 1;
  }
  if (L == 0) {
    int Sum = Buffer[From][SIZE - 1], Prefix = 0;
    Sums[Tile] = Sum;
    atomic_store_explicit(&Status[Tile], 1, memory_order_release,
                          memory_scope_device);
    for (uint T = Tile; T > 0;) {
      uint Known = atomic_load_explicit(&Status[T - 1], memory_order_acquire,
                                        memory_scope_device);
      if (Known == 0)
        continue;
      --T;
      Prefix += Known == 2 ? Prefixes[T] : Sums[T];
      if (Known == 2)
        break;
    }
    Prefixes[Tile] = Prefix + Sum;
    atomic_store_explicit(&Status[Tile], 2, memory_order_release,
                          memory_scope_device);
    SharedPrefix = Prefix;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  Out[Tile * SIZE + L] = SharedPrefix + Buffer[From][L];
}
