/* Each work-item takes what its mirror image put into LDS. */
int unused_so_clang_warns;
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void mirror(global const int *restrict in, global int *restrict out) {
  local int tile[256];
  int i = get_local_id(0), not_used;
  tile[i] = in[get_global_id(0)];
#ifdef FIXED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = tile[255 - i];
  "nothing";
#ifdef BROKEN
  out[get_global_id(0)] = nobody;
#endif
}
