//===- WitnessNote.h - What the threads of a witness did, in words --------===//
// The note below a finding that says in which launch its work-items were run,
// and along which paths. Tested by test/messages/check.md and test/check.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_WITNESSNOTE_H
#define FENCEPOST_REPORT_WITNESSNOTE_H

#include "fencepost/Simulate/Witness.h"
#include "fencepost/View/BlockName.h"

namespace fencepost {

/// "in a work-group of 256 work-items, waves of 64, argument 'n' = 17; path of
/// work-item 0: entry -> step (16 times)".
std::string witnessText(const view::SyncView &View, const sim::Witness &W);

/// "step", "line 7" or "block 3".
std::string blockText(const view::BlockName &Block);
/// The name of the kernel's argument \p Number, or "".
std::string argumentName(const view::SyncView &View, uint32_t Number);

} // namespace fencepost

#endif
