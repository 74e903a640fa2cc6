// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// One level of a breadth-first search: nodes found for the first time go into a
// queue in LDS, which is then copied to the next frontier.
// Barriers: the first keeps counting after the zero; the second ends the
// filling of the queue before it is counted and read; the third shows where in
// the frontier it goes. All are needed.
#define SIZE 256
#define CAPACITY 1024

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void bfs_frontier(global const uint *restrict Frontier, uint FrontierSize,
                         global const uint *restrict EdgeStart,
                         global const uint *restrict Edges,
                         global uint *restrict Level,
                         global uint *restrict NextFrontier,
                         global uint *restrict NextSize, uint NewLevel) {
  local uint Queue[CAPACITY];
  local uint Found, First;
  uint L = get_local_id(0);
  if (L == 0)
    Found = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint I = get_global_id(0);
  if (I < FrontierSize) {
    uint Node = Frontier[I];
    for (uint E = EdgeStart[Node]; E < EdgeStart[Node + 1]; ++E) {
      uint To = Edges[E];
      if (atomic_cmpxchg(&Level[To], UINT_MAX, NewLevel) != UINT_MAX)
        continue;
      uint Slot = atomic_inc(&Found);
      if (Slot < CAPACITY)
        Queue[Slot] = To;
      else
        NextFrontier[atomic_inc(NextSize)] = To;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint Queued = min(Found, (uint)CAPACITY);
  if (L == 0)
    First = atomic_add(NextSize, Queued);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Q = L; Q < Queued; Q += SIZE)
    NextFrontier[First + Q] = Queue[Q];
}
