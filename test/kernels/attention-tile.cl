// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Attention with a running softmax: each work-item owns a query of 16 numbers;
// tiles of 32 keys and values go through LDS.
// Barriers: the first of the loop shows the tile; the second keeps the next
// tile's stores after the reads of this one. None is needless.
#define SIZE 128
#define KEYS 32
#define WIDTH 16

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void attention_tile(global const float *restrict Q,
                           global const float *restrict K,
                           global const float *restrict V,
                           global float *restrict Out, uint Count) {
  local float Keys[KEYS * WIDTH];
  local float Values[KEYS * WIDTH];
  uint L = get_local_id(0);
  uint Row = (get_group_id(0) * SIZE + L) * WIDTH;
  float Query[WIDTH], Sum[WIDTH];
  for (uint D = 0; D < WIDTH; ++D) {
    Query[D] = Q[Row + D];
    Sum[D] = 0;
  }
  float Most = -INFINITY, Weight = 0;
  for (uint T = 0; T < Count; T += KEYS) {
    for (uint I = L; I < KEYS * WIDTH; I += SIZE) {
      Keys[I] = K[T * WIDTH + I];
      Values[I] = V[T * WIDTH + I];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint J = 0; J < KEYS; ++J) {
      float Score = 0;
      for (uint D = 0; D < WIDTH; ++D)
        Score += Query[D] * Keys[J * WIDTH + D];
      float NewMost = max(Most, Score);
      float Scale = exp(Most - NewMost), Part = exp(Score - NewMost);
      Weight = Weight * Scale + Part;
      for (uint D = 0; D < WIDTH; ++D)
        Sum[D] = Sum[D] * Scale + Part * Values[J * WIDTH + D];
      Most = NewMost;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint D = 0; D < WIDTH; ++D)
    Out[Row + D] = Sum[D] / Weight;
}
