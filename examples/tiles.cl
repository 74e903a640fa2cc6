// Each iteration, the work-group loads a tile and sums what other waves have loaded.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void tiles(global const int *restrict in, global int *restrict out, uint n) {
  local int tile[256];
  uint id = get_local_id(0);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    int next = in[id + i * 256];
    tile[id] = next;
    sum += tile[255 - id];
  }
  out[id] = sum;
}
