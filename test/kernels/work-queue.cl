// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Work-groups take rows from a queue until it is empty: work-item 0 takes one
// and tells the others through LDS.
// Barriers: the first shows the row's number; the second keeps the next number
// after the reads of this one. Both are needed. The loop ends for all at once,
// since all read the same number. Taking only hands out numbers: relaxed.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void work_queue(global float *Rows, global uint *restrict Next,
                       uint Count, uint Columns) {
  local uint Shared;
  uint L = get_local_id(0);
  while (true) {
    if (L == 0)
      Shared = atomic_inc(Next);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint Row = Shared;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (Row >= Count)
      break;
    for (uint C = L; C < Columns; C += SIZE)
      Rows[Row * Columns + C] *= 2;
  }
}
