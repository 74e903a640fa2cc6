// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Sum of everything in one launch: each work-group stores its part, and the one
// that finds itself last, by a counter, adds all parts.
// Needed: the barriers of the tree, as in reduce-tree.cl. The counter is taken
// with acq_rel at device scope: release publishes this group's part, acquire
// sees the others'. The barrier after it passes both the answer (LDS) and the
// acquired parts (global) on to the other work-items, so it orders all memory.
// It also keeps the second tree's stores after the reads of Sums[0] that all
// work-items make at the end of the first. None is needless.
#define SIZE 256

static float tree(local float *Sums, uint L) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint Stride = SIZE / 2; Stride > 0; Stride >>= 1) {
    if (L < Stride)
      Sums[L] += Sums[L + Stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return Sums[0];
}

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void reduce_last_block(global const float *restrict In,
                              global float *Parts, global float *Out,
                              global atomic_uint *Counter, uint Groups) {
  local float Sums[SIZE];
  local uint IsLast;
  uint L = get_local_id(0);
  Sums[L] = In[get_group_id(0) * SIZE + L];
  float Sum = tree(Sums, L);
  if (L == 0) {
    Parts[get_group_id(0)] = Sum;
    uint Before = atomic_fetch_add_explicit(
        Counter, 1, memory_order_acq_rel, memory_scope_device);
    IsLast = Before == Groups - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!IsLast)
    return;
  Sum = 0;
  for (uint I = L; I < Groups; I += SIZE)
    Sum += Parts[I];
  Sums[L] = Sum;
  Sum = tree(Sums, L);
  if (L == 0)
    Out[0] = Sum;
}
