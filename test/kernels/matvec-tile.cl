// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// y = A * x, a row a work-item; chunks of x go through LDS.
// Barriers: the first of the loop shows the chunk, the second keeps the next
// chunk's stores after the reads of this one. None is needless.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void matvec_tile(global const float *restrict A,
                        global const float *restrict X,
                        global float *restrict Y, uint Columns) {
  local float Chunk[SIZE];
  uint L = get_local_id(0);
  uint Row = get_group_id(0) * SIZE + L;
  float Sum = 0;
  for (uint C = 0; C < Columns; C += SIZE) {
    Chunk[L] = X[C + L];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = 0; I < SIZE; ++I)
      Sum += A[Row * Columns + C + I] * Chunk[I];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Y[Row] = Sum;
}
