#define GROUP __attribute__((reqd_work_group_size(256, 1, 1)))
#define NEIGHBOURS words[(id + 64) & 255] + words[(id + 128) & 255]

// Two pairs of accesses have the same words: two loads are made from one place of the source, in either order.
kernel GROUP void same(global int *restrict out, uint n) {
  local int words[256];
  uint id = get_local_id(0);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    words[id] = i;
    sum += NEIGHBOURS;
    if (sum != 0)
      out[id] = sum;
  }
}
