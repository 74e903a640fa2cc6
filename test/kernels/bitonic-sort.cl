// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sorts 512 keys a work-group of 256: every step compares and exchanges pairs
// that no two work-items share.
// Barriers: one at the start of every step shows the step before (or the load);
// the one after the loops shows the last. All are needed.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void bitonic_sort(global uint *Keys) {
  local uint Tile[2 * SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * 2 * SIZE;
  Tile[L] = Keys[At + L];
  Tile[L + SIZE] = Keys[At + L + SIZE];
  for (uint Run = 2; Run <= 2 * SIZE; Run <<= 1) {
    for (uint Stride = Run >> 1; Stride > 0; Stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint Low = 2 * L - (L & (Stride - 1));
      uint High = Low + Stride;
      bool Up = (Low & Run) == 0;
      uint A = Tile[Low], B = Tile[High];
      if ((A > B) == Up) {
        Tile[Low] = B;
        Tile[High] = A;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  Keys[At + L] = Tile[L];
  Keys[At + L + SIZE] = Tile[L + SIZE];
}
