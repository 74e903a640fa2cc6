// Loads that LLVM makes before it is known whether their values are needed: only
// those that are needed race. With RACY other work-items need them.
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 0 1 2; do fencepost check -mcpu=$p %s -- -O$o || exit 1; done; done | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
//
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 0 1 2; do not fencepost check -mcpu=$p %s -- -O$o -DRACY || exit 1; done; done >%t.racy
// RUN: grep -c '6 kernels checked: 6 errors, 0 warnings, 0 unknown' %t.racy | FileCheck %s --check-prefix=ALL
// ALL: {{^}}15{{$}}
//
// A load that was moved has no line of its own; the kernel's is given.
// RUN: not fencepost check -mcpu=gfx942 %s -- -O1 -DRACY | FileCheck %s --check-prefix=RACY
// RACY: speculated.cl:[[@LINE+16]]:{{[0-9]+}}: error: kernel own: {{.*}}'own.Sum'{{.*}} [lds-race]
// RACY-NEXT: Sum = In[get_group_id(0)];
// RACY-NEXT: ^
// RACY-NEXT: speculated.cl:[[@LINE+9]]:1: note: work-item {{[0-9]+}} reads it here
#ifdef RACY
#define RIGHT(Good, Bad) Bad
#else
#define RIGHT(Good, Bad) Good
#endif
#define SHAPE __attribute__((reqd_work_group_size(128, 1, 1))) kernel
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

SHAPE void own(global const int *restrict In, global int *restrict Out) {
  local int Sum;
  int Id = get_local_id(0);
  if (Id == 0)
    Sum = In[get_group_id(0)];
  int Add = 0;
  if (RIGHT(Id == 0, In[Id] > 3))
    Add = Sum;
  Out[get_global_id(0)] = Add;
}

SHAPE void otherwise(global const int *restrict In, global int *restrict Out) {
  local int Words[4];
  int Id = get_local_id(0);
  if (Id == 5)
    Words[2] = In[get_group_id(0)];
  int Add = In[Id];
  if (RIGHT(Id == 5, Id > 5))
    Add = Words[2];
  Out[get_global_id(0)] = Add;
}

SHAPE void flag(global const int *restrict In, global int *restrict Out) {
  local int Word;
  local atomic_uint Ready;
  int Id = get_local_id(0);
  if (Id == 0)
    atomic_init(&Ready, 0);
  BARRIER;
  if (Id == 0) {
    Word = In[get_group_id(0)];
    atomic_store_explicit(&Ready, 1, memory_order_release, memory_scope_work_group);
  } else if (Id >= 64) {
    int Add = 0;
    if (RIGHT(atomic_load_explicit(&Ready, memory_order_acquire, memory_scope_work_group), In[Id] > 3))
      Add = Word;
    Out[get_global_id(0)] = Add;
  }
}

SHAPE void last_wave(global const int *restrict In, global int *restrict Out) {
  local int Most;
  int Id = get_local_id(0);
  BARRIER;
  if (Id == 127)
    Most = In[get_group_id(0)];
  int Add = 1;
  if (RIGHT(Id == 127, Id != 127))
    Add = Most;
  Out[get_global_id(0)] = Add + In[Id];
}

// What is computed from the value is taken or not.
SHAPE void both(global const int *restrict In, global int *restrict Out) {
  local int Found;
  int Id = get_local_id(0);
  if (Id == 0)
    Found = In[get_group_id(0)];
  int Add = 1;
  if (RIGHT(Id == 0, Id < 100) && Found > 5)
    Add = 3;
  Out[get_global_id(0)] = Add;
}

// The load is moved out of the loop.
SHAPE void loop(global const int *restrict In, global int *restrict Out, int Count) {
  local int Start;
  int Id = get_local_id(0), Sum = 0;
  if (Id == 0)
    Start = In[get_group_id(0)];
  for (int I = 0; I < Count; ++I) {
    if (RIGHT(Id == 0, Id != 0))
      Sum += Start;
    else
      Sum ^= In[Id + I * 128];
  }
  Out[get_global_id(0)] = Sum;
}
