//===- AsyncCompletion.cpp - When a thread's transfers are complete ------===//
// See AsyncCompletion.h. The transfers that are not complete are a queue for
// each hardware counter; marks are numbered, and a transfer keeps the number of
// marks made before it.
//===----------------------------------------------------------------------===//
#include "AsyncCompletion.h"
#include "fencepost/Check/Async.h"
#include <deque>

namespace fencepost::check {

using namespace view;
using llvm::StringRef;

bool isAsyncTransfer(const Event &E) {
  return E.Kind == EventKind::Transfer && E.Op.Kind == OpKind::AsyncLoad;
}

bool isTensorTransfer(const Event &E) {
  return isAsyncTransfer(E) && StringRef(E.Text).starts_with("tensor");
}

/// The count of vmcnt in an s_waitcnt, as a name or in the immediate operand:
/// bits 3:0 and 15:14 on GFX9 and GFX10, which alone have async transfers that
/// vmcnt counts (spec/003, "LDS DMA Operations").
static std::optional<uint32_t> vmcntOf(StringRef Operand) {
  uint32_t Number = 0;
  if (!Operand.getAsInteger(0, Number)) {
    uint32_t Count = (Number & 0xf) | (Number >> 14 & 0x3) << 4;
    return Count == 63 ? std::nullopt : std::optional(Count);
  }
  size_t At = Operand.find("vmcnt(");
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Count = Operand.drop_front(At + 6).split(')').first.trim();
  return Count.getAsInteger(0, Number) ? std::nullopt : std::optional(Number);
}

MachineWaitEffect effectOf(StringRef MachineWait) {
  auto [Mnemonic, Operand] = MachineWait.split(' ');
  Operand = Operand.trim();
  MachineWaitEffect Effect;
  if (Mnemonic == "s_wait_idle") {
    Effect.Async = Effect.Tensor = true;
  } else if (Mnemonic == "s_wait_asynccnt" || Mnemonic == "s_wait_tensorcnt") {
    (Mnemonic == "s_wait_asynccnt" ? Effect.Async : Effect.Tensor) = true;
    if (Operand.getAsInteger(0, Effect.Left)) {
      Effect.Left = Never;
      Effect.InDoubt = true;
    }
  } else if (Mnemonic == "s_waitcnt") {
    if (std::optional<uint32_t> Left = vmcntOf(Operand)) {
      Effect.Async = true;
      Effect.Left = *Left;
      Effect.InDoubt = *Left != 0; // Other accesses are counted, too.
    }
  }
  return Effect;
}

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
      step(I, Run.Steps[I].At.in(View));
    return std::move(Result);
  }

private:
  void step(uint32_t I, const Event &E);
  void machineWait(uint32_t I, const MachineWaitEffect &Effect);
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
  std::deque<Issued> Async, Tensor;
  uint32_t Marks = 0, Waits = 0;
  TransferTimes Result;
};

void CompletionFinder::machineWait(uint32_t I,
                                   const MachineWaitEffect &Effect) {
  for (std::deque<Issued> *Queue : {&Async, &Tensor}) {
    if (!(Queue == &Async ? Effect.Async : Effect.Tensor))
      continue;
    while (Queue->size() > Effect.Left)
      complete(*Queue, I);
    if (Effect.InDoubt)
      doubt(*Queue);
  }
}

void CompletionFinder::step(uint32_t I, const Event &E) {
  Result.WaitsBefore.push_back(Waits);
  switch (E.Kind) {
  case EventKind::Transfer:
    if (isAsyncTransfer(E))
      (isTensorTransfer(E) ? Tensor : Async).push_back({I, Marks});
    return;
  case EventKind::AsyncMark:
    ++Marks;
    return;
  case EventKind::AsyncWait:
    ++Waits;
    for (std::deque<Issued> *Queue : {&Async, &Tensor})
      while (!Queue->empty() && Marks - Queue->front().MarksBefore > E.Op.Marks)
        complete(*Queue, I);
    return;
  case EventKind::MachineWait:
    ++Waits;
    return machineWait(I, effectOf(E.Text));
  default:
    doubt(Async);
    doubt(Tensor);
    return;
  }
}

} // namespace

TransferTimes completionOf(const SyncView &View, const sim::Trace &Run) {
  return CompletionFinder(View, Run).run();
}

} // namespace fencepost::check
