// One barrier has fences for global memory alone, the other for LDS alone.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void narrow(global int *a, global int *b) {
  local int t[256];
  uint id = get_local_id(0);
  a[id] = id;
  barrier(CLK_GLOBAL_MEM_FENCE);
  t[id] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[id] = a[255 - id] + t[255 - id];
}
