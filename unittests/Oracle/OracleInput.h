//===- OracleInput.h - What the oracle's programs read and run ------------===//
// Kernels of a file, and the values that they are run with.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_ORACLE_ORACLEINPUT_H
#define FENCEPOST_UNITTESTS_ORACLE_ORACLEINPUT_H

#include "SyncOracle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace fencepost::oracle {

/// The kernels of LLVM IR in \p File ("-": standard input).
llvm::Expected<std::vector<view::SyncView>> viewsOf(llvm::StringRef Processor,
                                                    llvm::StringRef File);

/// Arguments and unknown values that are small, large, alike and different.
llvm::ArrayRef<Setting> settings();

} // namespace fencepost::oracle

#endif
