//===- MakeThread.cpp - The statements of a thread as instructions --------===//
// Blocks become branches and jumps:
//
//   if (e) {A} else {B}     Branch e, Target = B, Join = end; A; Jump end; B
//   while (e) {A}           LoopEnter; Branch e, Target = Join = end;
//                           Iterate; A; Jump to the Branch
//   barrier b               Arrive; Wait, both at the same place
//
// Registers are numbered in the order in which the text names them.
//===----------------------------------------------------------------------===//
#include "MakeThread.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fencepost::litmus {

using model::ExpressionKind;
using model::Instruction;
using model::Opcode;

namespace {
class ThreadMaker {
public:
  ThreadMaker(const model::Program &P, model::Thread &Result, Faults &Bad)
      : P(P), Result(Result), Bad(Bad) {}

  void makeBlock(const std::vector<Statement> &Body) {
    for (const Statement &S : Body)
      makeStatement(S);
  }

private:
  void makeStatement(const Statement &S);
  void makeAccess(const Statement &S);
  void makeBarrier(const Statement &S);
  void makeIf(const Statement &S);
  void makeWhile(const Statement &S);
  Instruction start(const Statement &S, Opcode Op);
  unsigned add(Instruction I);

  enum class RegisterUse : uint8_t { Operand, Result };
  unsigned registerNumber(llvm::StringRef Text, Spot Where, RegisterUse Use);
  unsigned expression(const Expression &E);
  model::Address address(const Access &A);
  unsigned locationNumber(const Name &N);
  BarrierId barrierObject(const Name &N);
  void checkBarrier(const Statement &S, BarrierId Object);
  void checkOrder(Ordering Order, OrderedOp Op, Spot Where);
  std::string suggestLocation(llvm::StringRef Text) const;
  std::string suggestBarrier(llvm::StringRef Text) const;

  bool isLocation(llvm::StringRef Text) const {
    return llvm::any_of(
        P.Locations, [&](const model::Location &L) { return L.Name == Text; });
  }
  bool isBarrier(llvm::StringRef Text) const {
    return llvm::is_contained(P.NamedBarriers, Text);
  }

  const model::Program &P;
  model::Thread &Result;
  Faults &Bad;
  llvm::StringMap<unsigned> Registers;
};
} // namespace

//===- Names --------------------------------------------------------------===//

std::string ThreadMaker::suggestLocation(llvm::StringRef Text) const {
  std::vector<llvm::StringRef> Names;
  for (const model::Location &L : P.Locations)
    Names.push_back(L.Name);
  return didYouMean(Text, Names);
}

std::string ThreadMaker::suggestBarrier(llvm::StringRef Text) const {
  std::vector<llvm::StringRef> Names = {"workgroup", "cluster", "null"};
  llvm::append_range(Names, P.NamedBarriers);
  return didYouMean(Text, Names);
}

unsigned ThreadMaker::registerNumber(llvm::StringRef Text, Spot Where,
                                     RegisterUse Use) {
  if (isLocation(Text))
    Bad.add(Where, Use == RegisterUse::Result
                       ? "'" + Text +
                             "' is a location, not a register; "
                             "write 'store " +
                             Text + ", ...'"
                       : "'" + Text +
                             "' is a location, not a register; "
                             "write 'r0 = load " +
                             Text + "' first");
  else if (isBarrier(Text))
    Bad.add(Where, "'" + Text + "' is a barrier, not a register");
  auto [It, New] = Registers.try_emplace(Text, Result.Registers.size());
  if (New)
    Result.Registers.push_back(Text.str());
  return It->second;
}

/// The number of the location, or 0 after an error.
unsigned ThreadMaker::locationNumber(const Name &N) {
  const auto *It =
      llvm::find_if(llvm::ArrayRef(P.Locations),
                    [&](const model::Location &L) { return L.Name == N.Text; });
  if (It != P.Locations.data() + P.Locations.size())
    return It - P.Locations.data();
  if (isBarrier(N.Text))
    Bad.add(N.Where, "'" + N.Text + "' is a barrier, not a location");
  else if (Registers.contains(N.Text))
    Bad.add(N.Where, "'" + N.Text + "' is a register, not a location");
  else
    Bad.add(N.Where, "the location '" + N.Text + "' is not declared" +
                         suggestLocation(N.Text));
  return model::None;
}

