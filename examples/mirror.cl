// Each work-item gets the value of its mirror image in the work-group.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void mirror(global const int *restrict in, global int *restrict out) {
  local int tile[256];
  int id = get_local_id(0), at = get_global_id(0);
  tile[id] = in[at];
  out[at] = tile[255 - id];
}
