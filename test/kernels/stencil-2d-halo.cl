// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Five-point stencil in two dimensions on tiles of 16 x 16 with a halo of 1,
// several steps in LDS between two tiles; the halo keeps its first values.
// Barriers: the one before the loop shows the tile with its halo, in both
// buffers; the one in the loop shows each step, and orders the next step's
// stores after this step's reads of that buffer. None is needless.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void stencil_2d_halo(global const float *restrict In,
                            global float *restrict Out, uint Pitch, uint Steps) {
  local float Tile[2][TILE + 2][TILE + 2];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint GX = get_group_id(0) * TILE, GY = get_group_id(1) * TILE;
  for (uint R = Y; R < TILE + 2; R += TILE)
    for (uint C = X; C < TILE + 2; C += TILE) {
      float Value = In[(GY + R) * Pitch + GX + C];
      Tile[0][R][C] = Value;
      Tile[1][R][C] = Value;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint From = 0;
  for (uint S = 0; S < Steps; ++S) {
    float Sum = Tile[From][Y][X + 1] + Tile[From][Y + 2][X + 1] +
                Tile[From][Y + 1][X] + Tile[From][Y + 1][X + 2];
    Tile[From ^ 1][Y + 1][X + 1] = 0.25f * Sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    From ^= 1;
  }
  Out[(GY + Y + 1) * Pitch + GX + X + 1] = Tile[From][Y + 1][X + 1];
}