BarrierId ThreadMaker::barrierObject(const Name &N) {
  if (N.empty()) // A leave.
    return BarrierId::null();
  if (std::optional<BarrierId> Id = model::parsePredefinedBarrier(N.Text))
    return *Id;
  auto It = llvm::find(P.NamedBarriers, N.Text);
  if (It != P.NamedBarriers.end())
    return BarrierId::named(It - P.NamedBarriers.begin() + 1);
  if (isLocation(N.Text))
    Bad.add(N.Where, "'" + N.Text + "' is a location, not a barrier");
  else
    Bad.add(N.Where, "the barrier '" + N.Text + "' is not declared" +
                         suggestBarrier(N.Text));
  return BarrierId::null();
}

//===- Operands -----------------------------------------------------------===//

unsigned ThreadMaker::expression(const Expression &E) {
  if (E.empty())
    return model::None;
  unsigned Base = Result.Expressions.size();
  auto Moved = [&](unsigned Node) {
    return Node == model::None ? model::None : Base + Node;
  };
  for (const ExpressionNode &N : E.Nodes) {
    model::Expression Node;
    Node.Kind = N.Kind;
    Node.Value = N.Value;
    Node.A = N.Kind == ExpressionKind::Register
                 ? registerNumber(N.Register, N.Where, RegisterUse::Operand)
                 : Moved(N.A);
    Node.B = Moved(N.B);
    Result.Expressions.push_back(Node);
  }
  return Result.Expressions.size() - 1;
}

model::Address ThreadMaker::address(const Access &A) {
  model::Address Address;
  Address.Location = locationNumber(A.Location);
  Address.Index = expression(A.Index);
  if (Address.Location == model::None)
    return Address;
  const model::Location &L = P.Locations[Address.Location];
  if (L.IsArray && A.Index.empty())
    Bad.add(A.Location.Where,
            "'" + L.Name + "' is an array: write '" + L.Name + "[0]'");
  else if (!L.IsArray && !A.Index.empty())
    Bad.add(A.Location.Where,
            "'" + L.Name + "' is no array and takes no index");
  else if (A.Index.Nodes.size() == 1) {
    const ExpressionNode &N = A.Index.Nodes.front();
    if (N.Kind == ExpressionKind::Constant &&
        static_cast<uint32_t>(N.Value) >= L.Size)
      Bad.add(N.Where, "'" + L.Name + "' has no element " +
                           llvm::Twine(N.Value) + ": it has elements 0 to " +
                           llvm::Twine(L.Size - 1));
  }
  return Address;
}

void ThreadMaker::checkOrder(Ordering Order, OrderedOp Op, Spot Where) {
  if (isAllowed(Order, Op))
    return;
  std::string Fitting;
  for (unsigned I = 1; I < NumOrderings; ++I)
    if (isAllowed(static_cast<Ordering>(I), Op))
      Fitting += (Fitting.empty() ? "" : ", ") +
                 orderingName(static_cast<Ordering>(I)).str();
  llvm::StringRef Article = Op == OrderedOp::ReadModifyWrite ? "an " : "a ";
  Bad.add(Where, orderingName(Order) + " does not fit " + Article +
                     orderedOpName(Op) + " (" + Fitting + " do)");
}

//===- Statements ---------------------------------------------------------===//

unsigned ThreadMaker::add(Instruction I) {
  Result.Code.push_back(I);
  return Result.Code.size() - 1;
}

/// The result comes first, because it is first in the text.
Instruction ThreadMaker::start(const Statement &S, Opcode Op) {
  Instruction I;
  I.Op = Op;
  I.Where = {S.Where.Line, S.Where.Column};
  if (!S.Result.empty())
    I.Result =
        registerNumber(S.Result.Text, S.Result.Where, RegisterUse::Result);
  return I;
}

static std::pair<Opcode, OrderedOp> accessKind(StatementKind Kind) {
  switch (Kind) {
  case StatementKind::Load:
    return {Opcode::Load, OrderedOp::Load};
  case StatementKind::Store:
    return {Opcode::Store, OrderedOp::Store};
  case StatementKind::ReadModifyWrite:
    return {Opcode::ReadModifyWrite, OrderedOp::ReadModifyWrite};
  case StatementKind::CompareExchange:
    return {Opcode::CompareExchange, OrderedOp::CmpXchgSuccess};
  default:
    return {Opcode::Fence, OrderedOp::Fence};
  }
}

void ThreadMaker::makeAccess(const Statement &S) {
  auto [Op, Ordered] = accessKind(S.Kind);
  Instruction I = start(S, Op);
  if (S.Kind != StatementKind::Fence)
    I.Memory = address(S.Memory);
  I.Compare = expression(S.Compare);
  I.Value = expression(S.Value);
  I.Modify = S.Modify;
  I.Order = S.Order;
  I.FailureOrder = S.FailureOrder;
  I.Reach = S.Reach;
  I.Available = S.Available;
  I.NoAv = S.NoAv;
  I.Tags = S.Tags;
  checkOrder(S.Order, Ordered, S.OrderWhere);
  if (S.Kind == StatementKind::CompareExchange)
    checkOrder(S.FailureOrder, OrderedOp::CmpXchgFailure, S.FailureOrderWhere);
  add(I);
}

