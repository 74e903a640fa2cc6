// One wave of 32 fills a ring of two rows, another one sums them.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void pair(global const int *restrict in, global int *restrict out, uint n) {
  local int ring[2][32];
  uint id = get_local_id(0);
  if (id < 32) {
    for (uint i = 0; i < n; ++i)
      ring[i % 2][id] = in[i * 32 + id];
  } else {
    int sum = 0;
    for (uint i = 0; i < n; ++i)
      sum += ring[i % 2][63 - id];
    out[id - 32] = sum;
  }
}
