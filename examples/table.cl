// A table is filled once and read in a loop.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void table(global const int *restrict in, global int *restrict out, uint n) {
  local int words[256];
  uint id = get_local_id(0);
  words[id] = in[id];
  int sum = 0;
  for (uint i = 0; i < n; ++i)
    sum += words[(id * 7 + i) & 255];
  out[id] = sum;
}
