// What the kernel itself has put into LDS: numbers that it made are not any
// numbers, and data are. With RACY the branches and indexes do not help.
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 0 1 2; do fencepost check -mcpu=$p %s -- -O$o || exit 1; done; done | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
//
// RUN: not fencepost check -mcpu=gfx942 -Wpossible %s -- -O1 | FileCheck %s --check-prefix=POSSIBLE
// POSSIBLE-DAG: kernel index: possible: race on LDS 'index.Data': {{.*}}an address or a condition depends on an unknown value
// POSSIBLE-DAG: kernel masked: possible: race on LDS 'masked.Data': {{.*}}an address or a condition depends on an unknown value
// POSSIBLE-DAG: kernel mode: possible: race on LDS 'mode.Data': {{.*}}an address or a condition depends on an unknown value
//
// RUN: for p in gfx90a gfx942 gfx1100 gfx1201 gfx1250; do for o in 0 1 2; do not fencepost check -mcpu=$p %s -- -O$o -DRACY >%t.racy || exit 1; grep -o "race on LDS '[a-zA-Z.]*'" %t.racy | sort -u; done; done | sort | uniq -c | FileCheck %s --check-prefix=RACY
// RACY:      15 race on LDS 'chosen.Sums'
// RACY-NEXT: 15 race on LDS 'found.Data'
// RACY-NEXT: 15 race on LDS 'index.Data'
// RACY-NEXT: 15 race on LDS 'masked.Data'
// RACY-NEXT: 15 race on LDS 'mode.Data'
// RACY-NEXT: 15 race on LDS 'shared.Data'
// RACY-NEXT: 15 race on LDS 'swap.Keys'
#ifdef RACY
#define RIGHT(Good, Bad) Bad
#else
#define RIGHT(Good, Bad) Good
#endif
#define SHAPE kernel __attribute__((reqd_work_group_size(256, 1, 1)))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// The upper half of Data is read, the lower one written.
SHAPE void index(global const int *restrict In, global int *restrict Out) {
  local int Where[256], Data[256];
  int Id = get_local_id(0);
  Where[Id] = 128 + (Id * 7 & 127);
  BARRIER;
  int From = RIGHT(Where[255 - Id] & 255, 255 - Id);
  if (Id < 64)
    Data[Id] = In[Id];
  else if (Id >= 128)
    Out[Id] = Data[From];
}

// The same, and data picks a place in the upper half.
SHAPE void masked(global const int *restrict In, global int *restrict Out) {
  local int Where[256], Data[256];
  int Id = get_local_id(0);
  Where[Id] = 128 + (In[Id] & 127);
  BARRIER;
  int From = RIGHT(Where[255 - Id] & 255, In[255 - Id] & 255);
  if (Id < 64)
    Data[Id] = In[Id];
  else if (Id >= 128)
    Out[Id] = Data[From];
}

// A mode that never is 3.
SHAPE void mode(global const int *restrict In, global int *restrict Out) {
  local int Data[256];
  local float Mode;
  int Id = get_local_id(0);
  if (Id == 0)
    Mode = 1.0f;
  BARRIER;
  int Bits = *(local int *)&Mode;
  Data[Id] = In[Id];
  if (RIGHT(Bits == 3, Id != 0))
    Out[Id] = Data[255 - Id];
}

// An argument decides for all of the work-group.
SHAPE void shared(global const int *restrict In, global int *restrict Out, int Which) {
  local int Data[256], Mode;
  int Id = get_local_id(0);
  if (Id == 0)
    Mode = Which;
  BARRIER;
  Data[Id] = In[Id];
  RIGHT(BARRIER, );
  if (Mode > 3)
    Out[Id] = Data[255 - Id];
}

// Data decides whether two neighbours are exchanged.
SHAPE void swap(global int *restrict Out) {
  local int Keys[512];
  int Id = get_local_id(0);
  Keys[Id] = Out[Id];
  Keys[Id + 256] = Out[Id + 256];
  for (int Far = 256; Far > 0; Far >>= 1) {
    RIGHT(BARRIER, );
    int Low = 2 * Id - (Id & (Far - 1));
    int A = Keys[Low], B = Keys[Low + Far];
    if (A > B) {
      Keys[Low] = B;
      Keys[Low + Far] = A;
    }
  }
  BARRIER;
  Out[Id] = Keys[Id];
}

// One number, but data decides whether it is there.
SHAPE void found(global const int *restrict In, global int *restrict Out) {
  local int Data[256], Any;
  int Id = get_local_id(0);
  if (Id == 0)
    Any = 0;
  BARRIER;
  if (In[Id] == 5)
    Any = 1;
  BARRIER;
  Data[Id] = In[Id];
  RIGHT(BARRIER, );
  if (Any)
    Out[Id] = Data[255 - Id];
}

// Data picks a sum by comparing.
SHAPE void chosen(global const int *restrict In, global int *restrict Out) {
  local int Near[4], Sums[4];
  int Id = get_local_id(0), Best = 0, Least = INT_MAX;
  if (Id < 4) {
    Near[Id] = In[Id];
    Sums[Id] = 0;
  }
  BARRIER;
  for (int K = 0; K < 4; ++K) {
    int Apart = abs(In[Id + 4] - Near[K]);
    Best = Apart < Least ? K : Best;
    Least = min(Apart, Least);
  }
  atomic_add(&Sums[Best], 1);
  RIGHT(BARRIER, );
  if (Id < 4)
    Out[Id] = Sums[Id];
}
