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

class Reader {
public:
  Reader(StringRef Text, unsigned Waves, unsigned WaveSize)
      : Text(Text), WaveSize(WaveSize), Size(Waves * WaveSize),
        Out(Size, WaveSize) {}
  SyncView run() {
    sequence();
    return Out.finish();
  }

private:
  using Id = view::Kernel::Id;
  /// Values that change from iteration to iteration.
  struct Turning {
    Id Counter, Current, Next;
  };

  void sequence();
  bool synchronization();
  Event &other(EventKind Kind);
  void fencedBarrier(ScopeLevel Level, AddressSpaceSet Tags);
  void access(char Letter);
  void transfer(char Letter, uint32_t Index, Id Element);
  void loop(bool MayBeEmpty);
  void whileLoop();
  Turning header(BlockId Before);
  void latch(const Turning &T, BlockId From);
  void condition(Id Holds, bool Uniform);
  bool conditional();
  void leave(BlockId To);
  void arrive(BlockId Meant, BlockId Target);
  unsigned number();
  bool jump();
  bool hasJumps() const;
  Id index(char Letter);
  Id window(Id Element);
  Id slot(Id Element);
  uint32_t bufferOf(StringRef Name);

  StringRef Text;
  unsigned WaveSize, Size;
  view::Kernel Out;
  /// Stand for blocks that are not there yet: after the loop, and labels.
  static constexpr BlockId Left = None - 1, Labels = None - 100;
  std::map<std::string, uint32_t> Buffers;
  std::vector<Turning> Loops;
};

uint32_t Reader::bufferOf(StringRef Name) {
  auto [It, New] = Buffers.try_emplace(Name.str());
  if (New)
    It->second =
        Out.object(Name.str().c_str(), Name == "global" ? AddressSpace::Global
                                                        : AddressSpace::Local);
  return It->second;
}

/// Which word of a buffer is accessed by this work-item.
Reader::Id Reader::index(char Letter) {
  Id Own = Out.tid();
  if (Letter == 'w' || Letter == 'g' || Letter == 'y')
    return Own;
  if (Letter == 'o')
    return WaveSize == 1 ? Own : Out.op(K::Xor, Own, 1);
  if (Letter == 'n')
    return Out.op(K::URem, Out.op(K::Add, Own, 1), int(Size));
  if (Letter == 'b')
    return Out.constant(0);
  if (Letter == 's')
    return Out.op(K::Sub, Out.constant(Size - 1), Own);
  unsigned Waves = Letter == 'r' ? 1 : 2; // Whose, that many further.
  return Out.op(K::Xor, Own, int(Waves * WaveSize));
}

Reader::Id Reader::window(Id Element) {
  if (Text.consume_front(".lo"))
    return Element;
  if (Text.consume_front(".mid"))
    return Out.op(K::Add, Element, int(Size / 2));
  if (Text.consume_front(".hi"))
    return Out.op(K::Add, Element, int(Size));
  return Element;
}

Reader::Id Reader::slot(Id Element) {
  bool IsRing = Text.consume_front("%");
  if (!IsRing && !Text.consume_front("$"))
    return Element;
  unsigned Slots = 2, Ahead = 0;
  if (IsRing)
    Text.consumeInteger(10, Slots);
  if (Text.consume_front("+"))
    Text.consumeInteger(10, Ahead);
  Id Slot = Out.constant(Loops.empty() ? Ahead % Slots : 0);
  if (!Loops.empty() && IsRing)
    Slot = Out.op(K::URem, Out.op(K::Add, Loops.back().Counter, int(Ahead)),
                  int(Slots));
  else if (!Loops.empty())
    Slot = Ahead ? Loops.back().Next : Loops.back().Current;
  return Out.op(K::Add, Element, Out.op(K::Mul, Slot, int(Size)));
}

