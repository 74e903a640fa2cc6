// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Squares a 16 x 16 matrix in LDS again and again: two barriers a step, in one
// buffer, with the product in a register between them.
// Barriers: the first of the loop shows the matrix; the second keeps the stores
// of the product after all reads of the factors. Both are needed.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void matrix_power(global float *Matrices, uint Steps) {
  local float Tile[TILE * TILE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint At = get_group_id(0) * TILE * TILE + Y * TILE + X;
  float Mine = Matrices[At];
  Tile[Y * TILE + X] = Mine;
  for (uint S = 0; S < Steps; ++S) {
    barrier(CLK_LOCAL_MEM_FENCE);
    Mine = 0;
    for (uint I = 0; I < TILE; ++I)
      Mine += Tile[Y * TILE + I] * Tile[I * TILE + X];
    barrier(CLK_LOCAL_MEM_FENCE);
    Tile[Y * TILE + X] = Mine;
  }
  Matrices[At] = Mine;
}
