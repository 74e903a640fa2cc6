//===- ExplainJson.h - Parts that the JSON of `explain` shares ------------===//
#ifndef FENCEPOST_LIB_REPORT_EXPLAINJSON_H
#define FENCEPOST_LIB_REPORT_EXPLAINJSON_H

#include "fencepost/Lower/Differences.h"
#include "fencepost/Lower/Sequence.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

llvm::json::Object targetJson(const lower::Mode &Where);
/// The instructions, and when they are needed.
llvm::json::Value stepsJson(llvm::ArrayRef<lower::Step> Steps);
llvm::json::Value differenceJson(const lower::DifferenceFacts &Row);

} // namespace fencepost

#endif
