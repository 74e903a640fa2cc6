//===- ViewMachine.h - Runs one thread of a sync view ---------------------===//
// The plainest interpretation of a view: values are computed when they are
// needed, from the current phis and unknowns. Used to compare views with the
// LLVM IR they were made from; shares no code with lib/Simulate, which computes
// block by block.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_IR_VIEWMACHINE_H
#define FENCEPOST_UNITTESTS_IR_VIEWMACHINE_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace fencepost::ir {

/// The thread that runs, and its inputs.
struct ThreadSetup {
  uint64_t Id[3] = {0, 0, 0};
  uint64_t Group[3] = {0, 0, 0};
  uint64_t Size[3] = {64, 1, 1};
  std::vector<uint64_t> Arguments; ///< By number; pointers are not looked at.
  unsigned MaxSteps = 20000;       ///< Events and blocks.
};

/// What a thread did, seen from outside.
struct Step {
  enum Action { Read, Write, Change, Fence, Barrier, Other } Kind;
  std::optional<uint64_t> Address;
  uint64_t Bytes = 0;
  std::optional<uint64_t> Stored;
  bool operator==(const Step &) const = default;
};
std::string describe(const Step &S);

enum class Ending {
  Returned,
  Steps,   ///< There were too many.
  Unknown, ///< What to do depends on a value that nobody gave.
};

struct Run {
  std::vector<Step> Steps;
  Ending End = Ending::Returned;
};

/// The value that an access reads, the last of \p Steps.
using ReadValue = llvm::function_ref<uint64_t(llvm::ArrayRef<Step> Steps)>;

Run runView(const view::SyncView &View, const ThreadSetup &Setup,
            ReadValue Read);

} // namespace fencepost::ir

#endif
