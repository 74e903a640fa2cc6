// What the view cannot compute is neither taken for independent nor for known.
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 0 1 2; do fencepost check -mcpu=$p %s -- -O$o || exit 1; done; done | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
//
// RUN: not fencepost check -mcpu=gfx942 -Wpossible %s | FileCheck %s --check-prefix=POSSIBLE
// POSSIBLE: kernel apart: possible: race on LDS 'apart.s': {{.*}}conditions that depend on the same input may exclude each other
//
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 1 2; do not fencepost check -mcpu=$p %s -- -O$o -DRACY || exit 1; done; done >%t.racy
// RUN: grep -c '8 kernels checked: 8 errors, 0 warnings, 0 unknown' %t.racy | FileCheck %s --check-prefix=ALL
// ALL: {{^}}10{{$}}
// RUN: FileCheck %s --check-prefix=RACY <%t.racy
// RACY: kernel first_group: race on LDS 'first_group.s'
// RACY: kernel countdown: race on LDS 'countdown.s'
// RACY: kernel plain_read: race on LDS 'plain_read.sum'
// RACY: kernel independent: race on LDS 'independent.s'
// RACY: kernel nested: race on LDS 'nested.s'
// RACY: kernel until_small: race on LDS 'until_small.s': work-item 64 in iteration 0 reads byte 0, and work-item 0 in iteration 1 writes it
// RACY: kernel one_pointer: race on LDS: work-item {{[0-9]+}} writes a byte, and work-item {{[0-9]+}} writes it
// RACY: kernel wrong_butterfly: race on LDS 'wrong_butterfly.s'
//
// At -O0 the pointer of one_pointer comes from private memory, where each work-item may have its own.
// RUN: not fencepost check -mcpu=gfx942 %s -- -O0 -DRACY | FileCheck %s --check-prefix=O0
// O0-NOT: one_pointer
// O0: 8 kernels checked: 7 errors, 0 warnings, 0 unknown

// Conditions and addresses that the view cannot compute: kernels that are right
// because two of them belong together, and with RACY kernels that are wrong
// whatever they are.
#define SHAPE kernel __attribute__((reqd_work_group_size(128, 1, 1)))

#ifndef RACY

SHAPE void inverse(global float *data, float x) {
  local float s[128];
  int i = get_local_id(0);
  if (x > 0.5f)
    s[i] = data[i];
  if (!(x > 0.5f))
    data[i] = s[i ^ 64];
}

SHAPE void apart(global float *data, float x) {
  local float s[128];
  int i = get_local_id(0);
  if (x > 0.7f)
    s[i] = data[i];
  if (x < 0.5f)
    data[i] = s[i ^ 64];
}

SHAPE void read_twice(global float *data, global int *mode) {
  local float s[128];
  int i = get_local_id(0);
  if (mode[0] == 7)
    s[i] = data[i];
  data[i + 1000] = 1;
  if (mode[0] != 7)
    data[i] = s[i ^ 64];
}

SHAPE void product(global float *data, float x, float y) {
  local float s[128];
  int i = get_local_id(0);
  if (x * y > 0)
    s[i] = data[i];
  if (x == 0 && y > 0)
    data[i] = s[i ^ 64];
}

SHAPE void wider_barrier(global float *data, float x) {
  local float s[128];
  int i = get_local_id(0);
  if (x > 0.5f)
    s[i] = data[i];
  if (x > 0.25f)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0.5f)
    data[i] = s[i ^ 64];
}

SHAPE void halves(global float *data, float x) {
  local float s[256];
  int i = get_local_id(0);
  int low = (int)x, high = (int)(x + 1.0f);
  s[(low & 1) * 128 + i] = data[i];
  data[i + 512] = s[(high & 1) * 128 + (i ^ 64)];
}

SHAPE void parity(global float *data, int n) {
  local float s[128];
  int i = get_local_id(0);
  if (popcount(n) & 1)
    s[i] = data[i];
  if (popcount(n) % 2 == 0)
    data[i] = s[i ^ 64];
}

