// A mailbox in LDS, both ways: the giver waits until the word was taken, the
// taker until it was given. Each of the four accesses of the flag is needed
// with its order; without one of them, only some of the accesses of the word
// are ordered.
// RUN: fencepost check -mcpu=gfx942 %s | FileCheck %s --allow-empty --check-prefix=SILENT
// RUN: fencepost check -mcpu=gfx1201 %s -- -O0 | FileCheck %s --allow-empty --check-prefix=SILENT
// RUN: not fencepost check -mcpu=gfx942 %s -- -DTAKEN=memory_order_relaxed | FileCheck %s --check-prefix=BACK
// RUN: not fencepost check -mcpu=gfx942 %s -- -DTAKE=memory_order_relaxed | FileCheck %s --check-prefix=BACK
// RUN: not fencepost check -mcpu=gfx942 %s -- -DGIVEN=memory_order_relaxed | FileCheck %s --check-prefix=FORTH
// RUN: not fencepost check -mcpu=gfx942 %s -- -DGIVE=memory_order_relaxed | FileCheck %s --check-prefix=FORTH
// RUN: not fencepost check -mcpu=gfx1100 %s -- -O0 -DTAKEN=memory_order_relaxed | FileCheck %s --check-prefix=BACK
// RUN: not fencepost check -mcpu=gfx1250 %s -- -O0 -DGIVE=memory_order_relaxed | FileCheck %s --check-prefix=FORTH
//
// SILENT-NOT: {{.}}
//
// The word of the first iteration is read while that of the second is written.
// BACK: error: kernel mailbox: {{.*}}'mailbox.Box'{{.*}}in iteration 0{{.*}}byte [[BYTE:[0-9]+]]{{.*}}in iteration 1{{.*}} [lds-race]
// BACK: 1 kernel checked: 1 error, 0 warnings, 0 unknown
//
// FORTH: error: kernel mailbox: {{.*}}'mailbox.Box'{{.*}}in iteration 0{{.*}}byte [[BYTE:[0-9]+]]{{.*}}in iteration 0{{.*}} [lds-race]
// FORTH: 1 kernel checked: 1 error, 0 warnings, 0 unknown

#ifndef TAKEN
#define TAKEN memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif
#ifndef GIVEN
#define GIVEN memory_order_acquire
#endif
#ifndef TAKE
#define TAKE memory_order_release
#endif
#define HALF 128

__attribute__((reqd_work_group_size(2 * HALF, 1, 1)))
kernel void mailbox(global const int *restrict In, global int *restrict Out,
                    uint Steps) {
  local int Box[HALF];
  local atomic_uint Turn[HALF];
  uint Id = get_local_id(0), Place = Id % HALF;
  if (Id < HALF)
    atomic_init(&Turn[Place], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (Id < HALF) {
    for (uint Step = 0; Step < Steps; ++Step) {
      while (atomic_load_explicit(&Turn[Place], TAKEN,
                                  memory_scope_work_group) != 2 * Step)
        ;
      Box[Place] = In[Step * HALF + Place];
      atomic_store_explicit(&Turn[Place], 2 * Step + 1, GIVE,
                            memory_scope_work_group);
    }
    return;
  }
  int Sum = 0;
  for (uint Step = 0; Step < Steps; ++Step) {
    while (atomic_load_explicit(&Turn[Place], GIVEN,
                                memory_scope_work_group) != 2 * Step + 1)
      ;
    Sum += Box[Place];
    atomic_store_explicit(&Turn[Place], 2 * Step + 2, TAKE,
                          memory_scope_work_group);
  }
  Out[get_group_id(0) * HALF + Place] = Sum;
}
