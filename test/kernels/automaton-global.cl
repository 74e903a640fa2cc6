// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// A cellular automaton of 256 cells a work-group, whose generations alternate
// between two rows of global memory.
// The barrier shows a generation to the work-group and keeps the next stores to
// the other row after the reads of it. It must order global memory: an LDS-only
// barrier would not. Needed.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void automaton_global(global uint *Cells, uint Generations, uint Rule) {
  uint L = get_local_id(0);
  uint First = get_group_id(0) * 2 * SIZE;
  uint From = 0;
  for (uint G = 0; G < Generations; ++G) {
    uint Row = First + From * SIZE;
    uint State = Cells[Row + (L + SIZE - 1) % SIZE] << 2 | Cells[Row + L] << 1 |
                 Cells[Row + (L + 1) % SIZE];
    Cells[First + (From ^ 1) * SIZE + L] = (Rule >> State) & 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    From ^= 1;
  }
}
