//===- TargetGroups.cpp - Processors whose code is the same ---------------===//
#include "fencepost/Lower/Explanation.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/ADT/StringMap.h"

namespace fencepost::lower {

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

} // namespace fencepost::lower
