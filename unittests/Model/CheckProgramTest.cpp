//===- CheckProgramTest.cpp - Programs that cannot be used ----------------===//
// One good program with every instruction, broken in one place at a time.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Explore.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Model/ProgramText.h"
#include "gtest/gtest.h"
#include <functional>

namespace fencepost::model {

namespace {
/// Numbers of the instructions of thread P0 below.
enum Index : unsigned {
  AssignAt,
  LoadAt,
  AtomicLoadAt,
  LoadVisAt,
  StoreAt,
  AtomicStoreAt,
  ModifyAt,
  ExchangeAt,
  FenceAt,
  InitAt,
  ArriveAt,
  IsFirstAt,
  LeaveAt,
  AsyncLoadAt,
  MarkAt,
  WaitAt,
  CallAt,
  ReturnAt,
  LoopAt,
  BranchAt,
  IterateAt,
  JumpAt,
  NumAt,
};
} // namespace

static Instruction access(Opcode Op, Ordering Order) {
  Instruction I;
  I.Op = Op;
  I.Memory = {0, None};
  I.Result = Op == Opcode::Store ? None : 0;
  I.Value = Op == Opcode::Load ? None : 1;
  I.Order = Order;
  I.Reach = {ScopeLevel::Agent, false};
  return I;
}

static Instruction barrierInstruction(BarrierOp Op, BarrierId Object,
                                      unsigned Value) {
  Instruction I;
  I.Op = Opcode::Barrier;
  I.Barrier = Op;
  I.Object = Object;
  I.Value = Value;
  return I;
}

static Thread thread() {
  Thread T;
  T.Name = "P0";
  T.Registers = {"r0", "r1"};
  T.NumLoops = 1;
  T.Expressions = {{ExpressionKind::Register, 0, 1, None, None},
                   {ExpressionKind::Constant, 3, None, None, None},
                   {ExpressionKind::Add, 0, 0, 1, None},
                   {ExpressionKind::Mul, 0, 2, 2, None},
                   {ExpressionKind::Not, 0, 3, None, None},
                   {ExpressionKind::Select, 0, 0, 1, 4}};
  T.Code.resize(NumAt);
  auto Set = [&](Index Where, Opcode Op) -> Instruction & {
    T.Code[Where].Op = Op;
    T.Code[Where].Where = {Where + 1u, 3};
    return T.Code[Where];
  };
  Set(AssignAt, Opcode::Assign).Result = 1;
  T.Code[AssignAt].Value = 5;
  T.Code[LoadAt] = access(Opcode::Load, Ordering::NotAtomic);
  T.Code[LoadAt].Memory = {1, 2};
  T.Code[AtomicLoadAt] = access(Opcode::Load, Ordering::Acquire);
  T.Code[LoadVisAt] = access(Opcode::Load, Ordering::NotAtomic);
  T.Code[LoadVisAt].Available = true;
  T.Code[StoreAt] = access(Opcode::Store, Ordering::NotAtomic);
  T.Code[StoreAt].Memory = {1, 1};
  T.Code[AtomicStoreAt] = access(Opcode::Store, Ordering::Release);
  T.Code[AtomicStoreAt].NoAv = true;
  T.Code[ModifyAt] =
      access(Opcode::ReadModifyWrite, Ordering::SequentiallyConsistent);
  T.Code[ModifyAt].Modify = ModifyOp::UMax;
  T.Code[ModifyAt].Value = 4;
  T.Code[ExchangeAt] =
      access(Opcode::CompareExchange, Ordering::AcquireRelease);
  T.Code[ExchangeAt].FailureOrder = Ordering::Monotonic;
  T.Code[ExchangeAt].Compare = 0;
  Instruction &Fence = Set(FenceAt, Opcode::Fence);
  Fence.Order = Ordering::AcquireRelease;
  Fence.Reach = {ScopeLevel::Workgroup, true};
  Fence.Tags = {AddressSpace::Local, AddressSpace::Global};
  T.Code[InitAt] = barrierInstruction(BarrierOp::Init, BarrierId::named(1), 1);
  T.Code[ArriveAt] =
      barrierInstruction(BarrierOp::Arrive, BarrierId::named(1), 1);
  T.Code[IsFirstAt] =
      barrierInstruction(BarrierOp::ArriveIsFirst, BarrierId::cluster(), None);
  T.Code[LeaveAt] =
      barrierInstruction(BarrierOp::Drop, BarrierId::null(), None);
  Set(AsyncLoadAt, Opcode::AsyncLoad).Memory = {0, None};
  T.Code[AsyncLoadAt].Destination = {2, None};
  Set(MarkAt, Opcode::AsyncMark);
  Set(WaitAt, Opcode::AsyncWait).Value = 1;
  Set(CallAt, Opcode::EnterFunction);
  Set(ReturnAt, Opcode::LeaveFunction);
  Set(LoopAt, Opcode::LoopEnter).Loop = 0;
  Instruction &Branch = Set(BranchAt, Opcode::Branch);
  Branch.Value = 3;
  Branch.LoopCondition = true;
  Branch.Target = Branch.Join = NumAt;
  Set(IterateAt, Opcode::Iterate).Loop = 0;
  Set(JumpAt, Opcode::Jump).Target = BranchAt;
  return T;
}

static Program goodProgram() {
  Program P;
  P.Locations.resize(3);
  P.Locations[0].Name = "x";
  P.Locations[0].Initial = {0};
  P.Locations[1].Name = "a";
  P.Locations[1].IsArray = true;
  P.Locations[1].Size = 4;
  P.Locations[2].Name = "buf";
  P.Locations[2].Space = AddressSpace::Local;
  P.NamedBarriers = {"b"};
  P.Threads = {thread(), thread()};
  P.Threads[1].Name = "P1";
  P.Threads[1].Where.Workgroup = 1;
  return P;
}

TEST(CheckProgram, AcceptsEveryInstruction) {
  EXPECT_EQ(checkProgram(goodProgram()), "");
}

namespace {
struct Break {
  const char *Message;
  std::function<void(Program &)> Do;
};
} // namespace

static Instruction &code(Program &P, Index Where) {
  return P.Threads[0].Code[Where];
}

static const Break Breaks[] = {
    {"no thread", [](Program &P) { P.Threads.clear(); }},
    {"more than 64 threads",
     [](Program &P) {
       P.Threads.resize(65);
       for (unsigned I = 2; I < 65; ++I)
         P.Threads[I].Name = "P" + std::to_string(I);
     }},
    {"more than 16 named barriers",
     [](Program &P) {
       for (unsigned I = 0; I < 16; ++I)
         P.NamedBarriers.push_back("c" + std::to_string(I));
     }},
    {"instructions",
     [](Program &P) { P.Threads[1].Code.resize(MaxInstructions); }},
    {"called 'x'", [](Program &P) { P.NamedBarriers[0] = "x"; }},
    {"called 'P0'", [](Program &P) { P.Threads[1].Name = "P0"; }},
    {"neither global nor local",
     [](Program &P) { P.Locations[0].Space = AddressSpace::Private; }},
    {"x has 2 elements", [](Program &P) { P.Locations[0].Size = 2; }},
    {"a has 0 elements", [](Program &P) { P.Locations[1].Size = 0; }},
    {"a has 4097 elements", [](Program &P) { P.Locations[1].Size = 4097; }},
    {"4 elements but 3",
     [](Program &P) { P.Locations[1].Initial = {1, 2, 3}; }},
    {"more than 65536 elements",
     [](Program &P) {
       for (unsigned I = 0; I < 17; ++I) {
         P.Locations.push_back(P.Locations[1]);
         P.Locations.back().Name = "a" + std::to_string(I);
         P.Locations.back().Size = 4096;
       }
     }},
    {"uses a register", [](Program &P) { P.Threads[0].Expressions[0].A = 2; }},
    {"does not come before",
     [](Program &P) { P.Threads[0].Expressions[2].B = 2; }},
    {"does not come before",
     [](Program &P) { P.Threads[0].Expressions[5].C = None; }},
    {"no register for its result",
     [](Program &P) { code(P, AssignAt).Result = None; }},
    {"does not have", [](Program &P) { code(P, AssignAt).Result = 2; }},
    {"no value", [](Program &P) { code(P, AssignAt).Value = None; }},
    {"an expression the thread",
     [](Program &P) { code(P, AssignAt).Value = 6; }},
    {"location that the program does not have",
     [](Program &P) { code(P, LoadAt).Memory.Location = 3; }},
    {"without an index",
     [](Program &P) { code(P, LoadAt).Memory.Index = None; }},
    {"is no array", [](Program &P) { code(P, AtomicLoadAt).Memory.Index = 1; }},
    {"a has no element 4",
     [](Program &P) { P.Threads[0].Expressions[1].Value = 4; }},
    {"a has no element -1",
     [](Program &P) { P.Threads[0].Expressions[1].Value = -1; }},
    {"release does not fit a load",
     [](Program &P) { code(P, AtomicLoadAt).Order = Ordering::Release; }},
    {"acquire does not fit a store",
     [](Program &P) { code(P, AtomicStoreAt).Order = Ordering::Acquire; }},
    {"unordered does not fit an atomicrmw",
     [](Program &P) { code(P, ModifyAt).Order = Ordering::Unordered; }},
    {"uinc_wrap is not modelled",
     [](Program &P) { code(P, ModifyAt).Modify = ModifyOp::IncWrap; }},
    {"release does not fit a cmpxchg failure",
     [](Program &P) { code(P, ExchangeAt).FailureOrder = Ordering::Release; }},
    {"value to compare with",
     [](Program &P) { code(P, ExchangeAt).Compare = None; }},
    {"monotonic does not fit a fence",
     [](Program &P) { code(P, FenceAt).Order = Ordering::Monotonic; }},
    {"tagged local and global",
     [](Program &P) { code(P, FenceAt).Tags.insert(AddressSpace::Private); }},
    {"both atomic and",
     [](Program &P) { code(P, AtomicLoadAt).Available = true; }},
    {"noav does not fit", [](Program &P) { code(P, LoadAt).NoAv = true; }},
    {"two instructions",
     [](Program &P) { code(P, ArriveAt).Barrier = BarrierOp::ArriveWait; }},
    {"barrier that the program",
     [](Program &P) { code(P, ArriveAt).Object = BarrierId::named(2); }},
    {"barrier.init does not fit the barrier null",
     [](Program &P) { code(P, InitAt).Object = BarrierId::null(); }},
    {"barrier.join does not fit the barrier workgroup",
     [](Program &P) {
       code(P, InitAt) =
           barrierInstruction(BarrierOp::Join, BarrierId::workgroup(), None);
     }},
    {"names no barrier",
     [](Program &P) { code(P, LeaveAt).Object = BarrierId::named(1); }},
    {"no count", [](Program &P) { code(P, InitAt).Value = None; }},
    {"constant from 0", [](Program &P) { code(P, InitAt).Value = 0; }},
    {"only the count of a named",
     [](Program &P) { code(P, ArriveAt).Object = BarrierId::workgroup(); }},
    {"location that the program",
     [](Program &P) { code(P, AsyncLoadAt).Destination.Location = None; }},
    {"constant from 0", [](Program &P) { code(P, WaitAt).Value = 0; }},
    {"jumps out", [](Program &P) { code(P, JumpAt).Target = NumAt + 1; }},
    {"jumps out", [](Program &P) { code(P, BranchAt).Target = None; }},
    {"meet outside", [](Program &P) { code(P, BranchAt).Join = None; }},
    {"no condition", [](Program &P) { code(P, BranchAt).Value = None; }},
    {"loop that does not exist",
     [](Program &P) { code(P, IterateAt).Loop = 1; }},
    {"without an iteration",
     [](Program &P) { code(P, IterateAt).Op = Opcode::AsyncMark; }},
    {"without an iteration",
     [](Program &P) { code(P, JumpAt).Target = JumpAt; }},
    {"not entered", [](Program &P) { code(P, CallAt).Op = Opcode::AsyncMark; }},
    {"different functions entered",
     [](Program &P) { code(P, JumpAt).Target = ReturnAt; }},
};

TEST(CheckProgram, SeesEveryFault) {
  for (const Break &B : Breaks) {
    Program P = goodProgram();
    B.Do(P);
    std::string Bad = checkProgram(P);
    EXPECT_NE(Bad.find(B.Message), std::string::npos)
        << "expected: " << B.Message << "\ngot: " << Bad;
  }
}

} // namespace fencepost::model
