//===- CheckProgram.cpp - What makes a program unusable -------------------===//
// The guard in front of the explorer: every number of a program that is used as
// an index is in range, every operand that an instruction needs is there, and
// every ordering and barrier operation is one the specification has. The way
// control flows is CheckControlFlow.cpp's. The first fault is reported. Tested
// by unittests/Model/CheckProgramTest.cpp, which breaks a good program in one
// place at a time.
//===----------------------------------------------------------------------===//
#include "CheckControlFlow.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::model {

namespace {
class InstructionChecker {
public:
  InstructionChecker(const Program &P, const Thread &T) : P(P), T(T) {}

  std::string check(const Instruction &I);

private:
  std::string checkAddress(const Address &A);
  std::string checkExpression(unsigned Node, llvm::StringRef Operand);
  std::string checkConstant(unsigned Node, llvm::StringRef Operand, int Max);
  enum class Result : uint8_t { Optional, Needed };
  std::string checkResult(const Instruction &I, Result Demand);
  std::string checkOrder(Ordering O, OrderedOp Op);
  std::string checkAccess(const Instruction &I, OrderedOp Op);
  std::string checkBarrier(const Instruction &I);
  std::string checkFence(const Instruction &I);

  const Program &P;
  const Thread &T;
};
} // namespace

std::string InstructionChecker::checkExpression(unsigned Node,
                                                llvm::StringRef Operand) {
  if (Node == None)
    return ("it has no " + Operand).str();
  return Node < T.Expressions.size()
             ? ""
             : ("its " + Operand + " is an expression the thread does not have")
                   .str();
}

std::string InstructionChecker::checkConstant(unsigned Node,
                                              llvm::StringRef Operand,
                                              int Max) {
  if (std::string Bad = checkExpression(Node, Operand); !Bad.empty())
    return Bad;
  const Expression &E = T.Expressions[Node];
  if (E.Kind != ExpressionKind::Constant || E.Value < 0 || E.Value > Max)
    return ("its " + Operand + " is not a constant from 0 to " +
            llvm::Twine(Max))
        .str();
  return "";
}

std::string InstructionChecker::checkAddress(const Address &A) {
  if (A.Location >= P.Locations.size())
    return "it accesses a location that the program does not have";
  const Location &L = P.Locations[A.Location];
  if (L.IsArray != (A.Index != None))
    return L.IsArray ? "it accesses the array " + L.Name + " without an index"
                     : L.Name + " is no array but is given an index";
  if (!L.IsArray)
    return "";
  if (std::string Bad = checkExpression(A.Index, "index"); !Bad.empty())
    return Bad;
  const Expression &E = T.Expressions[A.Index];
  if (E.Kind == ExpressionKind::Constant &&
      (E.Value < 0 || static_cast<unsigned>(E.Value) >= L.Size))
    return L.Name + " has no element " + llvm::itostr(E.Value);
  return "";
}

std::string InstructionChecker::checkResult(const Instruction &I,
                                            Result Demand) {
  if (I.Result == None)
    return Demand == Result::Needed ? "it has no register for its result" : "";
  return I.Result < T.Registers.size()
             ? ""
             : "its result is a register that the thread does not have";
}

std::string InstructionChecker::checkOrder(Ordering O, OrderedOp Op) {
  if (isAllowed(O, Op))
    return "";
  llvm::StringRef Article = Op == OrderedOp::ReadModifyWrite ? "an " : "a ";
  return (orderingName(O) + " does not fit " + Article + orderedOpName(Op))
      .str();
}