void Reader::access(char Letter) {
  StringRef Name = Text.take_while([](char C) { return llvm::isAlpha(C); });
  Text = Text.drop_front(Name.size());
  Id Element = slot(window(index(Letter)));
  uint32_t Index = bufferOf(Name);
  if (Letter == 'g' || Letter == 'y')
    transfer(Letter, Index, Element);
  else if (Letter == 'a')
    Out.atomicAdd(Index, Element);
  else if (StringRef("ronb").contains(Letter))
    Out.load(Index, Element);
  else
    Out.store(Index, Element);
}

void Reader::transfer(char Letter, uint32_t Index, Id Element) {
  Event &E = Out.transfer(bufferOf("global"), Out.tid(), Index, Element);
  if (Letter == 'y')
    E.Op.Kind = OpKind::AsyncLoad;
}

Reader::Turning Reader::header(BlockId Before) {
  Id Zero = Out.constant(0), One = Out.constant(1);
  return {Out.phi({{Before, Zero}}, true), Out.phi({{Before, Zero}}, true),
          Out.phi({{Before, One}}, true)};
}

void Reader::latch(const Turning &T, BlockId From) {
  Out.addIncoming(T.Counter, From, Out.op(K::Add, T.Counter, 1));
  Out.addIncoming(T.Current, From, T.Next);
  Out.addIncoming(T.Next, From, T.Current);
}

void Reader::loop(bool MayBeEmpty) {
  BlockId Before = Out.CurrentBlock;
  Id Trips = Out.argument(7), Zero = Out.constant(0);
  Id Any = Out.op(K::ULt, Zero, Trips);
  Id Turns = Out.op(K::Sub, Out.select(Any, Trips, Out.constant(1)), 1);
  LoopId Loop = Out.loop(Turns);
  BlockId Body = Out.block("body");
  Loops.push_back(header(Before));
  sequence();
  if (hasJumps())
    Out.View.Loops[Loop].TripCount = None;
  BlockId Latch = Out.CurrentBlock;
  latch(Loops.back(), Latch);
  Id More = Out.op(K::ULt, Out.op(K::Add, Loops.back().Counter, 1), Trips);
  Loops.pop_back();
  Out.endLoop();
  BlockId After = Out.block("after");
  arrive(Left, After);
  Out.branch(Latch, More, Body, After, true);
  if (MayBeEmpty)
    Out.branch(Before, Any, Body, After, true);
  else
    Out.jump(Before, Body);
}

void Reader::whileLoop() {
  BlockId Before = Out.CurrentBlock;
  LoopId Loop = Out.loop(Out.constant(4));
  BlockId Header = Out.block("header");
  Out.jump(Before, Header);
  Loops.push_back(header(Before));
  Id More = Out.op(K::ULt, Loops.back().Counter, 4);
  BlockId Body = Out.block("body");
  sequence();
  if (hasJumps())
    Out.View.Loops[Loop].TripCount = None;
  latch(Loops.back(), Out.CurrentBlock);
  Out.jump(Out.CurrentBlock, Header);
  Loops.pop_back();
  Out.endLoop();
  BlockId After = Out.block("after");
  arrive(Left, After);
  Out.branch(Header, More, Body, After, true);
}

/// What stands between `{` and `}`, if \p Holds.
void Reader::condition(Id Holds, bool Uniform) {
  BlockId Before = Out.CurrentBlock;
  BlockId Then = Out.block("then");
  sequence();
  BlockId End = Out.CurrentBlock;
  BlockId After = Out.block("join");
  Out.jump(End, After);
  Out.branch(Before, Holds, Then, After, Uniform);
}

