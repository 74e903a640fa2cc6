// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Shortest paths among 16 nodes in LDS: step K tries paths through node K.
// Barriers: the first of the loop shows the distances of the step before; the
// second keeps this step's stores after the reads of row K and column K by all.
// Both are needed.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void floyd_warshall_tile(global int *Distances) {
  local int Tile[TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint At = (get_group_id(0) * TILE + Y) * TILE + X;
  int Mine = Distances[At];
  Tile[Y][X] = Mine;
  for (uint K = 0; K < TILE; ++K) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int Through = Tile[Y][K] + Tile[K][X];
    barrier(CLK_LOCAL_MEM_FENCE);
    Mine = min(Mine, Through);
    Tile[Y][X] = Mine;
  }
  Distances[At] = Mine;
}
