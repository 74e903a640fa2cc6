// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// C = A * B by tiles, two buffers each: while a tile is multiplied the next is
// stored to the other buffer.
// Barriers: the one before the loop shows tile 0; the one in the loop shows tile
// T + 1 and keeps iteration T + 1, which stores to the buffer that iteration T
// read, after those reads. None is needless.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void gemm_double_buffer(global const float *restrict A,
                               global const float *restrict B,
                               global float *restrict C, uint N, uint K) {
  local float TileA[2][TILE][TILE];
  local float TileB[2][TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint Column = get_group_id(0) * TILE + X;
  uint Row = get_group_id(1) * TILE + Y;
  uint Tiles = K / TILE;
  float Sum = 0;
  TileA[0][Y][X] = A[Row * K + X];
  TileB[0][Y][X] = B[Y * N + Column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint T = 0; T < Tiles; ++T) {
    uint Now = T & 1, Next = Now ^ 1;
    if (T + 1 < Tiles) {
      TileA[Next][Y][X] = A[Row * K + (T + 1) * TILE + X];
      TileB[Next][Y][X] = B[((T + 1) * TILE + Y) * N + Column];
    }
    for (uint I = 0; I < TILE; ++I)
      Sum += TileA[Now][Y][I] * TileB[Now][I][X];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[Row * N + Column] = Sum;
}
