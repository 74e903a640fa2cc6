//===- ViewTests.h - Sync views of LLVM IR text, for tests ----------------===//
#ifndef FENCEPOST_UNITTESTS_IR_VIEWTESTS_H
#define FENCEPOST_UNITTESTS_IR_VIEWTESTS_H

#include "fencepost/IR/BuildView.h"

namespace fencepost::ir {

/// The views of the kernels of \p Text, with its places. The target triple is
/// amdgcn-amd-amdhsa unless it names one.
llvm::Expected<std::vector<view::SyncView>>
viewsOf(llvm::StringRef Text, const ViewOptions &Options = {});

/// As printed; "error: ..." if there are none.
std::string viewText(llvm::StringRef Text, const ViewOptions &Options = {});

} // namespace fencepost::ir

#endif