SHAPE void pointers(global const int *in, global int *out, int which) {
  local int a[128], b[128];
  local int *p[2] = {a, b};
  int i = get_local_id(0);
  local int *q = p[which & 1], *r = p[(which & 1) ^ 1];
  q[i] = in[i];
  r[i ^ 64] = in[i + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[127 - i] + b[i ^ 3];
}

SHAPE void step_in_lds(global const int *in, global int *out) {
  local int s[128];
  local int step;
  int i = get_local_id(0);
  s[i] = in[i];
  if (i == 0)
    step = 64;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (step > 0) {
    int now = step;
    if (i < now)
      s[i] += s[i + now];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
      step = now >> 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0)
    out[0] = s[0];
}

SHAPE void butterfly(global float *data) {
  local float s[256];
  int i = get_local_id(0);
  s[i] = data[i];
  s[i + 128] = data[i + 128];
  for (int h = 1; h < 256; h <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int a = (i / h) * 2 * h + i % h, b = a + h;
    float x = s[a], y = s[b];
    s[a] = x + y;
    s[b] = x - y;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = s[255 - i];
}

SHAPE void ring(global const int *in, global int *out, uint mask, uint head) {
  local int s[4096];
  uint i = get_local_id(0);
  s[(head + i) & mask] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[(head + 127 - i) & mask];
}

#else

SHAPE void first_group(global const int *in, global int *out) {
  local int s[128];
  int i = get_local_id(0);
  if (get_group_id(0) == 0) {
    s[i] = in[i];
    out[i] = s[127 - i];
  } else {
    s[127 - i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[i];
  }
}

SHAPE void countdown(global const int *in, global int *out, int n) {
  local int s[2][128];
  int i = get_local_id(0), sum = 0;
  for (int k = n - 1; k >= 0; k--) {
    s[k & 1][127 - i] = in[k * 128 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[0][i];
  }
  out[i] = sum;
}

SHAPE void plain_read(global const float *in, global float *out) {
  local int sum;
  int i = get_local_id(0), old, new;
  if (i == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  do {
    old = sum;
    new = as_int(as_float(old) + in[i]);
  } while (atomic_cmpxchg(&sum, old, new) != old);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0)
    out[0] = as_float(sum);
}

SHAPE void independent(global float *data, float x, float y) {
  local float s[128];
  int i = get_local_id(0);
  if (x > 0.5f)
    s[i] = data[i];
  if (y < 0.5f)
    data[i] = s[i ^ 64];
}

SHAPE void nested(global float *data, float x) {
  local float s[128];
  int i = get_local_id(0);
  if (x > 0.1f) {
    s[i] = data[i];
    if (x < 0.9f)
      data[i] = s[i ^ 64];
  }
}

SHAPE void until_small(global float *data, float eps) {
  local float s[128];
  int i = get_local_id(0);
  float error = data[0];
  while (error > eps) {
    s[i] = data[i] + error;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[i + 128] = s[i ^ 64];
    error *= 0.5f;
  }
}

SHAPE void one_pointer(global const int *in, global int *out, int which) {
  local int a[128], b[128];
  local int *p[2] = {a, b};
  int i = get_local_id(0);
  local int *q = p[which & 1];
  q[i] = in[i];
  q[i ^ 64] = in[i + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[127 - i] + b[i ^ 3];
}

SHAPE void wrong_butterfly(global float *data) {
  local float s[256];
  int i = get_local_id(0);
  s[i] = data[i];
  s[i + 128] = data[i + 128];
  for (int h = 1; h < 256; h <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int a = (i / h) * 2 * h + i % h, b = a + h;
    float x = s[a], y = s[b];
    s[(a + h) & 255] = x + y;
    s[(b + h) & 255] = x - y;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = s[255 - i];
}

#endif
