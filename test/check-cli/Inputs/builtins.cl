// Every built-in that is defined is understood, with every type and width.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define MOVE(N)                                                                \
  vstore##N(vload##N(i, g), i, l);                                             \
  vstore##N(vload##N(i, l), i, g);                                             \
  vstore##N(vload##N(i, c), i, (T *)g);                                        \
  vstore##N(vload##N(0, own), 0, own);                                         \
  vstore##N(vload##N(i, (const T *)l), i, g);
#define VECTORS(TYPE)                                                          \
  kernel void vectors_##TYPE(global TYPE *g, local TYPE *l, constant TYPE *c) {\
    typedef TYPE T;                                                            \
    T own[16];                                                                 \
    int i = get_local_id(0);                                                   \
    MOVE(2) MOVE(3) MOVE(4) MOVE(8) MOVE(16)                                   \
  }
VECTORS(char)
VECTORS(uchar)
VECTORS(short)
VECTORS(ushort)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
VECTORS(float)
VECTORS(double)
VECTORS(half)

#define HALVES(N)                                                              \
  vstore_half##N(vload_half##N(i, g), i, l);                                   \
  vstore_half##N##_rte(vload_half##N(i, c), i, g);                             \
  vstore_half##N##_rtz(vload_half##N(i, l), i, g);                             \
  vstore_half##N##_rtp(vload_half##N(i, l), i, g);                             \
  vstore_half##N##_rtn(vload_half##N(i, l), i, g);
#define ALIGNED(N) vstorea_half##N(vloada_half##N(i, g), i, l);
kernel void halves(global half *g, local half *l, constant half *c) {
  int i = get_local_id(0);
  HALVES() HALVES(2) HALVES(3) HALVES(4) HALVES(8) HALVES(16)
  ALIGNED(2) ALIGNED(3) ALIGNED(4) ALIGNED(8) ALIGNED(16)
  vstore_half((double)i, i, g);
  vstore_half4((double4)i, i, g);
}

#define FOLDS(T, KIND)                                                         \
  v = sub_group_##KIND##_add((T)v) + sub_group_##KIND##_min((T)v) +            \
      sub_group_##KIND##_max((T)v);
#define LANES(TYPE)                                                            \
  kernel void lanes_##TYPE(global TYPE *g) {                                   \
    TYPE v = g[get_global_id(0)];                                              \
    FOLDS(TYPE, reduce) FOLDS(TYPE, scan_inclusive) FOLDS(TYPE, scan_exclusive)\
    v += sub_group_shuffle(v, 1) + sub_group_shuffle_xor(v, 1) +               \
         sub_group_shuffle_up(v, 1) + sub_group_shuffle_down(v, 1) +           \
         sub_group_broadcast(v, 1) + sub_group_broadcast_first(v);             \
    g[get_global_id(0)] = v + sub_group_all(v > 1) + sub_group_any(v < 1);     \
  }
LANES(int)
LANES(uint)
LANES(long)
LANES(ulong)
LANES(float)
LANES(double)

#define ATOM(P)                                                                \
  atom_add(P, 1); atom_sub(P, 1); atom_xchg(P, 1); atom_inc(P); atom_dec(P);   \
  atom_min(P, 1); atom_max(P, 1); atom_and(P, 1); atom_or(P, 1);               \
  atom_xor(P, 1); atom_cmpxchg(P, 1, 2);
kernel void atomics(global int *i, global ulong *g, local uint *u,
                    local long *l, global atomic_flag *f) {
  ATOM(i) ATOM(g) ATOM(u) ATOM(l)
  if (!atomic_flag_test_and_set(f))
    atomic_flag_clear(f);
  if (!atomic_flag_test_and_set_explicit(f, memory_order_acquire,
                                         memory_scope_device))
    atomic_flag_clear_explicit(f, memory_order_release, memory_scope_device);
}

kernel void others(global const float *in, global int *out, int count) {
  size_t at = get_global_id(0);
  printf("%d of %d: %f\n", out[at], count, in[at]);
  prefetch(in, count);
  out[at] = mul24((int)at, count) + mad24((uint)at, 3u, 4u) + abs(count) +
            popcount(count) + abs((int4)count).x + mul24((int2)count, 2).y;
}
