//===- Builtins.h - Built-in functions of OpenCL C as AMDGPU intrinsics ---===//
// OpenCL C, put in front of every program by compileOpenCL(). It defines what
// synchronization depends on (ids, barriers, fences, atomics, sub-groups, async
// copies, minimum and maximum), and what touches memory (vloadn, vstoren), by
// the intrinsics that ROCm's device library uses, so that no GPU library needs
// to be installed. A constant argument
// selects its own overload (enable_if), so that even at -O0 a barrier is three
// instructions:
//
//   barrier(CLK_LOCAL_MEM_FENCE):  fence syncscope("workgroup") release, LDS
//                                  call void @llvm.amdgcn.s.barrier()
//                                  fence syncscope("workgroup") acquire, LDS
//
// Everything is inlined and has no debug lines of its own: an instruction
// stands where the built-in was called.
//
// For OpenCL C 1.2, 2.0 and 3.0.
//
// Simplified: the global offset is 0; work-groups are uniform; the image fence
// flag orders global memory; rounding is not looked at. Not here: mathematics,
// conversions and the like stay external calls (clang declares the pure ones
// memory(none)), and so do work_group_* collectives, of which OpenCL does not
// say what memory they order, pipes and enqueued kernels. Tested by
// unittests/OpenCL, test/check-cli/opencl-builtins.test and test/kernels.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OPENCL_BUILTINS
#define FENCEPOST_OPENCL_BUILTINS

#define FP_INLINE                                                              \
  __attribute__((overloadable, always_inline, nodebug, unused)) static inline
#define FP_PURE __attribute__((const)) FP_INLINE
#define FP_IF(CONDITION) __attribute__((enable_if(CONDITION, "constant")))

//===- Ids and sizes ------------------------------------------------------===//

/// NAME(dimension) from three values; OTHER is for dimensions from 3.
#define FP_DIMENSIONS(NAME, X, Y, Z, OTHER)                                    \
  FP_PURE size_t NAME(uint D) FP_IF(D == 0) { return X; }                      \
  FP_PURE size_t NAME(uint D) FP_IF(D == 1) { return Y; }                      \
  FP_PURE size_t NAME(uint D) FP_IF(D == 2) { return Z; }                      \
  FP_PURE size_t NAME(uint D) {                                                \
    return D == 0 ? (X) : D == 1 ? (Y) : D == 2 ? (Z) : (OTHER);               \
  }

FP_DIMENSIONS(get_local_id, __builtin_amdgcn_workitem_id_x(),
              __builtin_amdgcn_workitem_id_y(),
              __builtin_amdgcn_workitem_id_z(), 0)
FP_DIMENSIONS(get_group_id, __builtin_amdgcn_workgroup_id_x(),
              __builtin_amdgcn_workgroup_id_y(),
              __builtin_amdgcn_workgroup_id_z(), 0)
FP_DIMENSIONS(get_local_size, __builtin_amdgcn_workgroup_size_x(),
              __builtin_amdgcn_workgroup_size_y(),
              __builtin_amdgcn_workgroup_size_z(), 1)
FP_DIMENSIONS(get_enqueued_local_size, __builtin_amdgcn_workgroup_size_x(),
              __builtin_amdgcn_workgroup_size_y(),
              __builtin_amdgcn_workgroup_size_z(), 1)
FP_DIMENSIONS(get_global_size, __builtin_amdgcn_grid_size_x(),
              __builtin_amdgcn_grid_size_y(), __builtin_amdgcn_grid_size_z(), 1)
FP_DIMENSIONS(
    get_num_groups,
    __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x(),
    __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y(),
    __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z(), 1)
FP_DIMENSIONS(get_global_offset, 0, 0, 0, 0)

#define FP_GLOBAL_ID(C)                                                        \
  (__builtin_amdgcn_workgroup_id_##C() *                                       \
       __builtin_amdgcn_workgroup_size_##C() +                                 \
   __builtin_amdgcn_workitem_id_##C())
FP_DIMENSIONS(get_global_id, FP_GLOBAL_ID(x), FP_GLOBAL_ID(y), FP_GLOBAL_ID(z),
              0)

FP_PURE size_t get_local_linear_id(void) {
  return (__builtin_amdgcn_workitem_id_z() *
              __builtin_amdgcn_workgroup_size_y() +
          __builtin_amdgcn_workitem_id_y()) *
             __builtin_amdgcn_workgroup_size_x() +
         __builtin_amdgcn_workitem_id_x();
}
FP_PURE size_t get_global_linear_id(void) {
  return ((size_t)FP_GLOBAL_ID(z) * __builtin_amdgcn_grid_size_y() +
          FP_GLOBAL_ID(y)) *
             __builtin_amdgcn_grid_size_x() +
         FP_GLOBAL_ID(x);
}

//===- Sub-groups, which are waves ----------------------------------------===//

FP_PURE uint get_max_sub_group_size(void) {
  return __builtin_amdgcn_wavefrontsize();
}
FP_PURE uint get_sub_group_local_id(void) {
  return __builtin_amdgcn_wavefrontsize() == 64
             ? __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0))
             : __builtin_amdgcn_mbcnt_lo(~0u, 0);
}
FP_PURE uint fp_work_items(void) {
  return __builtin_amdgcn_workgroup_size_x() *
         __builtin_amdgcn_workgroup_size_y() *
         __builtin_amdgcn_workgroup_size_z();
}
FP_PURE uint get_num_sub_groups(void) {
  return (fp_work_items() + __builtin_amdgcn_wavefrontsize() - 1) /
         __builtin_amdgcn_wavefrontsize();
}
FP_PURE uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
FP_PURE uint get_sub_group_id(void) {
  return get_local_linear_id() / __builtin_amdgcn_wavefrontsize();
}
FP_PURE uint get_sub_group_size(void) {
  uint Left =
      fp_work_items() - get_sub_group_id() * __builtin_amdgcn_wavefrontsize();
  return Left < __builtin_amdgcn_wavefrontsize()
             ? Left
             : __builtin_amdgcn_wavefrontsize();
}

