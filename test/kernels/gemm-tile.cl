// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// C = A * B by tiles of 16 x 16 that a work-group of 16 x 16 loads together.
// Barriers: the first of the loop shows the tiles to all before they are read;
// the second keeps the next iteration's stores after the reads of slow waves.
// Only LDS crosses work-items, so LDS-only barriers suffice. None is needless.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void gemm_tile(global const float *restrict A,
                      global const float *restrict B,
                      global float *restrict C, uint N, uint K) {
  local float TileA[TILE][TILE];
  local float TileB[TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint Column = get_group_id(0) * TILE + X;
  uint Row = get_group_id(1) * TILE + Y;
  float Sum = 0;
  for (uint T = 0; T < K / TILE; ++T) {
    TileA[Y][X] = A[Row * K + T * TILE + X];
    TileB[Y][X] = B[(T * TILE + Y) * N + Column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = 0; I < TILE; ++I)
      Sum += TileA[Y][I] * TileB[I][X];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[Row * N + Column] = Sum;
}
