// Which words work-items access in an iteration follows from strides that loops double and halve. The twin of each kernel accesses a
// word more, which another work-item writes in the same iteration.
#define SIZE 256
#define KERNEL kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))

// The inner loop halves from where the outer one is; no two work-items have a word in common in an iteration.
KERNEL void pairs(global int *restrict out, global const int *restrict in) {
  local int words[2 * SIZE];
  uint id = get_local_id(0);
  words[id] = in[id];
  words[id + SIZE] = in[id + SIZE];
  for (uint run = 2; run <= 2 * SIZE; run <<= 1)
    for (uint stride = run >> 1; stride > 0; stride >>= 1) {
      uint low = 2 * id - (id & (stride - 1));
      int a = words[low], b = words[low + stride];
      words[low] = b;
      words[low + stride] = a;
    }
  out[id] = words[id];
}

KERNEL void pairs_and_next(global int *restrict out, global const int *restrict in) {
  local int words[2 * SIZE];
  uint id = get_local_id(0);
  words[id] = in[id];
  words[id + SIZE] = in[id + SIZE];
  for (uint run = 2; run <= 2 * SIZE; run <<= 1)
    for (uint stride = run >> 1; stride > 0; stride >>= 1) {
      uint low = 2 * id - (id & (stride - 1));
      int a = words[low], b = words[(low + 2 * stride) & 511];
      words[low] = b;
      words[low + stride] = a;
    }
  out[id] = words[id];
}

// The second loop halves from where the first ended.
KERNEL void up_and_down(global int *restrict out, global const int *restrict in) {
  local int words[SIZE];
  uint id = get_local_id(0), stride = 1;
  words[id] = in[id];
  for (uint n = SIZE / 2; n > 0; n >>= 1) {
    if (id < n)
      words[stride * (2 * id + 2) - 1] += words[stride * (2 * id + 1) - 1];
    stride <<= 1;
  }
  for (uint n = 1; n < SIZE; n <<= 1) {
    stride >>= 1;
    if (id < n)
      words[stride * (2 * id + 1) - 1] += words[stride * (2 * id + 2) - 1];
  }
  out[id] = words[id];
}

#ifdef MEETING
KERNEL void up_and_meet(global int *restrict out, global const int *restrict in) {
  local int words[SIZE];
  uint id = get_local_id(0), stride = 1;
  words[id] = in[id];
  for (uint n = SIZE / 2; n > 0; n >>= 1) {
    if (id < n)
      words[stride * (2 * id + 2) - 1] += words[stride * (2 * id + 1) - 1];
    stride <<= 1;
  }
  for (uint n = 1; n < SIZE; n <<= 1) {
    stride >>= 1;
    if (id < n)
      words[stride * (2 * id + 1) - 1] += words[(stride * (2 * id + 3) - 1) & 255];
  }
  out[id] = words[id];
}
#endif
