//===- NamedBarrierTrial.h - Named barriers tried on a copy ---------------===//
// A plan with named barriers is carried out on a copy of the module, and the
// checker (Check/Check.h), which knows nothing of how they are placed, is asked
// about the resulting kernel: it simulates all waves (docs/model.md B2 to B5).
// spec/004's verification is asked, too.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_NAMEDBARRIERTRIAL_H
#define FENCEPOST_LIB_PLACEIR_NAMEDBARRIERTRIAL_H

#include "AnchoredPlan.h"

namespace fencepost::placeir {

/// Why \p Plan is not right for kernel number \p Kernel of \p M; nothing if it
/// is, or if calls have to be inlined before that can be said.
std::optional<NoNamedReason>
findNamedBarrierProblem(llvm::Module &M, const ir::ViewOptions &Options,
                        size_t Kernel, const PlannedChanges &Plan);

} // namespace fencepost::placeir

#endif