bool Reader::conditional() {
  auto Argument = [&] {
    unsigned Number = number();
    Text.consume_front("{");
    return Out.argument(Number);
  };
  auto Counter = [&] {
    return Loops.empty() ? Out.constant(0) : Loops.back().Counter;
  };
  if (Text.consume_front("if{"))
    condition(Out.op(K::Ne, Out.unknown(true), 0), true);
  else if (Text.consume_front("if"))
    condition(Out.op(K::Ne, Argument(), 0), true);
  else if (Text.consume_front("not"))
    condition(Out.op(K::Eq, Argument(), 0), true);
  else if (Text.consume_front("even{"))
    condition(Out.op(K::Eq, Out.op(K::And, Counter(), 1), 0), true);
  else if (Text.consume_front("first{"))
    condition(Out.op(K::Eq, Counter(), 0), true);
  else if (Text.consume_front("div{"))
    condition(Out.op(K::ULt, Out.tid(), int(WaveSize)), false);
  else if (Text.consume_front("many{"))
    condition(Out.op(K::ULt, Out.tid(), int(Size - 1)), false);
  else
    return false;
  return true;
}

/// Whether something goes to a block that is not there yet.
bool Reader::hasJumps() const {
  return llvm::any_of(Out.View.Blocks, [](const Block &B) {
    return llvm::any_of(B.Next, [](const Edge &E) { return E.To >= Labels; });
  });
}

unsigned Reader::number() {
  unsigned Number = 0;
  Text.consumeInteger(10, Number);
  return Number;
}

/// Goes to \p To under a uniform condition.
void Reader::leave(BlockId To) {
  Id Holds = Out.op(K::Ne, Out.unknown(true), 0);
  BlockId Before = Out.CurrentBlock, After = Out.block("stay");
  Out.branch(Before, Holds, To, After, true);
}

/// Makes edges to \p Meant lead to \p Target.
void Reader::arrive(BlockId Meant, BlockId Target) {
  for (Block &B : Out.View.Blocks)
    for (Edge &E : B.Next)
      if (E.To == Meant)
        E.To = Target;
}

bool Reader::jump() {
  if (!Loops.empty() && Text.consume_front("out")) {
    leave(Left);
  } else if (Text.consume_front("jump")) {
    leave(Labels + number());
  } else if (Text.consume_front("at")) {
    BlockId Before = Out.CurrentBlock, Label = Out.block("label");
    Out.jump(Before, Label);
    arrive(Labels + number(), Label);
  } else {
    return false;
  }
  return true;
}

void Reader::fencedBarrier(ScopeLevel Level, AddressSpaceSet Tags) {
  Out.fence(Ordering::Release, Level, Tags);
  Out.barrierOp(BarrierOp::ArriveWait);
  Out.fence(Ordering::Acquire, Level, Tags);
}

Event &Reader::other(EventKind Kind) {
  std::vector<Event> &Events = Out.View.Blocks[Out.CurrentBlock].Events;
  Events.emplace_back().Kind = Kind;
  return Events.back();
}

bool Reader::synchronization() {
  if (Text.consume_front("|")) {
    Out.barrier();
  } else if (Text.consume_front("^")) {
    Out.barrier(false);
  } else if (Text.consume_front("~")) {
    fencedBarrier(ScopeLevel::Wavefront, {});
  } else if (Text.consume_front("#")) {
    fencedBarrier(ScopeLevel::Workgroup, {AddressSpace::Global});
  } else if (Text.consume_front("<")) {
    Out.fence(Ordering::Release);
    Out.barrierOp(BarrierOp::Arrive);
  } else if (Text.consume_front(">")) {
    Out.barrierOp(BarrierOp::Wait);
    Out.fence(Ordering::Acquire);
  } else if (Text.consume_front("mark")) {
    other(EventKind::AsyncMark);
  } else if (Text.consume_front("wait")) {
    other(EventKind::AsyncWait).Op.Marks = number();
  } else {
    return false;
  }
  return true;
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
    else if (Text.consume_front("while{"))
      whileLoop();
    else if (!jump() && !conditional() && !synchronization()) {
      char Letter = Text.front();
      Text = Text.drop_front();
      access(Letter);
    }
  }
}

} // namespace

SyncView shape(StringRef Text, unsigned Waves, unsigned WaveSize) {
  return Reader(Text, Waves, WaveSize).run();
}

} // namespace fencepost::place
