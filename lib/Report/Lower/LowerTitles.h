//===- LowerTitles.h - What a listing calls its lines ---------------------===//
#ifndef FENCEPOST_LIB_REPORT_LOWERTITLES_H
#define FENCEPOST_LIB_REPORT_LOWERTITLES_H

#include "fencepost/Report/LowerReport.h"

namespace fencepost {

/// "store atomic release agent global", "call @f", ...
std::string titleOf(const lower::Recognized &R);
llvm::StringRef roleName(lower::Role R); ///< "operation"
/// "if LDS DMA is in flight"; "" for a step that is always needed.
llvm::StringRef whenText(lower::StepWhen When);
/// Whether the listing shows \p F at all.
bool isShown(const lower::ListedFunction &F);

} // namespace fencepost

#endif
