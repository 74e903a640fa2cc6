// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Doubles every value of tiles that are copied to LDS and back by
// async_work_group_copy; work-items write other elements than they copy.
// Needed: the wait after the copy to LDS, before the elements are used, and the
// barrier before the copy back. The wait after the copy back is needless in the
// way copies are done here (each work-item copies the same elements in and out,
// so the next copy in is after it anyway); OpenCL asks for it.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void async_copy_reverse(global float *Data, uint Tiles) {
  local float Tile[SIZE];
  uint L = get_local_id(0);
  for (uint T = get_group_id(0); T < Tiles; T += get_num_groups(0)) {
    event_t In = async_work_group_copy(Tile, Data + T * SIZE, SIZE, 0);
    wait_group_events(1, &In);
    Tile[SIZE - 1 - L] *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t Out = async_work_group_copy(Data + T * SIZE, Tile, SIZE, 0);
    wait_group_events(1, &Out);
  }
}
