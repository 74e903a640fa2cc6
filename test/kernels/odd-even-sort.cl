// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sorts 512 keys by exchanging neighbours, first the even pairs, then the odd.
// Barriers: the one before the loop shows the keys; each of the loop's two shows
// one half of a step to the next. All are needed.
#define SIZE 256

static void exchange(local int *Keys, uint Low) {
  int A = Keys[Low], B = Keys[Low + 1];
  Keys[Low] = min(A, B);
  Keys[Low + 1] = max(A, B);
}

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void odd_even_sort(global int *Data) {
  local int Keys[2 * SIZE];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * 2 * SIZE;
  Keys[L] = Data[At + L];
  Keys[L + SIZE] = Data[At + L + SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Step = 0; Step < SIZE; ++Step) {
    exchange(Keys, 2 * L);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L < SIZE - 1)
      exchange(Keys, 2 * L + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Data[At + L] = Keys[L];
  Data[At + L + SIZE] = Keys[L + SIZE];
}
