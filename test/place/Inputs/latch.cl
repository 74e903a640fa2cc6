kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void latch(global const int *restrict in, global int *restrict out, uint n) {
  local int tile[256];
  uint id = get_local_id(0);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    tile[id] = in[i * 256 + id];
    for (uint j = 0; j < n; ++j)
      sum += tile[(id + j) & 255];
  }
  out[id] = sum;
}
