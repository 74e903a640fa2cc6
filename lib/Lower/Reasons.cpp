//===- Reasons.cpp - Why a step is there, in words ------------------------===//
// Sentences made from a step's rule and concern; nothing here decides anything.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

/// "global and local loads and stores"
static std::string describe(const Concern &What) {
  std::string Text;
  llvm::SmallVector<llvm::StringRef, 4> Names;
  for (const AddressSpaceFacts &Facts : addressSpaces())
    if (What.Spaces.has(Facts.Id))
      Names.push_back(Facts.Name);
  for (size_t I = 0; I != Names.size(); ++I) {
    if (I)
      Text += I + 1 == Names.size() ? " and " : ", ";
    Text += Names[I];
  }
  if (!Text.empty())
    Text += ' ';
  if (What.Loads && What.Stores)
    return Text + "loads and stores";
  return Text + (What.Loads ? "loads" : "stores");
}

std::string describeReason(const Step &TheStep, const Operation &Op) {
  std::string Text = factsOf(TheStep.Why).Purpose.str();
  if (TheStep.Kind == StepKind::Wait || TheStep.Kind == StepKind::WriteBack ||
      TheStep.Kind == StepKind::Invalidate)
    return Text + ": " + describe(TheStep.What);
  llvm::SmallString<32> Policy;
  TheStep.Policy.append(Policy);
  if (TheStep.Kind == StepKind::Access && !Policy.empty() &&
      Op.Kind <= OpKind::StoreAvailable)
    Text += ";" + Policy.str().str() + " for " +
            (Op.isAtomic() || Op.Kind > OpKind::Fence
                 ? (scopeName(Op.Reach) + " scope").str()
                 : std::string("the kind of access"));
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

std::string describeMotion(const Step &TheStep, const Operation &Op) {
  const RuleFacts &Facts = factsOf(TheStep.Why);
  if (isStrict(TheStep, Op) && !Facts.StrictMotion.empty())
    return Facts.StrictMotion.str();
  return Facts.Motion.str();
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
