// Places in a queue that an atomic hands out: no two work-items get the same, unless the counter is set back meanwhile.
#define SIZE 256
#define KERNEL kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))

#ifndef SET_BACK
KERNEL void once(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  if (in[id] != 0)
    queue[atomic_inc(&count)] = id;
  if (id < count)
    out[id] = queue[id];
}

// As often as a work-item finds something.
KERNEL void in_loop(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_inc(&count);
    if (at < SIZE)
      queue[at] = i;
  }
  if (id < count)
    out[id] = queue[id];
}

// Who comes first does it.
KERNEL void elected(global int *restrict out, global const int *restrict in) {
  local int best;
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  if (in[id] != 0)
    if (atomic_inc(&count) == 0)
      best = id;
  if (count != 0)
    out[id] = best;
}

// Each iteration has a queue of its own.
KERNEL void each_turn(global int *restrict out, global const int *restrict in, uint n) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  for (uint i = 0; i < n; ++i) {
    if (id == 0)
      count = 0;
    if (in[i * SIZE + id] != 0)
      queue[atomic_inc(&count)] = id;
    if (id < count)
      out[i * SIZE + id] = queue[id];
  }
}

// What is written by place and by number has to be ordered.
KERNEL void and_cleared(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_inc(&count);
    if (at < SIZE)
      queue[at] = i;
  }
  if (in[id] == 0)
    queue[id] = 0;
  out[id] = queue[SIZE - 1 - id];
}
#else
// An atomic sets the counter back while others get their places: no race, but equal places.
KERNEL void set_back(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    atomic_xchg(&count, 0);
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_inc(&count);
    if (at < SIZE)
      queue[at] = i;
  }
  out[id] = queue[id];
}

// Nothing is added.
KERNEL void not_counted(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_add(&count, 0);
    if (at < SIZE)
      queue[at] = i;
  }
  out[id] = queue[id];
}

// Places come back: they are counted up and down.
KERNEL void given_back(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_inc(&count);
    if (at < SIZE)
      queue[at] = i;
    atomic_dec(&count);
  }
  out[id] = queue[id];
}

// Two places have a word in common.
KERNEL void too_wide(global int *restrict out, global const int *restrict in) {
  local int queue[SIZE];
  local uint count;
  uint id = get_local_id(0);
  if (id == 0)
    count = 0;
  for (uint i = id; in[i] != 0; i += SIZE) {
    uint at = atomic_inc(&count);
    if (at < SIZE)
      queue[at / 2] = i;
  }
  out[id] = queue[id];
}
#endif
