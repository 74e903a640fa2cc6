// Kernels that do not say how large their work-groups are: an error must be one with every size they can be meant for.
// RUN: for o in 0 1 2; do fencepost check -mcpu=gfx942 %s -- -O$o || exit 1; done | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
// RUN: for o in 0 1 2; do not fencepost check -mcpu=gfx942 %s -- -O$o -DRACY || exit 1; done > %t.racy
// RUN: grep -c '4 kernels checked: 4 errors, 0 warnings, 0 unknown' %t.racy | FileCheck %s --check-prefix=RACY
// RACY: {{^}}3{{$}}

#ifndef RACY

// Rows of three, and 192 work-items altogether.
__attribute__((amdgpu_flat_work_group_size(192, 192)))
kernel void rows(global int *in, global int *out) {
  local int t[192];
  int l = get_local_id(1) * 3 + get_local_id(0);
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[191 - l];
}

// 16 x 16 work-items would leave the tile.
kernel void small_tile(global int *in, global int *out) {
  local int t[64];
  int x = get_local_id(0), y = get_local_id(1), l = y * 8 + x;
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[x * 8 + y];
}

__attribute__((work_group_size_hint(8, 8, 1)))
kernel void hint(global int *in, global int *out) {
  local int t[640];
  int x = get_local_id(0), y = get_local_id(1), l = y * 8 + x;
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[x * 8 + y];
}

// Rows of two.
kernel void narrow(global int *in, global int *out) {
  local int t[64];
  int l = get_local_id(1) * 2 + get_local_id(0);
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[63 - l];
}

// Work-items along z alone.
kernel void slices(global float *a) { a[get_global_id(2)] *= 2; }

// One wave.
kernel void one_wave(global const int *in, global int *out) {
  local int t[64];
  int i = get_local_id(0);
  t[i] = in[get_global_id(0)];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[(i + 1) & 63];
}

// One work-item.
kernel void sums(global int *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
}

// One work-item per work-group.
kernel void row(global float *a, int n) {
  global float *r = a + get_group_id(0) * n;
  float s = 0;
  for (int i = 0; i < n; i++)
    s += r[i];
  for (int i = 0; i < n; i++)
    r[i] /= s;
}

#else

// 256 work-items, which fill the tile.
kernel void mirror(global const int *in, global int *out) {
  local int t[256];
  int i = get_local_id(0);
  t[i] = in[get_global_id(0)];
  out[get_global_id(0)] = t[255 - i];
}

kernel void no_barrier(global const int *in, global int *out) {
  local int t[1024];
  int i = get_local_id(0), n = get_local_size(0);
  t[i] = in[get_global_id(0)];
  out[get_global_id(0)] = t[n - 1 - i];
}

kernel void small_tile(global int *in, global int *out) {
  local int t[64];
  int x = get_local_id(0), y = get_local_id(1), l = y * 8 + x;
  t[l] = in[l];
  out[l] = t[x * 8 + y];
}

__attribute__((work_group_size_hint(8, 8, 1)))
kernel void hint(global int *in, global int *out) {
  local int t[640];
  int x = get_local_id(0), y = get_local_id(1), l = y * 8 + x;
  t[l] = in[l];
  out[l] = t[x * 8 + y];
}

#endif
