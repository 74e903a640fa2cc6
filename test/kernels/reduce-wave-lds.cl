// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of a row by a grid of work-groups: each wave adds its own values from lane
// to lane, one lane a wave puts the sum into LDS, and work-item 0 adds those.
// Barriers: the first of the loop shows the waves' sums; the second keeps the
// next row's sums after the reads of work-item 0. Lanes of a wave exchange
// through registers, which needs none. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void reduce_wave_lds(global const float *restrict In,
                            global float *restrict Out, uint Rows, uint Columns) {
  local float Waves[SIZE / 32];
  uint L = get_local_id(0);
  for (uint Row = get_group_id(0); Row < Rows; Row += get_num_groups(0)) {
    float Sum = 0;
    for (uint C = L; C < Columns; C += SIZE)
      Sum += In[Row * Columns + C];
    Sum = sub_group_reduce_add(Sum);
    if (get_sub_group_local_id() == 0)
      Waves[get_sub_group_id()] = Sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L == 0) {
      float All = 0;
      for (uint W = 0; W < get_num_sub_groups(); ++W)
        All += Waves[W];
      Out[Row] = All;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
