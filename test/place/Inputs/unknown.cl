#define GROUP __attribute__((reqd_work_group_size(256, 1, 1)))
typedef global const uint *restrict In;
typedef global uint *restrict Out;

// Ids and arguments say where all accesses are.
kernel GROUP void known(In in, Out out, uint from, uint n) {
  local uint words[256];
  uint id = get_local_id(0), sum = 0;
  for (uint i = 0; i < n; ++i) {
    words[id] = in[i];
    sum += words[(id + from) & 255];
  }
  out[id] = sum;
}

// A value that was loaded says where.
kernel GROUP void place(In in, Out out) {
  local uint words[256];
  uint id = get_local_id(0);
  words[id] = id;
  out[id] = words[in[id] & 255];
}

// The same, and not many values lead to LDS.
kernel GROUP void rarely(In in, Out out) {
  local uint words[256];
  uint id = get_local_id(0);
  words[id] = id;
  out[id] = words[in[id] - 128];
}

// A value that was loaded says whether the loop goes around.
kernel GROUP void again(In in, Out out) {
  local uint words[256];
  uint id = get_local_id(0), sum = 0, at = 0;
  do {
    words[id] = id;
    sum += words[255 - id];
  } while (in[at++] != 0);
  out[id] = sum;
}

// The same place is needed for what is known.
kernel GROUP void both(In in, Out out) {
  local uint words[256];
  uint id = get_local_id(0);
  words[id] = id;
  out[id] = words[255 - id] + words[in[id] & 255];
}
