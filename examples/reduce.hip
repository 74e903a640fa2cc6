// Sums 256 numbers per work-group through LDS. Without any HIP headers:
//   clang-22 -x hip --offload-device-only --offload-arch=gfx942 --no-gpu-bundle-output \
//     -nogpuinc -nogpulib -O2 -g -c reduce.hip -o reduce-gfx942.hsaco
#define SIZE 256
#define DEVICE __attribute__((device))
#define KERNEL __attribute__((global))
#define SHARED __attribute__((shared))

DEVICE static void barrierWithFences() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" KERNEL __attribute__((amdgpu_flat_work_group_size(SIZE, SIZE)))
void reduce(const float *in, float *out, float scale) {
  SHARED static float tile[SIZE];
  unsigned lane = __builtin_amdgcn_workitem_id_x();
  unsigned group = __builtin_amdgcn_workgroup_id_x();
  tile[lane] = in[group * SIZE + lane] * scale;
  barrierWithFences();
  for (unsigned step = SIZE / 2; step > 0; step /= 2) {
    if (lane < step)
      tile[lane] += tile[lane + step];
    barrierWithFences();
  }
  if (lane == 0)
    out[group] = tile[0];
}
