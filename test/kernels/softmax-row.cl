// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Softmax of one row a work-group: the row's maximum and the sum of its
// exponentials are reduced in the same LDS.
// Barriers: those of each tree as in reduce-tree.cl; the one between the trees
// keeps the second's first stores after the reads of the maximum by all. None is
// needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void softmax_row(global const float *restrict In,
                        global float *restrict Out, uint Columns) {
  local float Scratch[SIZE];
  uint L = get_local_id(0);
  uint Row = get_group_id(0) * Columns;
  float Most = -INFINITY;
  for (uint C = L; C < Columns; C += SIZE)
    Most = max(Most, In[Row + C]);
  Scratch[L] = Most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    if (L < Stride)
      Scratch[L] = max(Scratch[L], Scratch[L + Stride]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Most = Scratch[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float Sum = 0;
  for (uint C = L; C < Columns; C += SIZE)
    Sum += exp(In[Row + C] - Most);
  Scratch[L] = Sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    if (L < Stride)
      Scratch[L] += Scratch[L + Stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float Scale = 1 / Scratch[0];
  for (uint C = L; C < Columns; C += SIZE)
    Out[Row + C] = exp(In[Row + C] - Most) * Scale;
}
