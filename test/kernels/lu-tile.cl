// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// LU factors of a 16 x 16 matrix in LDS, without pivoting.
// Barriers: the one before the loop shows the matrix; the first of the loop
// shows the multipliers of step K; the second shows the rest of the matrix to
// step K + 1. All are needed.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void lu_tile(global float *Matrices) {
  local float Tile[TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint At = (get_group_id(0) * TILE + Y) * TILE + X;
  Tile[Y][X] = Matrices[At];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint K = 0; K < TILE - 1; ++K) {
    if (X == K && Y > K)
      Tile[Y][K] /= Tile[K][K];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (X > K && Y > K)
      Tile[Y][X] -= Tile[Y][K] * Tile[K][X];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Matrices[At] = Tile[Y][X];
}
