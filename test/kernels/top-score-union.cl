// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// One piece of LDS used twice: first as 256 floats for a maximum, then as 256
// integers for a count of the values near it.
// Barriers: the first shows the values; the second keeps the integers after the
// reads of the floats in the same bytes; the third shows them. All are needed.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void top_score_union(global const float *restrict In,
                            global uint *restrict Out) {
  local uint Bytes[SIZE];
  local float *Values = (local float *)Bytes;
  uint L = get_local_id(0);
  float Mine = In[get_group_id(0) * SIZE + L];
  Values[L] = Mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  float Most = Mine;
  for (uint I = 0; I < SIZE; ++I)
    Most = max(Most, Values[I]);
  barrier(CLK_LOCAL_MEM_FENCE);
  Bytes[L] = Mine > 0.5f * Most;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (L == 0) {
    uint Count = 0;
    for (uint I = 0; I < SIZE; ++I)
      Count += Bytes[I];
    Out[get_group_id(0)] = Count;
  }
}