std::string InstructionChecker::checkAccess(const Instruction &I,
                                            OrderedOp Op) {
  bool IsPlain = !isAtomic(I.Order);
  std::string Bad = checkOrder(I.Order, Op);
  if (Bad.empty())
    Bad = checkAddress(I.Memory);
  if (Bad.empty())
    Bad = checkResult(I, Result::Optional);
  if (Bad.empty() && Op != OrderedOp::Load)
    Bad = checkExpression(I.Value, "value");
  if (Bad.empty() && Op == OrderedOp::CmpXchgSuccess)
    Bad = checkExpression(I.Compare, "value to compare with");
  if (Bad.empty() && Op == OrderedOp::CmpXchgSuccess)
    Bad = checkOrder(I.FailureOrder, OrderedOp::CmpXchgFailure);
  if (Bad.empty() && I.Available && !IsPlain)
    Bad = "it is both atomic and a store.av or load.vis";
  if (Bad.empty() && I.NoAv && IsPlain)
    Bad = "noav does not fit a non-atomic access";
  return Bad;
}

std::string InstructionChecker::checkFence(const Instruction &I) {
  if (!AddressSpaceSet{AddressSpace::Global, AddressSpace::Local}.contains(
          I.Tags))
    return "a fence can only be tagged local and global";
  return checkOrder(I.Order, OrderedOp::Fence);
}

std::string InstructionChecker::checkBarrier(const Instruction &I) {
  if (I.Barrier == BarrierOp::ArriveWait)
    return "arrive and wait must be two instructions";
  if (I.Object.operand() > static_cast<int>(P.NamedBarriers.size()))
    return "it names a barrier that the program does not have";
  if (!isAllowed(I.Barrier, I.Object))
    return (barrierOpName(I.Barrier) + " does not fit the barrier " +
            barrierName(P, I.Object))
        .str();
  if (I.Barrier == BarrierOp::Drop && !I.Object.isNull())
    return "barrier.leave names no barrier";
  bool SetsCount = I.Barrier == BarrierOp::Init ||
                   (I.Barrier == BarrierOp::Arrive && I.Value != None);
  if (!SetsCount)
    return checkResult(I, Result::Optional);
  if (!I.Object.isNamed())
    return "only the count of a named barrier can be set";
  return checkConstant(I.Value, "count", MaxBarrierCount);
}

std::string InstructionChecker::check(const Instruction &I) {
  switch (I.Op) {
  case Opcode::Load:
    return checkAccess(I, OrderedOp::Load);
  case Opcode::Store:
    return checkAccess(I, OrderedOp::Store);
  case Opcode::ReadModifyWrite:
    if (!isModelled(I.Modify))
      return modifyOpName(I.Modify).str() + " is not modelled";
    return checkAccess(I, OrderedOp::ReadModifyWrite);
  case Opcode::CompareExchange:
    return checkAccess(I, OrderedOp::CmpXchgSuccess);
  case Opcode::Fence:
    return checkFence(I);
  case Opcode::Barrier:
    return checkBarrier(I);
  case Opcode::AsyncLoad: {
    std::string Bad = checkAddress(I.Memory);
    return Bad.empty() ? checkAddress(I.Destination) : Bad;
  }
  case Opcode::AsyncWait:
    return checkConstant(I.Value, "number of marks", INT32_MAX);
  case Opcode::Assign: {
    std::string Bad = checkResult(I, Result::Needed);
    return Bad.empty() ? checkExpression(I.Value, "value") : Bad;
  }
  case Opcode::Branch:
    return checkExpression(I.Value, "condition");
  case Opcode::LoopEnter:
  case Opcode::Iterate:
    return I.Loop < T.NumLoops ? "" : "it names a loop that does not exist";
  case Opcode::AsyncMark:
  case Opcode::Jump:
  case Opcode::EnterFunction:
  case Opcode::LeaveFunction:
    return "";
  }
  llvm_unreachable("an opcode without a case");
}

static unsigned numOperands(ExpressionKind Kind) {
  switch (Kind) {
  case ExpressionKind::Constant:
  case ExpressionKind::Undef:
  case ExpressionKind::Register:
    return 0;
  case ExpressionKind::Not:
    return 1;
  case ExpressionKind::Select:
    return 3;
  default:
    return 2;
  }
}

