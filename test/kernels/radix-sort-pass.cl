// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sorts 256 keys a work-group by four bits: for each bit, a prefix sum of the
// keys with a 0 gives every key its new position.
// Barriers: the two of the prefix sum as in scan-in-place.cl; the one after it
// shows the sums; the one after the exchange shows the keys, and keeps the next
// bit's sums after the reads of this one's. All are needed. Positions are a
// permutation, so no two work-items store to one place.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void radix_sort_pass(global uint *Keys, uint Shift) {
  local uint Exchange[SIZE];
  local uint Sums[SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * SIZE + L;
  uint Key = Keys[At];
  for (uint Bit = Shift; Bit < Shift + 4; ++Bit) {
    uint IsOne = (Key >> Bit) & 1;
    uint Sum = IsOne ^ 1;
    Sums[L] = Sum;
    for (uint Step = 1; Step < SIZE; Step <<= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint Other = L >= Step ? Sums[L - Step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      Sum += Other;
      Sums[L] = Sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint Zeros = Sums[SIZE - 1];
    uint Position = IsOne ? Zeros + L - Sum : Sum - 1;
    Exchange[Position] = Key;
    barrier(CLK_LOCAL_MEM_FENCE);
    Key = Exchange[L];
  }
  Keys[At] = Key;
}
