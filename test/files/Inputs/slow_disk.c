/* A disk that takes its time: preloaded, it keeps the program in the flush of its first file. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

int fdatasync(int Fd) {
  (void)Fd;
  FILE *Started = fopen(getenv("SLOW_STARTED"), "w");
  fprintf(Started, "%d\n", (int)getpid());
  fclose(Started);
  sleep(1000);
  return 0;
}
