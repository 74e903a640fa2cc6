// What lies before an argument is read.
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void before(global const int *restrict from, global int *restrict to) {
  to[get_local_id(0)] = from[(int)get_local_id(0) - 64];
}
