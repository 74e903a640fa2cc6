// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Fourier transform of 512 points by 256 work-items: nine steps of butterflies
// between two buffers, each with its own order of points.
// Barriers: the one in the loop shows each step; the buffers alternate, so one a
// step is sufficient. The one before the loop shows the points, and is needless: the
// first step reads what the work-item wrote itself.
#define SIZE 256
#define POINTS (2 * SIZE)

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void fft_stockham(global float2 *Data) {
  local float2 Buffer[2][POINTS];
  uint L = get_local_id(0);
  uint At = get_group_id(0) * POINTS;
  Buffer[0][L] = Data[At + L];
  Buffer[0][L + SIZE] = Data[At + L + SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint From = 0;
  for (uint P = 1; P < POINTS; P <<= 1) {
    uint K = L & (P - 1);
    float Angle = -M_PI_F * (float)K / (float)P;
    float C = cos(Angle), S = sin(Angle);
    float2 A = Buffer[From][L], B = Buffer[From][L + SIZE];
    float2 Turned = (float2)(B.x * C - B.y * S, B.x * S + B.y * C);
    uint To = ((L - K) << 1) + K;
    Buffer[From ^ 1][To] = A + Turned;
    Buffer[From ^ 1][To + P] = A - Turned;
    barrier(CLK_LOCAL_MEM_FENCE);
    From ^= 1;
  }
  Data[At + L] = Buffer[From][L];
  Data[At + L + SIZE] = Buffer[From][L + SIZE];
}
