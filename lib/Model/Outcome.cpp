//===- Outcome.cpp - Names of undefined behaviours ------------------------===//
#include "fencepost/Model/Outcome.h"

namespace fencepost::model {

static constexpr llvm::StringLiteral Names[] = {
    "non-convergent",
    "first-not-init",
    "not-joined",
    "joined-too-late",
    "leave-without-join",
    "expected-negative",
    "expected-not-positive",
    "expected-not-above",
    "drop-race",
    "cluster-double-arrive",
    "trap-barrier",
    "undef-branch",
    "out-of-bounds",
    "hang",
};
static_assert(std::size(Names) == NumUndefined);

llvm::StringRef undefinedName(Undefined Kind) {
  return Names[static_cast<unsigned>(Kind)];
}

} // namespace fencepost::model
