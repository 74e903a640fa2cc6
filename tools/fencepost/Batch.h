//===- Batch.h - Many independent inputs in parallel, results in order ----===//
// Threads take inputs in turn; whoever completes the input that is next in
// order passes on every result that is ready. No thread runs further ahead than
// a window, so memory does not grow with the number of inputs, and what is
// passed on does not depend on the number of threads.
// Tested by test/litmus-cli/parallel.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_BATCH_H
#define FENCEPOST_TOOLS_BATCH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace fencepost {

template <typename Result> class Batch {
public:
  using WorkFunction = llvm::function_ref<Result(size_t)>;
  using EmitFunction = llvm::function_ref<void(Result &&)>;

  /// \p Work is called from any thread, \p Emit by one at a time.
  Batch(size_t Count, WorkFunction Work, EmitFunction Emit)
      : Count(Count), Work(Work), Emit(Emit), Ready(Window) {}

  void run(unsigned Jobs) {
    std::vector<std::thread> Others;
    for (size_t I = 1; I < Jobs && I < Count; ++I)
      Others.emplace_back([this] { workLoop(); });
    workLoop();
    for (std::thread &T : Others)
      T.join();
  }

private:
  void workLoop() {
    std::unique_lock<std::mutex> Lock(Mutex);
    while (true) {
      Moved.wait(Lock, [&] { return Next == Count || Next < Done + Window; });
      if (Next == Count)
        return;
      size_t Mine = Next++;
      Lock.unlock();
      Result R = Work(Mine);
      Lock.lock();
      Ready[Mine % Window] = std::move(R);
      emitReady();
    }
  }

  void emitReady() {
    for (; Ready[Done % Window]; ++Done) {
      Emit(std::move(*Ready[Done % Window]));
      Ready[Done % Window].reset();
    }
    Moved.notify_all();
  }

  static constexpr size_t Window = 256;
  const size_t Count;
  WorkFunction Work;
  EmitFunction Emit;
  std::mutex Mutex;
  std::condition_variable Moved;
  size_t Next = 0; ///< The first that nobody has taken.
  size_t Done = 0; ///< The first that was not passed on.
  std::vector<std::optional<Result>> Ready; ///< Number I stands at I % Window.
};

} // namespace fencepost

#endif