/// Values go from lane to lane; a wave takes part as a whole. A name defined
/// here hides clang's, so it is defined for every type.
FP_INLINE int sub_group_shuffle(int V, uint Lane) {
  return __builtin_amdgcn_ds_bpermute(Lane << 2, V);
}
FP_INLINE long sub_group_shuffle(long V, uint Lane) {
  int2 Halves = as_int2(V);
  return as_long((int2)(sub_group_shuffle(Halves.x, Lane),
                        sub_group_shuffle(Halves.y, Lane)));
}
#define FP_SHUFFLE(TYPE, AS, BACK)                                             \
  FP_INLINE TYPE sub_group_shuffle(TYPE V, uint Lane) {                        \
    return BACK(sub_group_shuffle(AS(V), Lane));                               \
  }
FP_SHUFFLE(uint, (int), (uint))
FP_SHUFFLE(float, as_int, as_float)
FP_SHUFFLE(ulong, (long), (ulong))
FP_SHUFFLE(double, as_long, as_double)

#define FP_SUB_GROUP(TYPE, LOWEST, HIGHEST)                                    \
  FP_INLINE TYPE sub_group_shuffle_xor(TYPE V, uint Mask) {                    \
    return sub_group_shuffle(V, get_sub_group_local_id() ^ Mask);              \
  }                                                                            \
  FP_INLINE TYPE sub_group_shuffle_up(TYPE V, uint By) {                       \
    return sub_group_shuffle(V, get_sub_group_local_id() - By);                \
  }                                                                            \
  FP_INLINE TYPE sub_group_shuffle_down(TYPE V, uint By) {                     \
    return sub_group_shuffle(V, get_sub_group_local_id() + By);                \
  }                                                                            \
  FP_INLINE TYPE sub_group_broadcast(TYPE V, uint Lane) {                      \
    return sub_group_shuffle(V, Lane);                                         \
  }                                                                            \
  FP_INLINE TYPE sub_group_broadcast_first(TYPE V) {                           \
    return sub_group_shuffle(                                                  \
        V, __builtin_amdgcn_readfirstlane(get_sub_group_local_id()));          \
  }                                                                            \
  FP_SUB_GROUP_FOLD(TYPE, add, V + Other, 0)                                   \
  FP_SUB_GROUP_FOLD(TYPE, min, Other < V ? Other : V, HIGHEST)                 \
  FP_SUB_GROUP_FOLD(TYPE, max, Other > V ? Other : V, LOWEST)
#define FP_SUB_GROUP_FOLD(TYPE, NAME, VALUE, NEUTRAL)                          \
  FP_INLINE TYPE sub_group_reduce_##NAME(TYPE V) {                             \
    for (uint Mask = __builtin_amdgcn_wavefrontsize() / 2; Mask; Mask >>= 1) { \
      TYPE Other = sub_group_shuffle_xor(V, Mask);                             \
      V = VALUE;                                                               \
    }                                                                          \
    return V;                                                                  \
  }                                                                            \
  FP_INLINE TYPE sub_group_scan_inclusive_##NAME(TYPE V) {                     \
    uint Lane = get_sub_group_local_id();                                      \
    for (uint Step = 1; Step < __builtin_amdgcn_wavefrontsize(); Step <<= 1) { \
      TYPE Other = sub_group_shuffle(V, Lane - Step);                          \
      V = Lane >= Step ? (VALUE) : V;                                          \
    }                                                                          \
    return V;                                                                  \
  }                                                                            \
  FP_INLINE TYPE sub_group_scan_exclusive_##NAME(TYPE V) {                     \
    TYPE Before = sub_group_shuffle_up(sub_group_scan_inclusive_##NAME(V), 1); \
    return get_sub_group_local_id() == 0 ? (TYPE)(NEUTRAL) : Before;           \
  }
FP_SUB_GROUP(int, INT_MIN, INT_MAX)
FP_SUB_GROUP(uint, 0, UINT_MAX)
FP_SUB_GROUP(long, LONG_MIN, LONG_MAX)
FP_SUB_GROUP(ulong, 0, ULONG_MAX)
FP_SUB_GROUP(float, -INFINITY, INFINITY)
FP_SUB_GROUP(double, -INFINITY, INFINITY)

