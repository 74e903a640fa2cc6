// Shapes with known minima; work-groups of several waves. `mine` is the word of
// this work-item, `other` that of a work-item of another wave.
#define SIZE 256
#define KERNEL kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
#define IDS uint id = get_local_id(0), mine = id, other = id ^ 128

KERNEL void b01(global const int *restrict in, global int *restrict out) {
  local int A[SIZE];
  IDS;
  A[mine] = in[id];
  out[id] = A[other];
}

// Each wave reads what it has written: no barrier.
KERNEL void b02(global const int *restrict in, global int *restrict out) {
  local int A[SIZE];
  IDS;
  A[mine] = in[id];
  out[id] = A[id ^ 1];
}

KERNEL void b03(global const int *restrict in, global int *restrict out) {
  local int A[SIZE], B[SIZE], C[SIZE];
  IDS;
  A[mine] = in[id];
  B[mine] = in[id + 1];
  C[mine] = in[id + 2];
  out[id] = A[other] + B[other] + C[other];
}

KERNEL void b04(global const int *restrict in, global int *restrict out) {
  local int A[SIZE], B[SIZE], C[SIZE];
  IDS;
  A[mine] = in[id];
  B[mine] = in[id + 1];
  int sum = A[other];
  C[mine] = in[id + 2];
  out[id] = sum + B[other] + C[other];
}

// The two halves of one buffer.
KERNEL void b05(global const int *restrict in, global int *restrict out) {
  local int A[2 * SIZE];
  IDS;
  A[mine] = in[id];
  int sum = A[other];
  A[SIZE + mine] = in[id + 1];
  out[id] = sum + A[SIZE + other];
}

KERNEL void b06(global const int *restrict in, global int *restrict out) {
  local int A[SIZE];
  IDS;
  A[mine] = 0;
  atomic_inc(&A[in[id] & (SIZE - 1)]);
  out[id] = A[mine];
}

KERNEL void b06_loop(global const int *restrict in, global int *restrict out,
                     uint n) {
  local int A[SIZE];
  IDS;
  for (uint i = 0; i < n; ++i) {
    A[mine] = 0;
    atomic_inc(&A[in[id + i * SIZE] & (SIZE - 1)]);
    out[id + i * SIZE] = A[other];
  }
}

// The stores of one word by two waves are in order.
KERNEL void b07(global const int *restrict in, global int *restrict out) {
  local int A[SIZE];
  IDS;
  A[mine] = 0;
  if (in[id] > 0)
    A[other] = in[id];
  out[id] = A[id ^ 64];
}

// One barrier is there, for A.
KERNEL void b08(global const int *restrict in, global int *restrict out) {
  local int A[SIZE], B[SIZE];
  IDS;
  A[mine] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  B[mine] = in[id + 1];
  out[id] = A[other] + B[other];
}

KERNEL void b11(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    sum += A[other];
  }
  out[id] = sum;
}

KERNEL void b11_other(global const int *restrict in, global int *restrict out,
                      uint n) {
  local int A[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += A[other];
    A[mine] = in[id + i];
  }
  out[id] = sum;
}

KERNEL void b12(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    sum += A[other];
    sum += A[id ^ 192];
  }
  out[id] = sum;
}

KERNEL void b13(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[SIZE], B[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    sum += A[other];
    sum += A[id ^ 192];
    B[mine] = in[id + i + 1];
    sum += B[other];
    sum += B[id ^ 192];
  }
  out[id] = sum;
}

KERNEL void b13_attention(global const int *restrict in,
                          global int *restrict out, uint n) {
  local int A[SIZE], B[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    B[mine] = in[id + i + 1];
    sum += A[other] + B[other];
  }
  out[id] = sum;
}

// A table, written once.
KERNEL void b14(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[SIZE];
  IDS;
  A[mine] = in[id];
  int sum = 0;
  for (uint i = 0; i < n; ++i)
    sum += A[(other + i) & (SIZE - 1)];
  out[id] = sum;
}

KERNEL void b15(global const int *restrict in, global int *restrict out,
                uint n, uint m) {
  local int A[SIZE];
  IDS;
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    A[mine] = in[id + i];
    for (uint j = 0; j < m; ++j) {
      sum += A[(other + j) & (SIZE - 1)];
      sum ^= A[(id + j) & (SIZE - 1)];
    }
  }
  out[id] = sum;
}

// Two buffers whose pointers change places.
KERNEL void b16(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[SIZE], B[SIZE];
  IDS;
  local int *now = A, *next = B;
  A[mine] = in[id];
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += now[other];
    next[mine] = in[id + i];
    local int *old = now;
    now = next;
    next = old;
  }
  out[id] = sum;
}

// Two buffers in one array, by number.
KERNEL void b17(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[2 * SIZE];
  IDS;
  A[mine] = in[id];
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += A[i % 2 * SIZE + other];
    A[(i + 1) % 2 * SIZE + mine] = in[id + i];
  }
  out[id] = sum;
}

// A ring of three that is filled two steps ahead.
KERNEL void b18(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[3 * SIZE];
  IDS;
  A[mine] = in[id];
  A[SIZE + mine] = in[id + 1];
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += A[i % 3 * SIZE + other];
    A[(i + 2) % 3 * SIZE + mine] = in[id + i];
  }
  out[id] = sum;
}

// A ring of four that is filled two steps ahead.
KERNEL void b19(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[4 * SIZE];
  IDS;
  A[mine] = in[id];
  A[SIZE + mine] = in[id + 1];
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += A[i % 4 * SIZE + other];
    A[(i + 2) % 4 * SIZE + mine] = in[id + i];
  }
  out[id] = sum;
}

// The same, two steps in one iteration.
KERNEL void b19_unrolled(global const int *restrict in,
                         global int *restrict out, uint n) {
  local int A[4 * SIZE];
  IDS;
  A[mine] = in[id];
  A[SIZE + mine] = in[id + 1];
  int sum = 0;
  for (uint i = 0; i < n; i += 2) {
    sum += A[i % 4 * SIZE + other];
    sum += A[(i + 1) % 4 * SIZE + other];
    A[(i + 2) % 4 * SIZE + mine] = in[id + i];
    A[(i + 3) % 4 * SIZE + mine] = in[id + i + 1];
  }
  out[id] = sum;
}

// A ring of three that is filled one step ahead; a barrier before the loop is
// there.
KERNEL void b20(global const int *restrict in, global int *restrict out,
                uint n) {
  local int A[3 * SIZE];
  IDS;
  A[mine] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    sum += A[i % 3 * SIZE + other];
    A[(i + 1) % 3 * SIZE + mine] = in[id + i];
  }
  out[id] = sum;
}
