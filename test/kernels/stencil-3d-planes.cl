// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Seven-point stencil in three dimensions: a plane of 16 x 16 with its halo is
// in LDS, the planes before and after it in registers, and the work-group walks
// along z.
// Barriers: the first of the loop shows the plane; the second keeps the next
// plane's stores after the reads of this one. None is needless.
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void stencil_3d_planes(global const float *restrict In,
                              global float *restrict Out, uint Pitch,
                              uint Plane, uint Depth) {
  local float Tile[TILE + 2][TILE + 2];
  uint X = get_local_id(0), Y = get_local_id(1);
  uint GX = get_group_id(0) * TILE, GY = get_group_id(1) * TILE;
  uint At = (GY + Y + 1) * Pitch + GX + X + 1;
  float Before = In[At], Now = In[At + Plane];
  for (uint Z = 1; Z + 1 < Depth; ++Z) {
    float Behind = In[At + (Z + 1) * Plane];
    for (uint R = Y; R < TILE + 2; R += TILE)
      for (uint C = X; C < TILE + 2; C += TILE)
        Tile[R][C] = In[Z * Plane + (GY + R) * Pitch + GX + C];
    barrier(CLK_LOCAL_MEM_FENCE);
    Out[At + Z * Plane] = Before + Behind - 6 * Now + Tile[Y][X + 1] +
                          Tile[Y + 2][X + 1] + Tile[Y + 1][X] +
                          Tile[Y + 1][X + 2];
    barrier(CLK_LOCAL_MEM_FENCE);
    Before = Now;
    Now = Behind;
  }
}
