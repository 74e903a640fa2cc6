//===- AsyncCompletion.cpp - When a thread's transfers are complete ------===//
// See AsyncCompletion.h. The transfers that are not complete are a queue for
// each hardware counter; marks are numbered, and a transfer keeps the number of
// marks made before it.
//===----------------------------------------------------------------------===//
#include "AsyncCompletion.h"
#include "fencepost/Check/Async.h"
#include <deque>
#include <map>

namespace fencepost::check {

using namespace view;
namespace {

struct Issued {
  uint32_t Step;
  uint32_t MarksBefore;
};

class CompletionFinder {
public:
  CompletionFinder(const SyncView &View, const sim::Trace &Run)
      : View(View), Run(Run) {}

  TransferTimes run() {
    size_t Size = Run.Steps.size();
    Result.DoneAt.assign(Size, Never);
    Result.InDoubt.assign(Size, false);
    for (uint32_t I = 0; I < Size; ++I)
      step(I, Run.Steps[I].Site.in(View));
    return std::move(Result);
  }

private:
  void step(uint32_t I, const Event &E);
  void counterWait(uint32_t I, const Event &E);
  void complete(std::deque<Issued> &Queue, uint32_t At) {
    Result.DoneAt[Queue.front().Step] = At;
    Queue.pop_front();
  }
  void doubt(const std::deque<Issued> &Queue) {
    for (const Issued &Transfer : Queue)
      Result.InDoubt[Transfer.Step] = true;
  }

  const SyncView &View;
  const sim::Trace &Run;
  std::map<Counter, std::deque<Issued>> Outstanding;
  uint32_t Marks = 0, Waits = 0;
  TransferTimes Result;
};

void CompletionFinder::counterWait(uint32_t I, const Event &E) {
  for (auto &[Counted, Queue] : Outstanding) {
    std::optional<OutstandingTransfers> After = outstandingAfter(E, Counted);
    if (!After)
      continue;
    while (Queue.size() > After->Most)
      complete(Queue, I);
    if (After->InDoubt)
      doubt(Queue);
  }
}

void CompletionFinder::step(uint32_t I, const Event &E) {
  Result.WaitsBefore.push_back(Waits);
  Waits += isTransferWait(E);
  switch (E.Kind) {
  case EventKind::Transfer:
    if (isAsyncTransfer(E))
      Outstanding[E.Transfer.Counted].push_back({I, Marks});
    return;
  case EventKind::AsyncMark:
    ++Marks;
    return;
  case EventKind::AsyncWait:
    for (auto &[Counted, Queue] : Outstanding)
      while (!Queue.empty() && Marks - Queue.front().MarksBefore > E.Op.Marks)
        complete(Queue, I);
    return;
  case EventKind::CounterWait:
    return counterWait(I, E);
  case EventKind::WaveBarrier:
  case EventKind::Machine:
    return;
  default:
    for (auto &[Counted, Queue] : Outstanding)
      doubt(Queue);
    return;
  }
}

} // namespace

TransferTimes completionOf(const SyncView &View, const sim::Trace &Run) {
  return CompletionFinder(View, Run).run();
}

} // namespace fencepost::check
