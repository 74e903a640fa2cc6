// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Transposes tiles of 32 x 32 by 32 x 8 work-items; a column of padding keeps
// LDS banks apart.
// The barrier shows the tile before it is read by columns: needed.
#define TILE 32
#define ROWS 8

__attribute__((reqd_work_group_size(TILE, ROWS, 1)))
kernel void transpose_padded(global const float *restrict In,
                             global float *restrict Out, uint Width,
                             uint Height) {
  local float Tile[TILE][TILE + 1];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint GX = get_group_id(0) * TILE, GY = get_group_id(1) * TILE;
  for (uint R = 0; R < TILE; R += ROWS)
    Tile[Y + R][X] = In[(GY + Y + R) * Width + GX + X];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint R = 0; R < TILE; R += ROWS)
    Out[(GX + Y + R) * Height + GY + X] = Tile[X][Y + R];
}
