// Flags in LDS between waves, in the ways that kernels use them; with RACY they
// are set without release. Waves have 64 lanes.
// RUN: for p in gfx90a gfx942; do for o in 0 1 2; do fencepost check -mcpu=$p %s -- -O$o || exit 1; done; done | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
//
// RUN: for o in 0 1 2; do not fencepost check -mcpu=gfx942 %s -- -O$o -DRACY || exit 1; done | FileCheck %s --check-prefix=RACY
// RACY: error: kernel leader: {{.*}}'leader.Words'{{.*}} [lds-race]
// RACY: error: kernel ring: {{.*}}'ring.Words'{{.*}} [lds-race]
// RACY: error: kernel chain: {{.*}}'chain.Words'{{.*}} [lds-race]
// RACY: error: kernel fences: {{.*}}'fences.Words'{{.*}} [lds-race]
// RACY: error: kernel one_word_each: {{.*}}'one_word_each.Words'{{.*}} [lds-race]
// RACY: error: kernel tree: {{.*}}'tree.Words'{{.*}} [lds-race]
// RACY: error: kernel global_data: {{.*}}'Words'{{.*}} [global-race]
// RACY: error: kernel two_flags: {{.*}}'two_flags.Word'{{.*}} [lds-race]
// RACY: error: kernel leader_fence: {{.*}}'leader_fence.Words'{{.*}} [lds-race]
// RACY: error: kernel counted_bits: {{.*}}'counted_bits.Words'{{.*}} [lds-race]
// RACY: 10 kernels checked:
// RACY: error: kernel leader:
// RACY: error: kernel global_data:
// RACY: 10 kernels checked:
// RACY: error: kernel leader:
// RACY: error: kernel global_data:
// RACY: 10 kernels checked:
#ifdef RACY
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#define SET(Flag, Value)                                                       \
  atomic_store_explicit(&(Flag), Value, RELEASE, memory_scope_work_group)
#define GET(Flag)                                                              \
  atomic_load_explicit(&(Flag), memory_order_acquire, memory_scope_work_group)
#define SIZE(N) __attribute__((reqd_work_group_size(N, 1, 1)))

// One lane sets the flag for its wave, and one lane waits for its own.
SIZE(256) kernel void leader(global const int *restrict In,
                             global int *restrict Out) {
  local int Words[128];
  local atomic_int Full[2];
  int Id = get_local_id(0), Wave = Id / 64, Lane = Id % 64;
  if (Id < 2)
    atomic_init(&Full[Id], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Wave < 2) {
    Words[Id] = In[Id];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (Lane == 0)
      SET(Full[Wave], 1);
  } else {
    if (Lane == 0)
      while (GET(Full[Wave - 2]) != 1)
        ;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    Out[Id] = Words[(Wave - 2) * 64 + 63 - Lane];
  }
}

// Four slots, each with the number of its iteration.
SIZE(128) kernel void ring(global const int *restrict In,
                           global int *restrict Out, int Steps) {
  local int Words[4][64];
  local atomic_int Turn[4][64];
  int Id = get_local_id(0), Lane = Id % 64;
  if (Id < 64)
    for (int Slot = 0; Slot < 4; ++Slot)
      atomic_init(&Turn[Slot][Lane], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    for (int Step = 0; Step < Steps; ++Step) {
      int Slot = Step & 3, Round = Step >> 2;
      while (GET(Turn[Slot][Lane]) != 2 * Round)
        ;
      Words[Slot][Lane] = In[Step * 64 + Lane];
      SET(Turn[Slot][Lane], 2 * Round + 1);
    }
    return;
  }
  int Sum = 0;
  for (int Step = 0; Step < Steps; ++Step) {
    int Slot = Step & 3, Round = Step >> 2;
    while (GET(Turn[Slot][Lane]) != 2 * Round + 1)
      ;
    Sum += Words[Slot][Lane];
    SET(Turn[Slot][Lane], 2 * Round + 2);
  }
  Out[Lane] = Sum;
}

// What the first wave wrote reaches the third through the second.
SIZE(192) kernel void chain(global const int *restrict In,
                            global int *restrict Out) {
  local int Words[64];
  local atomic_int Done[2];
  int Id = get_local_id(0), Wave = Id / 64, Lane = Id % 64;
  if (Id < 2)
    atomic_init(&Done[Id], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Wave == 0) {
    Words[Lane] = In[Lane];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (Lane == 0)
      SET(Done[0], 1);
  } else if (Wave == 1) {
    while (GET(Done[0]) == 0)
      ;
    if (Lane == 0)
      SET(Done[1], 1);
  } else {
    while (GET(Done[1]) == 0)
      ;
    Out[Lane] = Words[Lane ^ 1];
  }
}

