//===- ExplainTargets.cpp - One operation on every target -----------------===//
#include "fencepost/Report/ExplainTargets.h"
#include "ExplainJson.h"
#include "fencepost/Lower/Lower.h"
#include "fencepost/Lower/OperationText.h"
#include "llvm/ADT/StringMap.h"

namespace fencepost {

using namespace lower;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

std::vector<Mode> allModes(unsigned WorkGroup) {
  std::vector<Mode> Modes;
  for (const Processor &P : processors()) {
    Mode Default = Mode::of(P);
    Default.OneWave = WorkGroup != 0 && WorkGroup <= Default.WaveSize;
    Modes.push_back(Default);
    Mode Other = Default;
    Other.CuMode = P.Features.has(Feature::CuMode);
    Other.TgSplit = P.Features.has(Feature::TgSplit);
    if (!(Other == Default))
      Modes.push_back(Other);
  }
  return Modes;
}

/// The code as text, its parts told apart: what modes are grouped by.
static std::string keyOf(const Sequence &Code) {
  std::string Key;
  for (llvm::ArrayRef<Step> Part :
       {Code.before(), Code.access(), Code.after()}) {
    for (const Step &S : Part)
      Key += S.text() + char('0' + static_cast<int>(S.When)) + "\n";
    Key += "|";
  }
  return Key;
}

std::vector<TargetGroup> explainTargets(const Operation &Op, Dialect As,
                                        unsigned WorkGroup) {
  std::vector<TargetGroup> Groups;
  llvm::StringMap<size_t> ByKey;
  for (const Mode &M : allModes(WorkGroup)) {
    TargetGroup Group;
    std::string Key;
    llvm::Expected<Sequence> Code = lower::lower(Op, M, As);
    if (Code) {
      Key = keyOf(*Code);
      Group.Code = std::move(*Code);
    } else {
      Group.Refused = llvm::toString(Code.takeError());
      llvm::StringRef Reason = Group.Refused;
      Reason.consume_front((M.Proc->Name + " ").str());
      Group.Refused = Reason.str();
      Key = "!" + Group.Refused;
    }
    auto [It, IsNew] = ByKey.try_emplace(Key, Groups.size());
    if (IsNew)
      Groups.push_back(std::move(Group));
    Groups[It->second].Modes.push_back(M);
  }
  return Groups;
}

static Value groupJson(const TargetGroup &Group) {
  Array Targets;
  for (const Mode &M : Group.Modes)
    Targets.push_back(targetJson(M));
  Object Row{{"targets", std::move(Targets)}};
  if (!Group.Refused.empty()) {
    Row["error"] = Group.Refused;
    return Row;
  }
  Row["before"] = stepsJson(Group.Code.before());
  Row["access"] = stepsJson(Group.Code.access());
  Row["after"] = stepsJson(Group.Code.after());
  return Row;
}

Value targetGroupsJson(const Operation &Op, Dialect As,
                       llvm::ArrayRef<TargetGroup> Groups) {
  Array Rows;
  for (const TargetGroup &Group : Groups)
    Rows.push_back(groupJson(Group));
  return Object{{"version", 1},
                {"operation", printOperation(Op)},
                {"dialect", dialectName(As)},
                {"groups", std::move(Rows)}};
}

} // namespace fencepost
