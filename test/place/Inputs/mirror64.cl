kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mirror(global int *restrict io) {
  local int tile[64];
  int id = get_local_id(0);
  tile[id] = io[id];
  io[id] = tile[63 - id];
}
