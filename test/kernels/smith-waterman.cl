// KERNEL: processors=gfx90a,gfx942,gfx1100,gfx1201,gfx1250 expect=silent
// Scores of aligning two strings of 256 letters, one diagonal a step; the last
// two diagonals and the new one are a ring of three rows.
// Barriers: the one in the loop shows the diagonal, and keeps the next, which
// takes the place of the oldest, after the reads of that. The one before the
// loop shows the zeros, and is needless: in the first step only work-item 0
// reads, and what it wrote itself.
#define SIZE 256

__attribute__((reqd_work_group_size(SIZE, 1, 1)))
kernel void smith_waterman(global const uchar *restrict A,
                           global const uchar *restrict B,
                           global int *restrict Best) {
  local int Diagonals[3][SIZE + 1];
  uint L = get_local_id(0);
  for (uint R = 0; R < 3; ++R) {
    Diagonals[R][L + 1] = 0;
    if (L == 0)
      Diagonals[R][0] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int Most = 0;
  uchar Letter = A[get_group_id(0) * SIZE + L];
  for (uint D = 0; D < 2 * SIZE - 1; ++D) {
    uint New = D % 3, Last = (D + 2) % 3, Oldest = (D + 1) % 3;
    if (L <= D && D - L < SIZE) {
      int Match = Letter == B[D - L] ? 2 : -1;
      int Score = max(0, Diagonals[Oldest][L] + Match);
      Score = max(Score, Diagonals[Last][L] - 1);
      Score = max(Score, Diagonals[Last][L + 1] - 1);
      Diagonals[New][L + 1] = Score;
      Most = max(Most, Score);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Best[get_group_id(0) * SIZE + L] = Most;
}
