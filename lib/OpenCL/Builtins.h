//===- Builtins.h - Built-in functions of OpenCL C as AMDGPU intrinsics ---===//
// OpenCL C, put in front of every program by compileOpenCL(). It defines what
// synchronization depends on (ids, barriers, fences, atomics, sub-groups, async
// copies, minimum and maximum) by the intrinsics that ROCm's device library
// uses, so that no GPU library needs to be installed. A constant argument
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
// flag orders global memory. Not here: mathematics, conversions, vloadn and the
// like stay external calls (clang declares the pure ones memory(none)), and so
// do work_group_* collectives, pipes and enqueued kernels. Tested by
// unittests/OpenCL and test/kernels.
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

#define FP_SUB_GROUP(TYPE)                                                     \
  FP_INLINE TYPE sub_group_shuffle_xor(TYPE V, uint Mask) {                    \
    return sub_group_shuffle(V, get_sub_group_local_id() ^ Mask);              \
  }                                                                            \
  FP_INLINE TYPE sub_group_broadcast(TYPE V, uint Lane) {                      \
    return sub_group_shuffle(V, Lane);                                         \
  }                                                                            \
  FP_SUB_GROUP_FOLD(TYPE, add, V + Other)                                      \
  FP_SUB_GROUP_FOLD(TYPE, min, Other < V ? Other : V)                          \
  FP_SUB_GROUP_FOLD(TYPE, max, Other > V ? Other : V)
#define FP_SUB_GROUP_FOLD(TYPE, NAME, VALUE)                                   \
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
  }
FP_SUB_GROUP(int)
FP_SUB_GROUP(uint)
FP_SUB_GROUP(long)
FP_SUB_GROUP(ulong)
FP_SUB_GROUP(float)
FP_SUB_GROUP(double)

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
#define wait_group_events(COUNT, EVENTS)                                       \
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

#endif
