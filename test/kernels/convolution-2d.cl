// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// 5 x 5 convolution: the filter and a tile of 16 x 16 with a halo of 2 are in
// LDS; the filter is loaded by the first 25 work-items.
// The barrier shows both before they are read: needed, and sufficient for both.
#define TILE 16
#define FILTER 5
#define WIDE (TILE + FILTER - 1)

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void convolution_2d(global const float *restrict In,
                           global const float *restrict Weights,
                           global float *restrict Out, uint Pitch) {
  local float Filter[FILTER * FILTER];
  local float Tile[WIDE * WIDE];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint L = Y * TILE + X;
  uint GX = get_group_id(0) * TILE, GY = get_group_id(1) * TILE;
  if (L < FILTER * FILTER)
    Filter[L] = Weights[L];
  for (uint I = L; I < WIDE * WIDE; I += TILE * TILE)
    Tile[I] = In[(GY + I / WIDE) * Pitch + GX + I % WIDE];
  barrier(CLK_LOCAL_MEM_FENCE);
  float Sum = 0;
  for (uint R = 0; R < FILTER; ++R)
    for (uint C = 0; C < FILTER; ++C)
      Sum += Filter[R * FILTER + C] * Tile[(Y + R) * WIDE + X + C];
  Out[(GY + Y) * Pitch + GX + X] = Sum;
}