static std::string checkExpressions(const Thread &T) {
  for (size_t Node = 0; Node < T.Expressions.size(); ++Node) {
    const Expression &E = T.Expressions[Node];
    if (E.Kind == ExpressionKind::Register && E.A >= T.Registers.size())
      return "an expression uses a register that the thread does not have";
    unsigned Operands[] = {E.A, E.B, E.C};
    for (unsigned I = 0; I < numOperands(E.Kind); ++I)
      if (Operands[I] >= Node)
        return "an expression has an operand that does not come before it";
  }
  return "";
}

static std::string checkThread(const Program &P, const Thread &T) {
  std::string Prefix = T.Name + ": ";
  if (std::string Bad = checkExpressions(T); !Bad.empty())
    return Prefix + Bad;
  InstructionChecker Checker(P, T);
  for (size_t I = 0; I < T.Code.size(); ++I)
    if (std::string Bad = Checker.check(T.Code[I]); !Bad.empty())
      return Prefix + "instruction " + llvm::utostr(I) + ": " + Bad;
  std::string Bad = checkControlFlow(T);
  return Bad.empty() ? "" : Prefix + Bad;
}

static std::string checkLocation(const Location &L) {
  if (L.Space != AddressSpace::Global && L.Space != AddressSpace::Local)
    return L.Name + " is neither global nor local";
  if (L.Size == 0 || L.Size > MaxArraySize || (!L.IsArray && L.Size != 1))
    return L.Name + " has " + llvm::utostr(L.Size) + " elements";
  if (!L.Initial.empty() && L.Initial.size() != L.Size)
    return L.Name + " has " + llvm::utostr(L.Size) + " elements but " +
           llvm::utostr(L.Initial.size()) + " initial values";
  return "";
}

static std::string checkSizes(const Program &P) {
  if (P.Threads.empty())
    return "the program has no thread";
  if (P.Threads.size() > MaxThreads)
    return "more than " + llvm::utostr(MaxThreads) + " threads";
  if (P.NamedBarriers.size() > MaxNamedBarriers)
    return "more than " + llvm::utostr(MaxNamedBarriers) + " named barriers";
  size_t Elements = 0, Instructions = 0;
  for (const Location &L : P.Locations)
    Elements += L.Size;
  for (const Thread &T : P.Threads)
    Instructions += T.Code.size();
  if (Elements > MaxElements)
    return "more than " + llvm::utostr(MaxElements) + " elements of locations";
  if (Instructions > MaxInstructions)
    return "more than " + llvm::utostr(MaxInstructions) + " instructions";
  return "";
}

/// Locations, barriers and threads are told apart by their names in reports.
static std::string checkNames(const Program &P) {
  llvm::StringSet<> Names;
  auto Twice = [&](llvm::StringRef Name) {
    return Names.insert(Name).second
               ? std::string()
               : ("two things are called '" + Name + "'").str();
  };
  for (const Location &L : P.Locations)
    if (std::string Bad = Twice(L.Name); !Bad.empty())
      return Bad;
  for (const std::string &Name : P.NamedBarriers)
    if (std::string Bad = Twice(Name); !Bad.empty())
      return Bad;
  for (const Thread &T : P.Threads)
    if (std::string Bad = Twice(T.Name); !Bad.empty())
      return Bad;
  return "";
}

std::string checkProgram(const Program &P) {
  if (std::string Bad = checkSizes(P); !Bad.empty())
    return Bad;
  if (std::string Bad = checkNames(P); !Bad.empty())
    return Bad;
  for (const Location &L : P.Locations)
    if (std::string Bad = checkLocation(L); !Bad.empty())
      return Bad;
  for (const Thread &T : P.Threads)
    if (std::string Bad = checkThread(P, T); !Bad.empty())
      return Bad;
  return "";
}

} // namespace fencepost::model
