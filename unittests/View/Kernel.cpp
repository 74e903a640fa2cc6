//===- Kernel.cpp - Sync views written by hand for tests -----------------===//
// See Kernel.h.
//===----------------------------------------------------------------------===//
#include "Kernel.h"

namespace fencepost::view {

using namespace view;

Kernel::Kernel(unsigned Size, unsigned WaveSize) {
  View.Kernel = "k";
  View.Size[0] = Size;
  View.SizeIsExact = true;
  View.WaveSize = WaveSize;
  block("entry");
}

Kernel::Id Kernel::add(Value V) {
  View.Values.push_back(std::move(V));
  return View.Values.size() - 1;
}

Kernel::Id Kernel::leaf(K Kind, uint64_t Number, bool Uniform) {
  Value V;
  V.Kind = Kind;
  V.Number = Number;
  V.Uniform = Uniform;
  return add(V);
}

Kernel::Id Kernel::constant(uint64_t Number, unsigned Bits) {
  Value V;
  V.Number = truncated(Number, Bits);
  V.Bits = Bits;
  V.Uniform = true;
  return add(V);
}

Kernel::Id Kernel::unknown(bool Uniform, unsigned Bits) {
  Value V;
  V.Kind = K::Unknown;
  V.Number = View.Values.size();
  V.Uniform = Uniform;
  V.Bits = Bits;
  V.Block = CurrentBlock;
  return add(V);
}

Kernel::Id Kernel::op(K Kind, Id A, Id B) {
  Value V;
  V.Kind = Kind;
  V.A = A;
  V.B = B;
  bool Compares = Kind >= K::Eq && Kind <= K::SLe;
  V.Bits = Compares ? 1 : View.Values[A].Bits;
  V.Uniform = View.Values[A].Uniform && View.Values[B].Uniform;
  V.Block = CurrentBlock;
  return add(V);
}

Kernel::Id Kernel::select(Id C, Id A, Id B) {
  Id Result = op(K::Select, C, A);
  Value &V = View.Values[Result];
  V.C = B;
  V.Bits = View.Values[A].Bits;
  V.Uniform &= View.Values[B].Uniform;
  return Result;
}

Kernel::Id Kernel::phi(llvm::ArrayRef<Incoming> From, bool Uniform,
                       unsigned Bits) {
  Value V;
  V.Kind = K::Phi;
  V.From.assign(From.begin(), From.end());
  V.Uniform = Uniform;
  V.Bits = Bits;
  V.Block = CurrentBlock;
  return add(V);
}

void Kernel::addIncoming(Id Phi, BlockId From, Id Value) {
  View.Values[Phi].From.push_back({From, Value});
}

uint32_t Kernel::object(const char *Name, AddressSpace Space) {
  Object O;
  O.Name = Name;
  O.Space = Space;
  O.Kind =
      Space == AddressSpace::Local ? ObjectKind::Lds : ObjectKind::Argument;
  O.Base = (View.Objects.size() + 1) << 40;
  O.Size = Space == AddressSpace::Local ? 4096 : 0;
  View.Objects.push_back(O);
  return View.Objects.size() - 1;
}

Kernel::Id Kernel::address(uint32_t Object, Id Index) {
  Value Wide;
  Wide.Kind = K::ZExt;
  Wide.A = Index;
  Wide.Bits = 64;
  Wide.Uniform = View.Values[Index].Uniform;
  Wide.Block = CurrentBlock;
  Id Bytes = op(K::Mul, add(Wide), 4);
  return op(K::Add, Bytes, constant(View.Objects[Object].Base, 64));
}

Event &Kernel::event(EventKind Kind) {
  Event E;
  E.Kind = Kind;
  E.Where.Line = View.Blocks[CurrentBlock].Events.size() + 1;
  View.Blocks[CurrentBlock].Events.push_back(E);
  return View.Blocks[CurrentBlock].Events.back();
}

Event &Kernel::load(uint32_t Object, Id Index, unsigned Bytes) {
  Id Address = address(Object, Index);
  Event &E = event(EventKind::Access);
  E.Op.Space = View.Objects[Object].Space;
  E.Memory = {Object, Address, Bytes, true, false, None};
  return E;
}

Event &Kernel::store(uint32_t Object, Id Index, Id Stored, unsigned Bytes) {
  Event &E = load(Object, Index, Bytes);
  E.Op.Kind = OpKind::Store;
  E.Memory.Reads = false;
  E.Memory.Writes = true;
  E.Memory.Stored = Stored;
  return E;
}

Event &Kernel::atomicAdd(uint32_t Object, Id Index) {
  Event &E = load(Object, Index);
  E.Op.Kind = OpKind::ReadModifyWrite;
  E.Op.Order = Ordering::Monotonic;
  E.Memory.Writes = true;
  return E;
}

Event &Kernel::transfer(uint32_t From, Id FromIndex, uint32_t To, Id ToIndex) {
  Id Source = address(From, FromIndex), Target = address(To, ToIndex);
  Event &E = event(EventKind::Transfer);
  E.Op.Kind = OpKind::LdsDma;
  E.Transfer.Lanes = LaneAddressing::EachLane;
  E.Transfer.Bytes = 4;
  E.Memory = {From, Source, 4, true, false, None};
  E.Destination = {To, Target, 4, false, true, None};
  return E;
}

Event &Kernel::barrierOp(BarrierOp Action, BarrierId Object) {
  Event &E = event(EventKind::Barrier);
  E.Op.Kind = OpKind::Barrier;
  E.Op.Action = Action;
  E.Op.Object = Object;
  return E;
}

Event &Kernel::fence(Ordering Order, ScopeLevel Level, AddressSpaceSet Tags) {
  Event &E = event(EventKind::Fence);
  E.Op.Kind = OpKind::Fence;
  E.Op.Order = Order;
  E.Op.Reach = {Level, false};
  E.Op.Tags.Synchronize = Tags;
  return E;
}

void Kernel::barrier(bool Fenced) {
  if (Fenced)
    fence(Ordering::Release);
  barrierOp(BarrierOp::ArriveWait);
  if (Fenced)
    fence(Ordering::Acquire);
}

BlockId Kernel::block(const char *Name) {
  Block B;
  B.Name = Name;
  B.Loop = InLoop;
  View.Blocks.push_back(B);
  return CurrentBlock = View.Blocks.size() - 1;
}

LoopId Kernel::loop(Id TripCount) {
  Loop L;
  L.Header = View.Blocks.size();
  L.Parent = InLoop;
  L.Depth = InLoop == None ? 1 : View.Loops[InLoop].Depth + 1;
  L.TripCount = TripCount;
  return InLoop = View.Loops.add(std::move(L));
}

void Kernel::endLoop() { InLoop = View.Loops[InLoop].Parent; }

void Kernel::jump(BlockId From, BlockId To) {
  View.Blocks[From].Next.push_back({To, None, true});
}

void Kernel::branch(BlockId From, Id Condition, BlockId Then, BlockId Else,
                    bool Uniform) {
  View.Blocks[From].Next.push_back({Then, Condition, true});
  View.Blocks[From].Next.push_back({Else, None, true});
  View.Blocks[From].UniformExit = Uniform;
}

const SyncView &Kernel::finish() {
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (const Edge &E : View.Blocks[B].Next)
      if (!llvm::is_contained(View.Blocks[E.To].Before, B))
        View.Blocks[E.To].Before.push_back(B);
  return View;
}

void countedLoop(Kernel &K, int Trips,
                 llvm::function_ref<void(Kernel::Id)> Body) {
  using V = ValueKind;
  BlockId Pre = K.CurrentBlock;
  Kernel::Id Zero = K.constant(0);
  K.loop(K.constant(Trips - 1));
  BlockId Header = K.block("loop");
  K.jump(Pre, Header);
  Kernel::Id I = K.phi({{Pre, Zero}}, true);
  Body(I);
  BlockId Latch = K.CurrentBlock;
  Kernel::Id Next = K.op(V::Add, I, 1);
  Kernel::Id More = K.op(V::ULt, Next, Trips);
  K.addIncoming(I, Latch, Next);
  K.endLoop();
  BlockId Exit = K.block("exit");
  K.branch(Latch, More, Header, Exit, true);
}

} // namespace fencepost::view
