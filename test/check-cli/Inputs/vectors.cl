// Vectors in LDS, written and read element by element.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void mirror(global const float *from, global float *to, int count) {
  local float tile[512];
  int i = get_local_id(0);
  vstore4(vload4(get_global_id(0), from), i, tile);
#ifdef FIXED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (count > 7)
    vstore4(vload4(127 - i, tile), get_global_id(0), to);
}

// Three elements are 6 bytes, next to each other.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void three(global const half *from, global half *to) {
  int i = get_local_id(0);
#ifdef FIXED
  vstore_half3(vload_half3(i, from), i, to);
#else
  vstore_half3(vload_half3(i, from), i, to + (i & 1));
#endif
}

// Only the side in global memory has the stride.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void strided(global int *data) {
  local int tile[128];
  event_t e = async_work_group_strided_copy(tile, data, 128, 4, 0);
  wait_group_events(1, &e);
  int next = tile[get_local_id(0) ^ 64];
#ifdef FIXED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  tile[get_local_id(0)] = next + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_strided_copy(data, tile, 128, 4, 0);
  wait_group_events(1, &e);
}

// Its arguments are read.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void print(global const int *from) {
  local int tile[128];
  int i = get_local_id(0);
  tile[i] = from[i];
#ifdef FIXED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  printf("%d\n", tile[127 - i]);
}
