//===- LitmusIR.cpp - `fencepost litmus` on LLVM IR -----------------------===//
// Only in the large program; see HandOver.cpp. Tested by test/litmus-ir.
//===----------------------------------------------------------------------===//
#include "fencepost/LitmusIR/LitmusIR.h"
#include "Commands.h"
#include "LitmusRun.h"

namespace fencepost {

int runLitmusOnIR(const Invocation &I) {
  return runLitmusTests(I, litmus::parseLitmusIR);
}

} // namespace fencepost