void ThreadMaker::checkBarrier(const Statement &S, BarrierId Object) {
  if (!isAllowed(S.Barrier, Object))
    return Bad.add(
        S.Object.Where,
        barrierOpName(S.Barrier) + " does not fit the barrier '" +
            S.Object.Text + "': only a declared barrier can be " +
            (S.Barrier == BarrierOp::Init ? "initialized" : "joined"));
  if (S.Value.empty())
    return;
  const ExpressionNode &Count = S.Value.Nodes.front();
  if (!Object.isNamed())
    Bad.add(Count.Where, "the count of the barrier '" + S.Object.Text +
                             "' is set by the hardware; only a declared "
                             "barrier's can be set");
  else if (Count.Value < 0 || Count.Value > model::MaxBarrierCount)
    Bad.add(Count.Where, "the count of a barrier is 0 to " +
                             llvm::Twine(model::MaxBarrierCount));
}

void ThreadMaker::makeBarrier(const Statement &S) {
  Instruction I = start(S, Opcode::Barrier);
  I.Object = barrierObject(S.Object);
  I.Barrier = S.Barrier;
  checkBarrier(S, I.Object);
  I.Value = expression(S.Value);
  if (S.Barrier != BarrierOp::ArriveWait) {
    add(I);
    return;
  }
  I.Barrier = BarrierOp::Arrive;
  add(I);
  I.Barrier = BarrierOp::Wait;
  add(I);
}

void ThreadMaker::makeIf(const Statement &S) {
  Instruction Branch = start(S, Opcode::Branch);
  Branch.Value = expression(S.Value);
  unsigned BranchPc = add(Branch);
  makeBlock(S.Body);
  if (!S.Else.empty()) {
    unsigned JumpAt = add(start(S, Opcode::Jump));
    Result.Code[BranchPc].Target = Result.Code.size();
    makeBlock(S.Else);
    Result.Code[JumpAt].Target = Result.Code.size();
  } else {
    Result.Code[BranchPc].Target = Result.Code.size();
  }
  Result.Code[BranchPc].Join = Result.Code.size();
}

void ThreadMaker::makeWhile(const Statement &S) {
  Instruction Enter = start(S, Opcode::LoopEnter);
  Enter.Loop = Result.NumLoops++;
  add(Enter);
  Instruction Branch = start(S, Opcode::Branch);
  Branch.Value = expression(S.Value);
  Branch.LoopCondition = true;
  unsigned Head = add(Branch);
  Instruction Iterate = start(S, Opcode::Iterate);
  Iterate.Loop = Enter.Loop;
  add(Iterate);
  makeBlock(S.Body);
  Instruction Back = start(S, Opcode::Jump);
  Back.Target = Head;
  add(Back);
  Result.Code[Head].Target = Result.Code[Head].Join = Result.Code.size();
}

void ThreadMaker::makeStatement(const Statement &S) {
  switch (S.Kind) {
  case StatementKind::Load:
  case StatementKind::Store:
  case StatementKind::ReadModifyWrite:
  case StatementKind::CompareExchange:
  case StatementKind::Fence:
    return makeAccess(S);
  case StatementKind::Barrier:
    return makeBarrier(S);
  case StatementKind::If:
    return makeIf(S);
  case StatementKind::While:
    return makeWhile(S);
  case StatementKind::Assign:
  case StatementKind::AsyncWait: {
    bool IsWait = S.Kind == StatementKind::AsyncWait;
    Instruction I = start(S, IsWait ? Opcode::AsyncWait : Opcode::Assign);
    I.Value = expression(S.Value);
    if (IsWait && S.Value.Nodes.front().Value < 0)
      Bad.add(S.Value.Nodes.front().Where,
              "the number of outstanding marks cannot be negative");
    add(I);
    return;
  }
  case StatementKind::AsyncLoad: {
    Instruction I = start(S, Opcode::AsyncLoad);
    I.Memory = address(S.Memory);
    I.Destination = address(S.Destination);
    add(I);
    return;
  }
  case StatementKind::AsyncMark:
    add(start(S, Opcode::AsyncMark));
    return;
  }
}

void makeThread(const Thread &T, const model::Program &P, model::Thread &Result,
                Faults &Bad) {
  ThreadMaker(P, Result, Bad).makeBlock(T.Body);
}

} // namespace fencepost::litmus
