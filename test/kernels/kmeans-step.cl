// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// One step of k-means in fixed point: each work-item finds the nearest of 16
// centres and adds its point to that cluster's sums in LDS, which then go to
// global memory.
// Barriers: the first shows the centres and keeps adding after the zeros; the
// second keeps the reads of the sums after all adding. None is needless.
#define SIZE 256
#define CLUSTERS 16
#define DIMENSIONS 4
#define SUMS (CLUSTERS * (DIMENSIONS + 1))

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void kmeans_step(global const int *restrict Points,
                        global const int *restrict Centres,
                        global int *restrict Totals, uint Count) {
  local int Near[CLUSTERS * DIMENSIONS];
  local int Sums[SUMS];
  uint L = get_local_id(0);
  if (L < CLUSTERS * DIMENSIONS)
    Near[L] = Centres[L];
  if (L < SUMS)
    Sums[L] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint P = get_global_id(0);
  if (P < Count) {
    uint Best = 0;
    int Least = INT_MAX;
    for (uint K = 0; K < CLUSTERS; ++K) {
      int Distance = 0;
      for (uint D = 0; D < DIMENSIONS; ++D) {
        int Apart = Points[P * DIMENSIONS + D] - Near[K * DIMENSIONS + D];
        Distance += Apart * Apart;
      }
      if (Distance < Least) {
        Least = Distance;
        Best = K;
      }
    }
    for (uint D = 0; D < DIMENSIONS; ++D)
      atomic_add(&Sums[Best * (DIMENSIONS + 1) + D], Points[P * DIMENSIONS + D]);
    atomic_inc(&Sums[Best * (DIMENSIONS + 1) + DIMENSIONS]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (L < SUMS)
    atomic_add(&Totals[L], Sums[L]);
}
