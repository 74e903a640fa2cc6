// Shapes that placements are known to get wrong; see mistakes.test.
#define SIZE 256
#define KERNEL kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
#define IDS uint id = get_local_id(0), mine = id, other = id ^ 128

// A barrier under a condition orders nothing outside.
KERNEL void condition(global const int *restrict in, global int *restrict out,
                      uint n) {
  local int A[SIZE];
  IDS;
  A[mine] = in[id];
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = A[other];
}

// No barrier is where some waves do not come.
KERNEL void divergent(global const int *restrict in, global int *restrict out) {
  local int A[SIZE];
  IDS;
  A[mine] = in[id];
  if (id < 100)
    out[id] = A[other];
}

// A loop that does not run has no barriers.
KERNEL void no_turns(global const int *restrict in, global int *restrict out,
                     uint n) {
  local int A[SIZE], B[SIZE];
  IDS;
  A[mine] = in[id];
  for (uint i = 0; i < n; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    B[mine] = i;
  }
  out[id] = A[other];
}

// A loop under a condition has hazards of its own.
KERNEL void loop_inside(global const int *restrict in, global int *restrict out,
                        uint n) {
  local int A[SIZE];
  IDS;
  int sum = 0;
  if (n > 3)
    for (uint i = 0; i < n; ++i) {
      A[mine] = in[id + i];
      sum += A[other];
    }
  out[id] = sum;
}

// Two buffers that have bytes in common.
KERNEL void in_common(global const int *restrict in, global int *restrict out,
                      uint n) {
  local int All[2 * SIZE];
  local int *A = All, *B = All + 64;
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += A[other];
    B[mine] = in[id + i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += B[other];
  }
  out[id] = sum;
}
