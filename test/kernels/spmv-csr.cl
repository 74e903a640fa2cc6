// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// y = A * x for a sparse matrix by rows: products of 256 entries at a time go
// through LDS, and each work-item adds those of its row.
// Barriers: the first of the loop shows the products, the second keeps the next
// ones after the reads of these. Both are needed whatever the rows are.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void spmv_csr(global const uint *restrict RowStart,
                     global const uint *restrict Column,
                     global const float *restrict Value,
                     global const float *restrict X, global float *restrict Y) {
  local float Products[SIZE];
  uint L = get_local_id(0);
  uint FirstRow = get_group_id(0) * SIZE;
  uint Begin = RowStart[FirstRow + L], End = RowStart[FirstRow + L + 1];
  uint GroupBegin = RowStart[FirstRow], GroupEnd = RowStart[FirstRow + SIZE];
  float Sum = 0;
  for (uint At = GroupBegin; At < GroupEnd; At += SIZE) {
    if (At + L < GroupEnd)
      Products[L] = Value[At + L] * X[Column[At + L]];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint I = max(Begin, At); I < min(End, At + SIZE); ++I)
      Sum += Products[I - At];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Y[FirstRow + L] = Sum;
}
