//===- Reasons.cpp - Why a step is there, in words ------------------------===//
// Sentences made from a step's rule and concern; nothing here decides anything.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

/// "global and local loads and stores"
static std::string describe(const Concern &Accesses) {
  std::string Text;
  llvm::SmallVector<llvm::StringRef, 4> Names;
  for (const AddressSpaceFacts &Facts : addressSpaces())
    if (Accesses.Spaces.has(Facts.Id))
      Names.push_back(Facts.Name);
  for (size_t I = 0; I != Names.size(); ++I) {
    if (I)
      Text += I + 1 == Names.size() ? " and " : ", ";
    Text += Names[I];
  }
  if (!Text.empty())
    Text += ' ';
  if (Accesses.Loads && Accesses.Stores)
    return Text + "loads and stores";
  return Text + (Accesses.Loads ? "loads" : "stores");
}

std::string describeReason(const Step &TheStep, const Operation &Op) {
  std::string Text = factsOf(TheStep.Why).Purpose.str();
  if (TheStep.Kind == StepKind::Wait || TheStep.Kind == StepKind::WriteBack ||
      TheStep.Kind == StepKind::Invalidate)
    return Text + ": " + describe(TheStep.Accesses);
  if (TheStep.Kind != StepKind::Access || Op.Kind > OpKind::StoreAvailable)
    return Text;
  // On a read-modify-write these bits ask for the old value.
  bool Modifies =
      Op.Kind == OpKind::ReadModifyWrite || Op.Kind == OpKind::CmpXchg;
  CachePolicy Scoped = TheStep.Policy;
  if (Modifies) {
    Scoped.Glc = Scoped.Sc0 = false;
    Scoped.Temporal = TemporalNone;
  }
  llvm::SmallString<32> ForScope;
  Scoped.append(ForScope);
  if (!ForScope.empty())
    Text += ";" + ForScope.str().str() + " for " +
            (Op.isAtomic() || Op.Kind > OpKind::Fence
                 ? (scopeName(Op.Reach) + " scope").str()
                 : std::string("the kind of access"));
  if (Modifies && !(Scoped == TheStep.Policy))
    Text += "; returns the old value";
  return Text;
}

/// In the tables the invalidate of a fence, and of any acquire at workgroup
/// scope, also holds back later stores; that of a wider atomic does not.
static bool isStrict(const Step &TheStep, const Operation &Op) {
  bool Narrow = Op.Space == AddressSpace::Local ||
                Op.Reach.Level <= ScopeLevel::Workgroup;
  return Op.Kind == OpKind::Fence ||
         (TheStep.Kind == StepKind::Invalidate && Narrow);
}

/// What may move across an access by its ordering, where that limits it:
/// spec/002, "Memory Model Single Thread Optimization Constraints".
static llvm::StringRef accessMotion(const Operation &Op) {
  bool SeqCst = Op.Order == Ordering::SequentiallyConsistent;
  if (SeqCst && Op.Kind == OpKind::Load)
    return "earlier accesses to other memory that are not seq_cst: nothing "
           "after it may go before it";
  if (SeqCst && Op.Kind == OpKind::Store)
    return "later accesses to other memory that are not seq_cst: nothing "
           "before it may go after it";
  Ordering Order =
      Op.Kind == OpKind::CmpXchg ? join(Op.Order, Op.FailureOrder) : Op.Order;
  if (isAcquire(Order) && isRelease(Order))
    return "no access to memory";
  if (isAcquire(Order))
    return "earlier accesses to other memory: nothing after it may go before "
           "it";
  if (isRelease(Order))
    return "later accesses to other memory: nothing before it may go after it";
  if (Op.Volatile)
    return "anything that is not volatile and does not access the same memory";
  return "";
}

std::string describeMotion(const Step &TheStep, const Operation &Op) {
  const RuleFacts &Facts = factsOf(TheStep.Why);
  llvm::StringRef Motion = Facts.Motion;
  if (isStrict(TheStep, Op) && !Facts.StrictMotion.empty())
    Motion = Facts.StrictMotion;
  if (TheStep.Why == Rule::Access && !accessMotion(Op).empty())
    Motion = accessMotion(Op);
  std::string Text = Motion.str();
  if (TheStep.Why == Rule::ReleaseWait && Op.Kind == OpKind::Fence &&
      isAcquire(Op.Order))
    Text += ", and as it also acquires, the invalidate and later global and "
            "generic accesses";
  return Text;
}

static llvm::StringRef kindName(OpKind Kind) {
  switch (Kind) {
  case OpKind::Load:
    return "load";
  case OpKind::Store:
    return "store";
  case OpKind::ReadModifyWrite:
  case OpKind::CmpXchg:
    return "atomicrmw";
  default:
    return "fence";
  }
}

/// "load atomic, acquire, agent, global": the row of the table.
static std::string describeRow(const Operation &Op) {
  std::string Text = kindName(Op.Kind).str();
  if (!Op.isAtomic())
    return Text;
  if (Op.Kind == OpKind::Load || Op.Kind == OpKind::Store)
    Text += " atomic";
  Text += ", " + orderingName(Op.Order).str() + ", " +
          scopeLevelName(Op.Reach.Level).str();
  if (Op.Kind != OpKind::Fence)
    Text += ", " + addressSpaceName(Op.Space).str();
  return Text;
}

std::string describeSource(const Step &TheStep, const Operation &Op,
                           const Mode &M) {
  llvm::StringRef Source = factsOf(TheStep.Why).Source;
  if (Op.Kind > OpKind::Fence || TheStep.Why == Rule::LdsDmaWait)
    return Source.str();
  return ("spec/002, Memory Model Code Sequences " +
          M.Proc->family().MemoryModel + ": " + describeRow(Op))
      .str();
}

} // namespace fencepost::lower
