// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Normalizes one row a work-group to mean 0 and variance 1: two sums, each by
// waves and then through LDS.
// Barriers: the first shows the waves' sums, the second keeps the second sums
// after the reads of the first by all, the third shows those. None is needless.
#define SIZE 256
#define WAVES (SIZE / 32)

static float sumOfWaves(local const float *Waves) {
  float Sum = 0;
  for (uint W = 0; W < get_num_sub_groups(); ++W)
    Sum += Waves[W];
  return Sum;
}

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void layernorm(global const float *restrict In, global float *restrict Out,
                      uint Columns) {
  local float Waves[WAVES];
  uint L = get_local_id(0);
  uint Row = get_group_id(0) * Columns;
  float Sum = 0;
  for (uint C = L; C < Columns; C += SIZE)
    Sum += In[Row + C];
  Sum = sub_group_reduce_add(Sum);
  if (get_sub_group_local_id() == 0)
    Waves[get_sub_group_id()] = Sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  float Mean = sumOfWaves(Waves) / (float)Columns;
  barrier(CLK_LOCAL_MEM_FENCE);
  Sum = 0;
  for (uint C = L; C < Columns; C += SIZE)
    Sum += (In[Row + C] - Mean) * (In[Row + C] - Mean);
  Sum = sub_group_reduce_add(Sum);
  if (get_sub_group_local_id() == 0)
    Waves[get_sub_group_id()] = Sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  float Scale = rsqrt(sumOfWaves(Waves) / (float)Columns + 1e-5f);
  for (uint C = L; C < Columns; C += SIZE)
    Out[Row + C] = (In[Row + C] - Mean) * Scale;
}
