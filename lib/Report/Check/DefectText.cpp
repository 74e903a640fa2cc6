//===- DefectText.cpp - The message of a defect, in words -----------------===//
// See DefectText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/DefectText.h"
#include "Check/DetailText.h"
#include "fencepost/Report/ReasonText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using check::AccessVerb;
using check::DefectStatement;
using check::NamedWorkItem;
using check::StatementForm;

std::string tripleText(llvm::ArrayRef<uint64_t> Numbers) {
  return "(" + llvm::utostr(Numbers[0]) + ", " + llvm::utostr(Numbers[1]) +
         ", " + llvm::utostr(Numbers[2]) + ")";
}

std::string itemText(const NamedWorkItem &Item) {
  std::string Id =
      Item.Id.size() == 1 ? llvm::utostr(Item.Id[0]) : tripleText(Item.Id);
  std::string Text = "work-item " + Id;
  if (Item.ClusterGroup)
    Text += " of work-group " + llvm::utostr(*Item.ClusterGroup) +
            " of the cluster";
  return Item.Group.empty() ? Text
                            : Text + " of work-group " + tripleText(Item.Group);
}

std::string itemInLoops(const NamedWorkItem &Item) {
  std::string Result = itemText(Item);
  bool First = true;
  for (uint64_t Count : Item.Iterations) {
    Result += First ? " in iteration " : ", ";
    Result += llvm::utostr(Count);
    First = false;
  }
  return Result;
}

std::string verbText(const AccessVerb &Verb) {
  std::string Text = Verb.Writes ? Verb.Reads ? "updates" : "writes" : "reads";
  if (Verb.IsAsync)
    return "asynchronously " + Text;
  return Verb.IsAtomic ? "atomically " + Text : Text;
}

/// "LDS 'tile'".
static std::string objectText(const DefectStatement &S) {
  static constexpr llvm::StringLiteral Memories[] = {"LDS", "global memory",
                                                     "memory"};
  static_assert(std::size(Memories) == check::NumMemoryKinds);
  std::string Memory = Memories[unsigned(S.Memory)].str();
  return S.Object.empty() ? Memory : Memory + " '" + S.Object + "'";
}

static std::string raceText(const DefectStatement &S) {
  std::string About = objectText(S);
  std::string First = verbText(S.Verbs[0]), Second = verbText(S.Verbs[1]);
  if (S.WorkItems.empty())
    return About + ": one work-item " + First + " it and another " +
           (S.MayWrite ? "may write" : Second) + " it";
  return About + ": " + itemInLoops(S.WorkItems[0]) + " " + First +
         (S.Byte ? " byte " + llvm::utostr(*S.Byte) : " a byte") + ", and " +
         itemInLoops(S.WorkItems[1]) + " " + Second + " it";
}

static std::string detailText(std::monostate) { return ""; }

static std::string detailText(const check::DefectDetail &Detail) {
  return std::visit([](const auto &What) { return detailText(What); }, Detail);
}

std::string noteText(const check::DefectNote &Note) {
  return std::visit([](const auto &What) { return noteText(What); },
                    Note.Detail);
}

std::string plainText(const DefectStatement &S) {
  auto Item = [&](unsigned Number, const char *Otherwise) {
    return S.WorkItems.empty() ? Otherwise : itemText(S.WorkItems[Number]);
  };
  switch (S.Form) {
  case StatementForm::Detailed:
    return detailText(S.Detail);
  case StatementForm::Race:
    return "race on " + raceText(S) +
           (S.WorkItems.empty() ? "" : "; no barrier or fence orders them");
  case StatementForm::UnorderedRace:
    return "this barrier does not order " + raceText(S);
  case StatementForm::NarrowScope:
    return "race on " + raceText(S) + ": " +
           scopeName({S.Reach, S.ReachesOneSpace}).str() +
           " scope excludes other work-groups";
  case StatementForm::EndedBefore:
    return Item(0, "one work-item") + " reaches this barrier, and " +
           Item(1, "another") + " has ended before it";
  case StatementForm::LoopLeft:
    return Item(0, "one work-item") +
           " reaches this barrier in an iteration in which " +
           Item(1, "another") + " has left the loop";
  case StatementForm::NotReached:
    return Item(0, "one work-item") + " reaches this barrier, and " +
           Item(1, "another") + " does not";
  case StatementForm::SignalTwice:
    return Item(0, "a work-item") +
           " arrives at the barrier again before it has waited for it";
  case StatementForm::WaitWithoutSignal:
    return Item(0, "a work-item") +
           " waits for the barrier and has not arrived at it";
  case StatementForm::SignalWithoutWait:
    return Item(0, "a work-item") +
           " arrives at the barrier and ends without waiting for it";
  case StatementForm::NotChecked:
    return "not fully checked: " + reasonText(S);
  }
  llvm_unreachable("no such form");
}

std::string statementText(const DefectStatement &S) {
  static constexpr llvm::StringLiteral Prefixes[] = {
      "", "possible: ", "not decided: "};
  static_assert(std::size(Prefixes) == check::NumCertainties);
  std::string Text = Prefixes[unsigned(S.Certainty)].str() + plainText(S);
  if (S.Form == StatementForm::NotChecked)
    return Text;
  std::string Reason = reasonText(S);
  return Reason.empty() ? Text : Text + " (" + Reason + ")";
}

} // namespace fencepost
