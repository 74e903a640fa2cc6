//===- ExplainTargets.cpp - One operation on every target, as JSON --------===//
#include "fencepost/Report/ExplainTargets.h"
#include "ExplainJson.h"

namespace fencepost {

using namespace lower;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

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