/// All lanes get the same answer, and the compiler is told so.
FP_INLINE int sub_group_any(int V) {
  return __builtin_amdgcn_readfirstlane(sub_group_reduce_max((int)(V != 0)));
}
FP_INLINE int sub_group_all(int V) {
  return __builtin_amdgcn_readfirstlane(sub_group_reduce_min((int)(V != 0)));
}

//===- Bounds, which addresses are made of --------------------------------===//

#define FP_BOUNDS(TYPE)                                                        \
  FP_PURE TYPE min(TYPE A, TYPE B) { return __builtin_elementwise_min(A, B); } \
  FP_PURE TYPE max(TYPE A, TYPE B) { return __builtin_elementwise_max(A, B); } \
  FP_PURE TYPE clamp(TYPE A, TYPE Low, TYPE High) {                            \
    return __builtin_elementwise_min(__builtin_elementwise_max(A, Low), High); \
  }
#define FP_VECTOR_BOUNDS(TYPE, SCALAR)                                         \
  FP_BOUNDS(TYPE)                                                              \
  FP_PURE TYPE min(TYPE A, SCALAR B) { return min(A, (TYPE)B); }               \
  FP_PURE TYPE max(TYPE A, SCALAR B) { return max(A, (TYPE)B); }               \
  FP_PURE TYPE clamp(TYPE A, SCALAR Low, SCALAR High) {                        \
    return clamp(A, (TYPE)Low, (TYPE)High);                                    \
  }
