// Uses what tools/fencepost/OldGlibc.cpp stands in for.
#include <cmath>
#include <cstdio>
#include <pthread.h>
#include <stdexcept>
#include <sys/stat.h>

struct Global {
  Global() { puts("constructed"); }
  ~Global() { puts("destroyed"); }
} Only;

static void *say(void *) {
  puts("a thread ran");
  return nullptr;
}

int main(int Argc, char **Argv) {
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception &E) {
    printf("caught: %s\n", E.what());
  }
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, say, nullptr))
    return 1;
  pthread_join(Thread, nullptr);

  struct stat File, Directory, Link;
  if (stat(Argv[0], &File) || stat("/", &Directory) ||
      lstat("/proc/self/exe", &Link))
    return 2;
  printf("%s, %s, %s\n", File.st_size ? "a file of some size" : "?",
         S_ISDIR(Directory.st_mode) ? "a directory" : "?",
         S_ISLNK(Link.st_mode) ? "a link" : "?");
  double One = Argc;
  printf("%g %g %g %g\n", std::pow(2 * One, 3 * One), std::exp(One - 1),
         std::log2(8 * One), std::round(10 * std::log(2.3 * One)));
  return 0;
}
