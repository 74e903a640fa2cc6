// Lanes of one wave that read under a condition what others write next.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void shift(global int *restrict io) {
  local int tile[64];
  int id = get_local_id(0);
  tile[id] = io[id];
  int v = 0;
  if (id >= 3)
    v = tile[id - 3];
  tile[id] = v;
  io[id] = tile[id];
}

// The same in a loop, for each wave by itself.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scan(global int *restrict io) {
  local int tile[256];
  int id = get_local_id(0), lane = id % 64;
  tile[id] = io[id];
  for (int step = 1; step < 64; step *= 2) {
    int v = 0;
    if (lane >= step)
      v = tile[id - step];
    tile[id] += v;
  }
  io[id] = tile[id];
}
