//===- Outcome.cpp - Names of undefined behaviours ------------------------===//
#include "fencepost/Model/Outcome.h"

namespace fencepost::model {

static constexpr EnumName<Undefined> UndefinedNames[] = {
    {Undefined::NonConvergent, "non-convergent"},
    {Undefined::FirstNotInit, "first-not-init"},
    {Undefined::NotJoined, "not-joined"},
    {Undefined::JoinedTooLate, "joined-too-late"},
    {Undefined::LeaveWithoutJoin, "leave-without-join"},
    {Undefined::ExpectedNegative, "expected-negative"},
    {Undefined::ExpectedNotPositive, "expected-not-positive"},
    {Undefined::ExpectedNotAbove, "expected-not-above"},
    {Undefined::DropRace, "drop-race"},
    {Undefined::ClusterDoubleArrive, "cluster-double-arrive"},
    {Undefined::TrapBarrier, "trap-barrier"},
    {Undefined::UndefBranch, "undef-branch"},
    {Undefined::OutOfBounds, "out-of-bounds"},
    {Undefined::Hang, "hang"},
};
static_assert(isIndexedBy(UndefinedNames), "a kind without a name");

llvm::StringRef undefinedName(Undefined Kind) {
  return rowOf(UndefinedNames, Kind).Name;
}

} // namespace fencepost::model
