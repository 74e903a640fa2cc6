// Half of the waves fill a ring of two rows in LDS, the other half sums them.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void pipeline(global const int *restrict in, global int *restrict out, uint n) {
  local int ring[2][64];
  uint id = get_local_id(0);
  if (id < 64) {
    for (uint i = 0; i < n; ++i)
      ring[i % 2][id] = in[i * 64 + id];
  } else {
    int sum = 0;
    for (uint i = 0; i < n; ++i)
      sum += ring[i % 2][127 - id];
    out[get_group_id(0) * 64 + id - 64] = sum;
  }
}
