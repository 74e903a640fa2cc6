// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// C = A * B by tiles with a ring of three buffers: iteration T stores tile T + 2
// and multiplies tile T.
// Barriers: the one before the loop shows tile 0 (and 1). The one in the loop
// shows tile T + 1 to all and keeps the store of tile T + 3, into the buffer
// that iteration T reads, after those reads. None is needless.
#define TILE 16
#define STAGES 3

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void gemm_triple_buffer(global const float *restrict A,
                               global const float *restrict B,
                               global float *restrict C, uint N, uint K) {
  local float TileA[STAGES][TILE][TILE];
  local float TileB[STAGES][TILE][TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint Column = get_group_id(0) * TILE + X;
  uint Row = get_group_id(1) * TILE + Y;
  uint Tiles = K / TILE;
  float Sum = 0;
  for (uint S = 0; S < 2; ++S) {
    TileA[S][Y][X] = A[Row * K + S * TILE + X];
    TileB[S][Y][X] = B[(S * TILE + Y) * N + Column];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint T = 0; T < Tiles; ++T) {
    uint Load = T + 2;
    if (Load < Tiles) {
      TileA[Load % STAGES][Y][X] = A[Row * K + Load * TILE + X];
      TileB[Load % STAGES][Y][X] = B[(Load * TILE + Y) * N + Column];
    }
    for (uint I = 0; I < TILE; ++I)
      Sum += TileA[T % STAGES][Y][I] * TileB[T % STAGES][I][X];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[Row * N + Column] = Sum;
}
