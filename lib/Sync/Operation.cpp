//===- Operation.cpp - What no target allows ------------------------------===//
#include "fencepost/Sync/Operation.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

static bool isAccess(OpKind Kind) {
  return Kind <= OpKind::CmpXchg || Kind == OpKind::LoadVisible ||
         Kind == OpKind::StoreAvailable;
}

static bool isModify(OpKind Kind) {
  return Kind == OpKind::ReadModifyWrite || Kind == OpKind::CmpXchg;
}

std::optional<OrderedOp> orderedOpOf(OpKind Kind) {
  switch (Kind) {
  case OpKind::Load:
    return OrderedOp::Load;
  case OpKind::Store:
    return OrderedOp::Store;
  case OpKind::ReadModifyWrite:
    return OrderedOp::ReadModifyWrite;
  case OpKind::CmpXchg:
    return OrderedOp::CmpXchgSuccess;
  case OpKind::Fence:
    return OrderedOp::Fence;
  default:
    return std::nullopt;
  }
}

static std::string cannotBe(OrderedOp Op, Ordering O) {
  llvm::StringRef Article = Op == OrderedOp::ReadModifyWrite ? "an " : "a ";
  if (!isAtomic(O))
    return (Article + orderedOpName(Op) + " needs an ordering").str();
  return (Article + orderedOpName(Op) + " cannot be " + orderingName(O) +
          " (LLVM Language Reference, orderings)")
      .str();
}

static std::string orderingProblem(const Operation &Op) {
  std::optional<OrderedOp> As = orderedOpOf(Op.Kind);
  if (!As)
    return isAtomic(Op.Order) ? "only atomics and fences have an ordering" : "";
  if (!isAllowed(Op.Order, *As))
    return cannotBe(*As, Op.Order);
  if (Op.Kind == OpKind::CmpXchg &&
      !isAllowed(Op.FailureOrder, OrderedOp::CmpXchgFailure))
    return cannotBe(OrderedOp::CmpXchgFailure, Op.FailureOrder);
  return "";
}

static std::string spaceProblem(const Operation &Op) {
  switch (Op.Space) {
  case AddressSpace::Generic:
  case AddressSpace::Global:
  case AddressSpace::Local:
  case AddressSpace::Private:
    break;
  case AddressSpace::Constant:
    if (isAtomic(Op.Order))
      return "constant memory cannot hold an atomic: unsupported atomic "
             "address space (spec/002, Memory Model)";
    break;
  default:
    return ("the memory model has no code for the " +
            addressSpaceName(Op.Space) + " address space")
        .str();
  }
  bool Av = Op.Kind == OpKind::LoadVisible || Op.Kind == OpKind::StoreAvailable;
  if (Av && Op.Space != AddressSpace::Global)
    return "store-available and load-visible are for global memory (spec/001)";
  return "";
}

static std::string widthProblem(const Operation &Op) {
  if (Op.Bits != 8 && Op.Bits != 16 && Op.Bits != 32 && Op.Bits != 64 &&
      Op.Bits != 96 && Op.Bits != 128)
    return ("no access is " + llvm::Twine(unsigned(Op.Bits)) + " bits wide")
        .str();
  bool MayBeWide = !isAtomic(Op.Order) || Op.Group == Cooperative::Lanes8x16;
  if (Op.Bits > 64 && !MayBeWide)
    return "an atomic has at most 64 bits";
  return "";
}

static std::string flagProblem(const Operation &Op) {
  bool LoadOrStore = Op.Kind == OpKind::Load || Op.Kind == OpKind::Store;
  bool ToLds = Op.Kind == OpKind::LdsDma || Op.Kind == OpKind::AsyncLoad;
  if (Op.NonTemporal && !LoadOrStore && !ToLds)
    return "only loads and stores can be nontemporal";
  if (Op.Volatile && !LoadOrStore && !ToLds && !isModify(Op.Kind))
    return "only accesses can be volatile";
  if (Op.LastUse && Op.Kind != OpKind::Load)
    return "only a load can be a last use (spec/002, amdgpu.last.use Metadata)";
  if (Op.Group != Cooperative::No &&
      (!LoadOrStore || !isAtomic(Op.Order) || Op.Space == AddressSpace::Local ||
       Op.Space == AddressSpace::Private))
    return "cooperative atomics are atomic loads and stores of global memory";
  if (!Op.Tags.Synchronize.empty() && Op.Kind != OpKind::Fence)
    return "amdgpu-synchronize-as concerns fences only (spec/002, Fence and "
           "Address Spaces)";
  if (Op.Tags.NoAv && !(Op.Kind <= OpKind::Fence && isAtomic(Op.Order)))
    return "amdgcn-av concerns atomics and fences only (spec/001)";
  return "";
}

static std::string barrierProblem(const Operation &Op) {
  if (!isAllowed(Op.Action, Op.Object))
    return (barrierOpName(Op.Action) + " cannot be done to the " +
            Op.Object.str() + " barrier (spec/000, s_barrier GFX12)")
        .str();
  if (Op.Action == BarrierOp::Init && Op.Members == 0)
    return "barrier.init needs the number of members (spec/000)";
  if (Op.Members && !Op.Object.isNamed())
    return "only a named barrier's count can be set (spec/000)";
  if (Op.Members > 127)
    return "a barrier has at most 127 members: m0 holds seven bits (spec/000)";
  if (Op.Members && Op.Action != BarrierOp::Init &&
      Op.Action != BarrierOp::Arrive && Op.Action != BarrierOp::ArriveIsFirst)
    return "only init and arrive set a count (spec/000)";
  return "";
}

std::string problemWith(const Operation &Op) {
  if (Op.Kind == OpKind::Barrier)
    return barrierProblem(Op);
  std::string Problem = orderingProblem(Op);
  if (Problem.empty())
    Problem = flagProblem(Op);
  if (Problem.empty() && isAccess(Op.Kind))
    Problem = spaceProblem(Op);
  bool ToLds = Op.Kind == OpKind::LdsDma || Op.Kind == OpKind::AsyncLoad;
  if (Problem.empty() && (isAccess(Op.Kind) || ToLds))
    Problem = widthProblem(Op);
  return Problem;
}

} // namespace fencepost
