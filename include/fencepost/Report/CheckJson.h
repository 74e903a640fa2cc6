//===- CheckJson.h - Kernels and their findings as data -------------------===//
// What `fencepost check --json` says beside the words; its schema is
// docs/schema/check.v1.json. Tested by test/check-cli/json.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_CHECKJSON_H
#define FENCEPOST_REPORT_CHECKJSON_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Input/KernelFile.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// What is known of a kernel, without verdict and findings.
llvm::json::Object kernelJson(const view::SyncView &Kernel, KernelFile &Input);

/// The defect that \p Finding tells in words.
llvm::json::Object defectJson(const view::SyncView &Kernel,
                              const check::Defect &Defect,
                              const Finding &Finding, KernelFile &Input);

} // namespace fencepost

#endif
