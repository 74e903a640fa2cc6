//===- Shapes.cpp - Kernels in a short notation ---------------------------===//
// See Shapes.h.
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

namespace fencepost::place {

using namespace view;
using K = ValueKind;
using llvm::StringRef;

namespace {

constexpr unsigned WaveSize = 4;

class Reader {
public:
  Reader(StringRef Text, unsigned Waves)
      : Text(Text), Size(Waves * WaveSize), Out(Size, WaveSize) {}
  SyncView run() {
    sequence();
    return Out.finish();
  }

private:
  void sequence();
  void access(char What);
  void loop(bool MayBeEmpty);
  void condition(bool Uniform);
  check::Kernel::Id index(char What);
  uint32_t bufferOf(StringRef Name);

  StringRef Text;
  unsigned Size;
  check::Kernel Out;
  std::map<std::string, uint32_t> Buffers;
  std::vector<check::Kernel::Id> Counters;
};

uint32_t Reader::bufferOf(StringRef Name) {
  auto [It, New] = Buffers.try_emplace(Name.str());
  if (New)
    It->second = Out.object(Name.str().c_str());
  return It->second;
}

/// Which word of a buffer is touched by this work-item.
check::Kernel::Id Reader::index(char What) {
  check::Kernel::Id Own = Out.tid();
  if (What == 'w' || What == 'g')
    return Own;
  if (What == 'o')
    return Out.op(K::Xor, Own, 1);
  unsigned Waves = What == 'r' ? 1 : 2; // Whose, that many further.
  return Out.op(K::Xor, Own, int(Waves * WaveSize));
}

void Reader::access(char What) {
  StringRef Name = Text.take_while([](char C) { return llvm::isAlpha(C); });
  Text = Text.drop_front(Name.size());
  check::Kernel::Id At = index(What);
  if (Text.consume_front("%")) {
    unsigned Slots = 1, Ahead = 0;
    Text.consumeInteger(10, Slots);
    if (Text.consume_front("+"))
      Text.consumeInteger(10, Ahead);
    check::Kernel::Id Turn =
        Counters.empty() ? Out.constant(0) : Counters.back();
    check::Kernel::Id Slot =
        Out.op(K::URem, Out.op(K::Add, Turn, int(Ahead)), int(Slots));
    At = Out.op(K::Add, At, Out.op(K::Mul, Slot, int(Size)));
  }
  uint32_t In = bufferOf(Name);
  if (What == 'a')
    Out.atomicAdd(In, At);
  else if (What == 'r' || What == 'o')
    Out.load(In, At);
  else
    Out.store(In, At);
}

void Reader::loop(bool MayBeEmpty) {
  BlockId Before = Out.Now;
  check::Kernel::Id Trips = Out.argument(7);
  check::Kernel::Id Zero = Out.constant(0);
  if (MayBeEmpty)
    Out.View.Blocks[Before].UniformExit = true;
  Out.loop();
  BlockId Body = Out.block("body");
  check::Kernel::Id I = Out.phi({{Before, Zero}}, true);
  Counters.push_back(I);
  sequence();
  Counters.pop_back();
  check::Kernel::Id Next = Out.op(K::Add, I, 1);
  check::Kernel::Id More = Out.op(K::ULt, Next, Trips);
  BlockId Latch = Out.Now;
  Out.addIncoming(I, Latch, Next);
  Out.endLoop();
  BlockId After = Out.block("after");
  Out.branch(Latch, More, Body, After, true);
  if (!MayBeEmpty) {
    Out.jump(Before, Body);
    return;
  }
  Out.Now = Before;
  check::Kernel::Id Any = Out.op(K::ULt, Zero, Trips);
  Out.Now = After;
  Out.branch(Before, Any, Body, After, true);
}

void Reader::condition(bool Uniform) {
  BlockId Before = Out.Now;
  check::Kernel::Id Holds = Uniform ? Out.op(K::Ne, Out.unknown(true), 0)
                                    : Out.op(K::ULt, Out.tid(), int(WaveSize));
  BlockId Then = Out.block("then");
  sequence();
  BlockId End = Out.Now;
  BlockId After = Out.block("join");
  Out.jump(End, After);
  Out.branch(Before, Holds, Then, After, Uniform);
}

void Reader::sequence() {
  while (true) {
    Text = Text.ltrim();
    if (Text.empty() || Text.consume_front("}"))
      return;
    if (Text.consume_front("loop{"))
      loop(false);
    else if (Text.consume_front("some{"))
      loop(true);
    else if (Text.consume_front("if{"))
      condition(true);
    else if (Text.consume_front("div{"))
      condition(false);
    else if (Text.consume_front("|"))
      Out.barrier();
    else {
      char What = Text.front();
      Text = Text.drop_front();
      access(What);
    }
  }
}

} // namespace

SyncView shape(StringRef Text, unsigned Waves) {
  return Reader(Text, Waves).run();
}

} // namespace fencepost::place