#define FP_ALL_BOUNDS(TYPE)                                                    \
  FP_BOUNDS(TYPE)                                                              \
  FP_VECTOR_BOUNDS(TYPE##2, TYPE)                                              \
  FP_VECTOR_BOUNDS(TYPE##3, TYPE)                                              \
  FP_VECTOR_BOUNDS(TYPE##4, TYPE)                                              \
  FP_VECTOR_BOUNDS(TYPE##8, TYPE)                                              \
  FP_VECTOR_BOUNDS(TYPE##16, TYPE)
FP_ALL_BOUNDS(char)
FP_ALL_BOUNDS(uchar)
FP_ALL_BOUNDS(short)
FP_ALL_BOUNDS(ushort)
FP_ALL_BOUNDS(int)
FP_ALL_BOUNDS(uint)
FP_ALL_BOUNDS(long)
FP_ALL_BOUNDS(ulong)
FP_ALL_BOUNDS(float)
FP_ALL_BOUNDS(double)
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
FP_ALL_BOUNDS(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

/// ROW for a type and its vectors.
#define FP_FOR_WIDTHS(ROW, TYPE)                                               \
  ROW(TYPE)                                                                    \
  ROW(TYPE##2) ROW(TYPE##3) ROW(TYPE##4) ROW(TYPE##8) ROW(TYPE##16)

/// Factors that do not have 24 bits give no particular product.
#define FP_MUL24(TYPE)                                                         \
  FP_PURE TYPE mul24(TYPE A, TYPE B) { return A * B; }                         \
  FP_PURE TYPE mad24(TYPE A, TYPE B, TYPE C) { return A * B + C; }
FP_FOR_WIDTHS(FP_MUL24, int)
FP_FOR_WIDTHS(FP_MUL24, uint)

#define FP_BITS(TYPE)                                                          \
  FP_PURE TYPE popcount(TYPE A) { return __builtin_elementwise_popcount(A); }
#define FP_ABS(TYPE)                                                           \
  FP_BITS(TYPE)                                                                \
  FP_BITS(u##TYPE)                                                             \
  FP_PURE u##TYPE abs(TYPE A) {                                                \
    return __builtin_astype(__builtin_elementwise_abs(A), u##TYPE);            \
  }                                                                            \
  FP_PURE u##TYPE abs(u##TYPE A) { return A; }
FP_FOR_WIDTHS(FP_ABS, char)
FP_FOR_WIDTHS(FP_ABS, short)
FP_FOR_WIDTHS(FP_ABS, int)
FP_FOR_WIDTHS(FP_ABS, long)

//===- Vectors in memory --------------------------------------------------===//
// Aligned as an element is. Three elements are accessed one by one: a vector of
// three is as large as one of four.

#define FP_FOR_SPACES_OF(ROW, TYPE, N)                                         \
  ROW(global, TYPE, N)                                                         \
  ROW(local, TYPE, N) ROW(private, TYPE, N) FP_IF_GENERIC(ROW(generic, TYPE, N))
#if __OPENCL_C_VERSION__ >= 200
#define FP_IF_GENERIC(...) __VA_ARGS__
#else
#define FP_IF_GENERIC(...)
#endif

#define FP_VLOAD(SPACE, TYPE, N)                                               \
  FP_INLINE TYPE##N vload##N(size_t I, const SPACE TYPE *P) {                  \
    return *(const SPACE fp_##TYPE##N *)(P + I * N);                           \
  }
#define FP_VLOAD3(SPACE, TYPE, N)                                              \
  FP_INLINE TYPE##3 vload3(size_t I, const SPACE TYPE *P) {                    \
    return (TYPE##3)(P[I * 3], P[I * 3 + 1], P[I * 3 + 2]);                    \
  }
#define FP_VSTORE(SPACE, TYPE, N)                                              \
  FP_INLINE void vstore##N(TYPE##N V, size_t I, SPACE TYPE *P) {               \
    *(SPACE fp_##TYPE##N *)(P + I * N) = V;                                    \
  }
#define FP_VSTORE3(SPACE, TYPE, N)                                             \
  FP_INLINE void vstore3(TYPE##3 V, size_t I, SPACE TYPE *P) {                 \
    P[I * 3] = V.x;                                                            \
    P[I * 3 + 1] = V.y;                                                        \
    P[I * 3 + 2] = V.z;                                                        \
  }
#define FP_VECTOR(TYPE, N)                                                     \
  typedef TYPE##N fp_##TYPE##N __attribute__((aligned(sizeof(TYPE))));         \
  FP_FOR_SPACES_OF(FP_VLOAD, TYPE, N)                                          \
  FP_VLOAD(constant, TYPE, N)                                                  \
  FP_FOR_SPACES_OF(FP_VSTORE, TYPE, N)
#define FP_VECTORS(TYPE)                                                       \
  FP_VECTOR(TYPE, 2)                                                           \
  FP_FOR_SPACES_OF(FP_VLOAD3, TYPE, 3)                                         \
  FP_VLOAD3(constant, TYPE, 3)                                                 \
  FP_FOR_SPACES_OF(FP_VSTORE3, TYPE, 3)                                        \
  FP_VECTOR(TYPE, 4)                                                           \
  FP_VECTOR(TYPE, 8)                                                           \
  FP_VECTOR(TYPE, 16)
FP_VECTORS(char)
FP_VECTORS(uchar)
FP_VECTORS(short)
FP_VECTORS(ushort)
FP_VECTORS(int)
FP_VECTORS(uint)
FP_VECTORS(long)
FP_VECTORS(ulong)
FP_VECTORS(float)
FP_VECTORS(double)

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
FP_VECTORS(half)

#define FP_CONVERT(V, TYPE) __builtin_convertvector(V, TYPE)
#define FP_LOAD_HALVES(SPACE, NAME, N)                                         \
  FP_INLINE float##N NAME##N(size_t I, const SPACE half *P) {                  \
    return FP_CONVERT(vload##N(I, P), float##N);                               \
  }
#define FP_STORE_HALVES(SPACE, NAME, N)                                        \
  FP_STORE_HALVES_BY(SPACE, NAME##N, N)                                        \
  FP_STORE_HALVES_BY(SPACE, NAME##N##_rte, N)                                  \
  FP_STORE_HALVES_BY(SPACE, NAME##N##_rtz, N)                                  \
  FP_STORE_HALVES_BY(SPACE, NAME##N##_rtp, N)                                  \
  FP_STORE_HALVES_BY(SPACE, NAME##N##_rtn, N)
#define FP_STORE_HALVES_BY(SPACE, NAME, N)                                     \
  FP_INLINE void NAME(float##N V, size_t I, SPACE half *P) {                   \
    vstore##N(FP_CONVERT(V, half##N), I, P);                                   \
  }                                                                            \
  FP_INLINE void NAME(double##N V, size_t I, SPACE half *P) {                  \
    vstore##N(FP_CONVERT(V, half##N), I, P);                                   \
  }
#define FP_HALVES(N)                                                           \
  FP_FOR_SPACES_OF(FP_LOAD_HALVES, vload_half, N)                              \
  FP_LOAD_HALVES(constant, vload_half, N)                                      \
  FP_FOR_SPACES_OF(FP_STORE_HALVES, vstore_half, N)
#define FP_ALIGNED_HALVES(N)                                                   \
  FP_FOR_SPACES_OF(FP_LOAD_HALVES, vloada_half, N)                             \
  FP_LOAD_HALVES(constant, vloada_half, N)                                     \
  FP_FOR_SPACES_OF(FP_STORE_HALVES, vstorea_half, N)
FP_HALVES(2)
FP_HALVES(3)
FP_HALVES(4)
FP_HALVES(8)
FP_HALVES(16)
FP_ALIGNED_HALVES(2)
FP_ALIGNED_HALVES(4)
FP_ALIGNED_HALVES(8)
FP_ALIGNED_HALVES(16)

/// Three that are aligned as four are.
#define FP_LOAD_ALIGNED3(SPACE, TYPE, N)                                       \
  FP_INLINE float3 vloada_half3(size_t I, const SPACE half *P) {               \
    return FP_CONVERT(vload3(0, P + I * 4), float3);                           \
  }
#define FP_STORE_ALIGNED3(SPACE, TYPE, N)                                      \
  FP_INLINE void vstorea_half3(float3 V, size_t I, SPACE half *P) {            \
    vstore3(FP_CONVERT(V, half3), 0, P + I * 4);                               \
  }
FP_FOR_SPACES_OF(FP_LOAD_ALIGNED3, , )
FP_LOAD_ALIGNED3(constant, , )
FP_FOR_SPACES_OF(FP_STORE_ALIGNED3, , )

#define FP_LOAD_HALF(SPACE, TYPE, N)                                           \
  FP_INLINE float vload_half(size_t I, const SPACE half *P) { return P[I]; }
#define FP_STORE_HALF(SPACE, SUFFIX, N)                                        \
  FP_INLINE void vstore_half##SUFFIX(float V, size_t I, SPACE half *P) {       \
    P[I] = (half)V;                                                            \
  }                                                                            \
  FP_INLINE void vstore_half##SUFFIX(double V, size_t I, SPACE half *P) {      \
    P[I] = (half)V;                                                            \
  }
FP_FOR_SPACES_OF(FP_LOAD_HALF, , )
FP_LOAD_HALF(constant, , )
FP_FOR_SPACES_OF(FP_STORE_HALF, , )
FP_FOR_SPACES_OF(FP_STORE_HALF, _rte, )
FP_FOR_SPACES_OF(FP_STORE_HALF, _rtz, )
FP_FOR_SPACES_OF(FP_STORE_HALF, _rtp, )
FP_FOR_SPACES_OF(FP_STORE_HALF, _rtn, )
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

/// A hint: what is read is only read when it is used.
#define prefetch(POINTER, COUNT) ((void)(POINTER), (void)(COUNT))

//===- Fences -------------------------------------------------------------===//

#if __OPENCL_C_VERSION__ < 200
typedef enum { memory_order_relaxed, memory_order_none } memory_order;
typedef enum { memory_scope_none } memory_scope;
#endif

/// A fence of one set of address spaces; without names all are meant.
#define FP_FENCE_LOCAL(ORDER, SCOPE)                                           \
  __builtin_amdgcn_fence(ORDER, SCOPE, "local")
#define FP_FENCE_GLOBAL(ORDER, SCOPE)                                          \
  __builtin_amdgcn_fence(ORDER, SCOPE, "global")
#define FP_FENCE_ALL(ORDER, SCOPE) __builtin_amdgcn_fence(ORDER, SCOPE)

/// Flags by what they order; 2 is CLK_GLOBAL_MEM_FENCE, 4 CLK_IMAGE_MEM_FENCE.
#define FP_IS_LOCAL(F) ((F) == 1)
#define FP_IS_GLOBAL(F) ((F) == 2 || (F) == 4 || (F) == 6)
#define FP_IS_ALL(F) ((F) == 3 || (F) == 5 || (F) == 7)

/// LLVM's name of each scope of OpenCL. Scope work_item needs no fence.
#define FP_FOR_SCOPES(ROW, SPACE, ORDER)                                       \
  ROW(SPACE, ORDER, __OPENCL_MEMORY_SCOPE_SUB_GROUP, "wavefront")              \
  ROW(SPACE, ORDER, __OPENCL_MEMORY_SCOPE_WORK_GROUP, "workgroup")             \
  ROW(SPACE, ORDER, __OPENCL_MEMORY_SCOPE_DEVICE, "agent")                     \
  ROW(SPACE, ORDER, __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES, "")
#define FP_FOR_SPACES(ROW, ORDER)                                              \
  FP_FOR_SCOPES(ROW, LOCAL, ORDER)                                             \
  FP_FOR_SCOPES(ROW, GLOBAL, ORDER)                                            \
  FP_FOR_SCOPES(ROW, ALL, ORDER)

#define FP_WORK_ITEM_FENCE(SPACE, ORDER, SCOPE, SYNCSCOPE)                     \
  FP_INLINE void atomic_work_item_fence(cl_mem_fence_flags F, memory_order O,  \
                                        memory_scope S)                        \
      FP_IF(FP_IS_##SPACE(F) && O == ORDER && S == SCOPE) {                    \
    FP_FENCE_##SPACE(ORDER, SYNCSCOPE);                                        \
  }
FP_FOR_SPACES(FP_WORK_ITEM_FENCE, __ATOMIC_ACQUIRE)
FP_FOR_SPACES(FP_WORK_ITEM_FENCE, __ATOMIC_RELEASE)
FP_FOR_SPACES(FP_WORK_ITEM_FENCE, __ATOMIC_ACQ_REL)
FP_FOR_SPACES(FP_WORK_ITEM_FENCE, __ATOMIC_SEQ_CST)
FP_INLINE void atomic_work_item_fence(cl_mem_fence_flags F, memory_order O,
                                      memory_scope S)
    FP_IF(F == 0 || O == __ATOMIC_RELAXED ||
          S == __OPENCL_MEMORY_SCOPE_WORK_ITEM) {}

#define FP_MEM_FENCE(NAME, ORDER)                                              \
  FP_INLINE void NAME(cl_mem_fence_flags F) FP_IF(FP_IS_LOCAL(F)) {            \
    FP_FENCE_LOCAL(ORDER, "workgroup");                                        \
  }                                                                            \
  FP_INLINE void NAME(cl_mem_fence_flags F) FP_IF(FP_IS_GLOBAL(F)) {           \
    FP_FENCE_GLOBAL(ORDER, "workgroup");                                       \
  }                                                                            \
  FP_INLINE void NAME(cl_mem_fence_flags F) FP_IF(FP_IS_ALL(F)) {              \
    FP_FENCE_ALL(ORDER, "workgroup");                                          \
  }
FP_MEM_FENCE(mem_fence, __ATOMIC_ACQ_REL)
FP_MEM_FENCE(read_mem_fence, __ATOMIC_ACQUIRE)
FP_MEM_FENCE(write_mem_fence, __ATOMIC_RELEASE)

//===- Barriers -----------------------------------------------------------===//

#define FP_BARRIER(SPACE, ORDER, SCOPE, SYNCSCOPE)                             \
  FP_INLINE void work_group_barrier(cl_mem_fence_flags F, memory_scope S)      \
      FP_IF(FP_IS_##SPACE(F) && S == SCOPE) {                                  \
    FP_FENCE_##SPACE(__ATOMIC_RELEASE, SYNCSCOPE);                             \
    __builtin_amdgcn_s_barrier();                                              \
    FP_FENCE_##SPACE(__ATOMIC_ACQUIRE, SYNCSCOPE);                             \
  }                                                                            \
  FP_INLINE void sub_group_barrier(cl_mem_fence_flags F, memory_scope S)       \
      FP_IF(FP_IS_##SPACE(F) && S == SCOPE) {                                  \
    FP_FENCE_##SPACE(__ATOMIC_RELEASE, SYNCSCOPE);                             \
    __builtin_amdgcn_wave_barrier();                                           \
    FP_FENCE_##SPACE(__ATOMIC_ACQUIRE, SYNCSCOPE);                             \
  }
FP_FOR_SPACES(FP_BARRIER, )

/// Flags of 0: execution is synchronized, and no memory.
FP_INLINE void work_group_barrier(cl_mem_fence_flags F, memory_scope S)
    FP_IF(F == 0 || S == __OPENCL_MEMORY_SCOPE_WORK_ITEM) {
  __builtin_amdgcn_s_barrier();
}
FP_INLINE void sub_group_barrier(cl_mem_fence_flags F, memory_scope S)
    FP_IF(F == 0 || S == __OPENCL_MEMORY_SCOPE_WORK_ITEM) {
  __builtin_amdgcn_wave_barrier();
}

/// Without a scope it is the one of the group. Flags that are not constant are
/// looked at when the kernel runs.
#define FP_OWN_SCOPE(NAME, SYNCSCOPE, EXECUTION)                               \
  FP_OWN_SCOPE_IF(NAME, SYNCSCOPE, EXECUTION, LOCAL)                           \
  FP_OWN_SCOPE_IF(NAME, SYNCSCOPE, EXECUTION, GLOBAL)                          \
  FP_OWN_SCOPE_IF(NAME, SYNCSCOPE, EXECUTION, ALL)                             \
  FP_INLINE void NAME(cl_mem_fence_flags F) FP_IF(F == 0) { EXECUTION; }       \
  FP_INLINE void NAME(cl_mem_fence_flags F) {                                  \
    if (F & 1)                                                                 \
      FP_FENCE_LOCAL(__ATOMIC_RELEASE, SYNCSCOPE);                             \
    if (F & 6)                                                                 \
      FP_FENCE_GLOBAL(__ATOMIC_RELEASE, SYNCSCOPE);                            \
    EXECUTION;                                                                 \
    if (F & 1)                                                                 \
      FP_FENCE_LOCAL(__ATOMIC_ACQUIRE, SYNCSCOPE);                             \
    if (F & 6)                                                                 \
      FP_FENCE_GLOBAL(__ATOMIC_ACQUIRE, SYNCSCOPE);                            \
  }
#define FP_OWN_SCOPE_IF(NAME, SYNCSCOPE, EXECUTION, SPACE)                     \
  FP_INLINE void NAME(cl_mem_fence_flags F) FP_IF(FP_IS_##SPACE(F)) {          \
    FP_FENCE_##SPACE(__ATOMIC_RELEASE, SYNCSCOPE);                             \
    EXECUTION;                                                                 \
    FP_FENCE_##SPACE(__ATOMIC_ACQUIRE, SYNCSCOPE);                             \
  }
FP_OWN_SCOPE(barrier, "workgroup", __builtin_amdgcn_s_barrier())
FP_OWN_SCOPE(work_group_barrier, "workgroup", __builtin_amdgcn_s_barrier())
FP_OWN_SCOPE(sub_group_barrier, "wavefront", __builtin_amdgcn_wave_barrier())

//===- Atomics ------------------------------------------------------------===//
// Those of OpenCL 1.2 are relaxed at device scope. Those of 2.0 are macros over
// clang's own, so that a pointer keeps its address space; as functions they
// would take generic pointers.

#define FP_RMW(NAME, SPACE, TYPE, CALLED)                                      \
  FP_INLINE TYPE NAME(volatile SPACE TYPE *P, TYPE V) {                        \
    return CALLED((SPACE TYPE *)P, V, __ATOMIC_RELAXED,                        \
                  __MEMORY_SCOPE_DEVICE);                                      \
  }
#define FP_FOR_POINTERS(ROW, NAME, CALLED)                                     \
  ROW(NAME, global, int, CALLED)                                               \
  ROW(NAME, global, uint, CALLED)                                              \
  ROW(NAME, local, int, CALLED)                                                \
  ROW(NAME, local, uint, CALLED)
FP_FOR_POINTERS(FP_RMW, atomic_add, __scoped_atomic_fetch_add)
FP_FOR_POINTERS(FP_RMW, atomic_sub, __scoped_atomic_fetch_sub)
FP_FOR_POINTERS(FP_RMW, atomic_and, __scoped_atomic_fetch_and)
FP_FOR_POINTERS(FP_RMW, atomic_or, __scoped_atomic_fetch_or)
FP_FOR_POINTERS(FP_RMW, atomic_xor, __scoped_atomic_fetch_xor)
FP_FOR_POINTERS(FP_RMW, atomic_min, __scoped_atomic_fetch_min)
FP_FOR_POINTERS(FP_RMW, atomic_max, __scoped_atomic_fetch_max)
FP_FOR_POINTERS(FP_RMW, atomic_xchg, __scoped_atomic_exchange_n)
FP_INLINE float atomic_xchg(volatile global float *P, float V) {
  return as_float(atomic_xchg((volatile global int *)P, as_int(V)));
}
FP_INLINE float atomic_xchg(volatile local float *P, float V) {
  return as_float(atomic_xchg((volatile local int *)P, as_int(V)));
}

#define FP_STEP_ONE(NAME, SPACE, TYPE, CALLED)                                 \
  FP_INLINE TYPE NAME(volatile SPACE TYPE *P) {                                \
    return CALLED((SPACE TYPE *)P, 1, __ATOMIC_RELAXED,                        \
                  __MEMORY_SCOPE_DEVICE);                                      \
  }
FP_FOR_POINTERS(FP_STEP_ONE, atomic_inc, __scoped_atomic_fetch_add)
FP_FOR_POINTERS(FP_STEP_ONE, atomic_dec, __scoped_atomic_fetch_sub)

#define FP_CMPXCHG(NAME, SPACE, TYPE, CALLED)                                  \
  FP_INLINE TYPE NAME(volatile SPACE TYPE *P, TYPE Expected, TYPE V) {         \
    CALLED((SPACE TYPE *)P, &Expected, V, false, __ATOMIC_RELAXED,             \
           __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                           \
    return Expected;                                                           \
  }
FP_FOR_POINTERS(FP_CMPXCHG, atomic_cmpxchg, __scoped_atomic_compare_exchange_n)

/// Those of OpenCL 1.0, for 64 bits as well.
#define FP_FOR_ALL_POINTERS(ROW, NAME, CALLED)                                 \
  FP_FOR_POINTERS(ROW, NAME, CALLED)                                           \
  ROW(NAME, global, long, CALLED)                                              \
  ROW(NAME, global, ulong, CALLED)                                             \
  ROW(NAME, local, long, CALLED)                                               \
  ROW(NAME, local, ulong, CALLED)
FP_FOR_ALL_POINTERS(FP_RMW, atom_add, __scoped_atomic_fetch_add)
FP_FOR_ALL_POINTERS(FP_RMW, atom_sub, __scoped_atomic_fetch_sub)
FP_FOR_ALL_POINTERS(FP_RMW, atom_and, __scoped_atomic_fetch_and)
FP_FOR_ALL_POINTERS(FP_RMW, atom_or, __scoped_atomic_fetch_or)
FP_FOR_ALL_POINTERS(FP_RMW, atom_xor, __scoped_atomic_fetch_xor)
FP_FOR_ALL_POINTERS(FP_RMW, atom_min, __scoped_atomic_fetch_min)
FP_FOR_ALL_POINTERS(FP_RMW, atom_max, __scoped_atomic_fetch_max)
FP_FOR_ALL_POINTERS(FP_RMW, atom_xchg, __scoped_atomic_exchange_n)
FP_FOR_ALL_POINTERS(FP_STEP_ONE, atom_inc, __scoped_atomic_fetch_add)
FP_FOR_ALL_POINTERS(FP_STEP_ONE, atom_dec, __scoped_atomic_fetch_sub)
FP_FOR_ALL_POINTERS(FP_CMPXCHG, atom_cmpxchg,
                    __scoped_atomic_compare_exchange_n)

#define FP_DEVICE __OPENCL_MEMORY_SCOPE_DEVICE
#define FP_SEQ_CST __ATOMIC_SEQ_CST
/// The scope is the device's unless it is given: FP_SCOPE(S, FP_DEVICE, ) and
/// FP_SCOPE(FP_DEVICE, ) both give their first argument.
#define FP_SCOPE(S, ...) S
#define atomic_init(P, V) __opencl_atomic_init(P, V)
#define atomic_load(P) __opencl_atomic_load(P, FP_SEQ_CST, FP_DEVICE)
#define atomic_load_explicit(P, O, ...)                                        \
  __opencl_atomic_load(P, O, FP_SCOPE(__VA_ARGS__ __VA_OPT__(, ) FP_DEVICE, ))
#define atomic_store(P, V) __opencl_atomic_store(P, V, FP_SEQ_CST, FP_DEVICE)
#define atomic_store_explicit(P, V, O, ...)                                    \
  __opencl_atomic_store(P, V, O,                                               \
                        FP_SCOPE(__VA_ARGS__ __VA_OPT__(, ) FP_DEVICE, ))
#define atomic_exchange(P, V)                                                  \
  __opencl_atomic_exchange(P, V, FP_SEQ_CST, FP_DEVICE)
#define FP_EXPLICIT(OPERATION, P, V, O, ...)                                   \
  __opencl_atomic_##OPERATION(                                                 \
      P, V, O, FP_SCOPE(__VA_ARGS__ __VA_OPT__(, ) FP_DEVICE, ))
#define atomic_exchange_explicit(...) FP_EXPLICIT(exchange, __VA_ARGS__)
#define atomic_fetch_add_explicit(...) FP_EXPLICIT(fetch_add, __VA_ARGS__)
#define atomic_fetch_sub_explicit(...) FP_EXPLICIT(fetch_sub, __VA_ARGS__)
#define atomic_fetch_and_explicit(...) FP_EXPLICIT(fetch_and, __VA_ARGS__)
#define atomic_fetch_or_explicit(...) FP_EXPLICIT(fetch_or, __VA_ARGS__)
#define atomic_fetch_xor_explicit(...) FP_EXPLICIT(fetch_xor, __VA_ARGS__)
#define atomic_fetch_min_explicit(...) FP_EXPLICIT(fetch_min, __VA_ARGS__)
#define atomic_fetch_max_explicit(...) FP_EXPLICIT(fetch_max, __VA_ARGS__)
#define atomic_fetch_add(P, V) FP_EXPLICIT(fetch_add, P, V, FP_SEQ_CST)
#define atomic_fetch_sub(P, V) FP_EXPLICIT(fetch_sub, P, V, FP_SEQ_CST)
#define atomic_fetch_and(P, V) FP_EXPLICIT(fetch_and, P, V, FP_SEQ_CST)
#define atomic_fetch_or(P, V) FP_EXPLICIT(fetch_or, P, V, FP_SEQ_CST)
#define atomic_fetch_xor(P, V) FP_EXPLICIT(fetch_xor, P, V, FP_SEQ_CST)
#define atomic_fetch_min(P, V) FP_EXPLICIT(fetch_min, P, V, FP_SEQ_CST)
#define atomic_fetch_max(P, V) FP_EXPLICIT(fetch_max, P, V, FP_SEQ_CST)
#define atomic_flag_test_and_set(P)                                            \
  (FP_EXPLICIT(exchange, P, 1, FP_SEQ_CST) != 0)
#define atomic_flag_test_and_set_explicit(P, ...)                              \
  (FP_EXPLICIT(exchange, P, 1, __VA_ARGS__) != 0)
#define atomic_flag_clear(P) atomic_store(P, 0)
#define atomic_flag_clear_explicit(P, ...) FP_EXPLICIT(store, P, 0, __VA_ARGS__)
#define FP_COMPARE(STRENGTH, P, E, V, O, F, ...)                               \
  __opencl_atomic_compare_exchange_##STRENGTH(                                 \
      P, E, V, O, F, FP_SCOPE(__VA_ARGS__ __VA_OPT__(, ) FP_DEVICE, ))
#define atomic_compare_exchange_strong_explicit(...)                           \
  FP_COMPARE(strong, __VA_ARGS__)
#define atomic_compare_exchange_weak_explicit(...) FP_COMPARE(weak, __VA_ARGS__)
#define atomic_compare_exchange_strong(P, E, V)                                \
  FP_COMPARE(strong, P, E, V, FP_SEQ_CST, FP_SEQ_CST)
#define atomic_compare_exchange_weak(P, E, V)                                  \
  FP_COMPARE(weak, P, E, V, FP_SEQ_CST, FP_SEQ_CST)

//===- Async copies -------------------------------------------------------===//
// Every work-item copies its share; waiting is a barrier for all memory.

#define async_work_group_copy(TO, FROM, COUNT, EVENT)                          \
  __extension__({                                                              \
    for (size_t FpI = get_local_linear_id(); FpI < (COUNT);                    \
         FpI += fp_work_items())                                               \
      (TO)[FpI] = (FROM)[FpI];                                                 \
    (event_t)(EVENT);                                                          \
  })
/// The side in global memory is the one with the stride.
FP_PURE size_t fp_stride(const volatile local void *P, size_t S) { return 1; }
FP_PURE size_t fp_stride(const volatile global void *P, size_t S) { return S; }
#define async_work_group_strided_copy(TO, FROM, COUNT, STRIDE, EVENT)          \
  __extension__({                                                              \
    for (size_t FpI = get_local_linear_id(); FpI < (COUNT);                    \
         FpI += fp_work_items())                                               \
      (TO)[FpI * fp_stride(TO, STRIDE)] =                                      \
          (FROM)[FpI * fp_stride(FROM, STRIDE)];                               \
    (event_t)(EVENT);                                                          \
  })
#define wait_group_events(COUNT, EVENTS)                                       \
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

#endif
