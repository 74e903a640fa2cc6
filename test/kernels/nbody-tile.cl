// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Forces between all pairs of bodies, 256 at a time through LDS.
// Barriers: the first of the loop shows the bodies, the second keeps the next
// ones after the reads of these. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void nbody_tile(global const float4 *restrict Bodies,
                       global float4 *restrict Forces, uint Count) {
  local float4 Tile[SIZE];
  uint L = get_local_id(0);
  float4 Mine = Bodies[get_group_id(0) * SIZE + L];
  float4 Force = 0;
  for (uint T = 0; T < Count; T += SIZE) {
    Tile[L] = Bodies[T + L];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = 0; I < SIZE; ++I) {
      float4 D = Tile[I] - Mine;
      float Square = D.x * D.x + D.y * D.y + D.z * D.z + 0.01f;
      float Inverse = rsqrt(Square);
      Force += D * (Tile[I].w * Inverse * Inverse * Inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Forces[get_group_id(0) * SIZE + L] = Force;
}