// A flag that is relaxed, between fences.
SIZE(128) kernel void fences(global const int *restrict In,
                             global int *restrict Out) {
  local int Words[64];
  local atomic_int Full;
  int Id = get_local_id(0), Lane = Id % 64;
  if (Id == 0)
    atomic_init(&Full, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    Words[Lane] = In[Lane];
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, RELEASE,
                           memory_scope_work_group);
    if (Lane == 63)
      atomic_store_explicit(&Full, 7, memory_order_relaxed,
                            memory_scope_work_group);
  } else {
    while (atomic_load_explicit(&Full, memory_order_relaxed,
                                memory_scope_work_group) != 7)
      ;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire,
                           memory_scope_work_group);
    Out[Lane] = Words[63 - Lane];
  }
}

// A flag for each word, lanes that loop differently, a barrier after.
SIZE(128) kernel void one_word_each(global int *restrict Out) {
  local int Words[64];
  local atomic_int Full[64];
  int Id = get_local_id(0), Lane = Id % 64, Word = 0;
  if (Id < 64)
    atomic_init(&Full[Lane], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    for (int Step = 1; Step <= Lane % 5 + 1; ++Step)
      Words[Lane] = Step;
    SET(Full[Lane], Lane + 1);
  } else {
    while (GET(Full[Lane]) != Lane + 1)
      ;
    Word = Words[Lane];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64)
    Words[63 - Lane] = 3;
  Out[Id] = Word;
}

// Waves are added up two by two.
SIZE(256) kernel void tree(global const int *restrict In,
                           global int *restrict Out) {
  local int Words[4][64];
  local atomic_int Full[4][64];
  int Id = get_local_id(0), Wave = Id / 64, Lane = Id % 64, Sum = In[Id];
  atomic_init(&Full[Wave][Lane], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int Far = 1; Far < 4; Far *= 2) {
    if (Wave & Far) {
      Words[Wave][Lane] = Sum;
      SET(Full[Wave][Lane], Far);
      break;
    }
    while (GET(Full[Wave + Far][Lane]) != Far)
      ;
    Sum += Words[Wave + Far][Lane];
  }
  if (Wave == 0)
    Out[Lane] = Sum;
}

// Data in global memory, the flag in LDS.
SIZE(128) kernel void global_data(global int *restrict Words,
                                  global int *restrict Out) {
  local atomic_int Full;
  int Id = get_local_id(0), Lane = Id % 64, First = get_group_id(0) * 64;
  if (Id == 0)
    atomic_init(&Full, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    Words[First + Lane] = Lane;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, RELEASE,
                           memory_scope_work_group);
    if (Lane == 0)
      atomic_store_explicit(&Full, 1, memory_order_relaxed,
                            memory_scope_work_group);
  } else {
    while (atomic_load_explicit(&Full, memory_order_relaxed,
                                memory_scope_work_group) != 1)
      ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE,
                           memory_order_acquire, memory_scope_work_group);
    Out[First + Lane] = Words[First + 63 - Lane];
  }
}

// As chain, one work-item of each wave, and a flag of its own for each step.
SIZE(192) kernel void two_flags(global const int *restrict In,
                                global int *restrict Out) {
  local int Word;
  local atomic_int First, Second;
  int Id = get_local_id(0);
  if (Id == 0) {
    atomic_init(&First, 0);
    atomic_init(&Second, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id == 0) {
    Word = In[0];
    SET(First, 1);
  } else if (Id == 64) {
    while (GET(First) == 0)
      ;
    SET(Second, 1);
  } else if (Id == 128) {
    while (GET(Second) == 0)
      ;
    Out[0] = Word;
  }
}

// As leader, with an acquire fence where the one lane waits.
SIZE(128) kernel void leader_fence(global const int *restrict In,
                                   global int *restrict Out) {
  local int Words[64];
  local atomic_int Full;
  int Id = get_local_id(0), Lane = Id % 64;
  if (Id == 0)
    atomic_init(&Full, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    Words[Lane] = In[Lane];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (Lane == 0)
      SET(Full, 1);
  } else {
    if (Lane == 0) {
      while (atomic_load_explicit(&Full, memory_order_relaxed,
                                  memory_scope_work_group) == 0)
        ;
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire,
                             memory_scope_work_group);
    }
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    Out[Lane] = Words[63 - Lane];
  }
}

// A flag that is looked at in a way that the view does not follow.
SIZE(128) kernel void counted_bits(global const int *restrict In,
                                   global int *restrict Out) {
  local int Words[64];
  local atomic_int Full;
  int Id = get_local_id(0), Lane = Id % 64;
  if (Id == 0)
    atomic_init(&Full, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < 64) {
    Words[Lane] = In[Lane];
    if (Lane == 0)
      SET(Full, 1);
  } else {
    while ((float)GET(Full) < 0.5f)
      ;
    Out[Lane] = Words[63 - Lane];
  }
}
