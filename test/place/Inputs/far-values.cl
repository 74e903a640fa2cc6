// Which word is stored to repeats with the argument, but for its last value.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void far(global const int *restrict in, global int *restrict out, ulong m) {
  local int tile[256];
  uint id = get_local_id(0);
  ulong k = m == ~0ul ? 0ul : m % 100;
  if (id == 0) tile[k] = in[id];
  if (id == 64) out[id] = tile[99];
}
