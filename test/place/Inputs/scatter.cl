// Values that were loaded say where each work-item stores: perhaps at one place.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scatter(global const uint *restrict in, global uint *restrict out) {
  local uint words[256];
  uint id = get_local_id(0);
  words[in[id] & 255] = id;
  out[id] = words[255 - id];
}
