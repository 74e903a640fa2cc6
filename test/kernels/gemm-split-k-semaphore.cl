// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// C = A * B where work-groups of one tile share the sum over K: slice 0 stores
// its part, slice 1 waits for it and adds its own, and so on. A semaphore per
// tile counts the slices that are done.
// Needed: both barriers of the loop, as in gemm-tile.cl. Work-item 0 polls with
// acquire at device scope; the barrier after the poll passes what it acquired
// on to the others, so it has to order global memory. The barrier before the
// semaphore's store gathers the stores of all work-items, which the release at
// device scope then publishes. None is needless.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void gemm_split_k(global const float *restrict A,
                         global const float *restrict B, global float *C,
                         global atomic_uint *Semaphores, uint N, uint K,
                         uint KSlice) {
  local float TileA[TILE][TILE];
  local float TileB[TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint Column = get_group_id(0) * TILE + X;
  uint Row = get_group_id(1) * TILE + Y;
  uint Slice = get_group_id(2);
  float Sum = 0;
  for (uint T = 0; T < KSlice / TILE; ++T) {
    uint At = Slice * KSlice + T * TILE;
    TileA[Y][X] = A[Row * K + At + X];
    TileB[Y][X] = B[(At + Y) * N + Column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = 0; I < TILE; ++I)
      Sum += TileA[Y][I] * TileB[I][X];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  global atomic_uint *Semaphore =
      Semaphores + get_group_id(1) * get_num_groups(0) + get_group_id(0);
  if (X == 0 && Y == 0)
    while (atomic_load_explicit(Semaphore, memory_order_acquire,
                                memory_scope_device) != Slice)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (Slice != 0)
    Sum += C[Row * N + Column];
  C[Row * N + Column] = Sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (X == 0 && Y == 0)
    atomic_store_explicit(Semaphore, Slice + 1, memory_order_release,
                          memory_scope_device);
}
