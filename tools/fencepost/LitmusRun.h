//===- LitmusRun.h - `fencepost litmus`, whatever the tests are written in ===//
#ifndef FENCEPOST_TOOLS_LITMUSRUN_H
#define FENCEPOST_TOOLS_LITMUSRUN_H

#include "CommandLine.h"
#include "fencepost/Litmus/LitmusTest.h"

namespace fencepost {

using LitmusReader = llvm::Expected<litmus::LitmusTest> (*)(
    llvm::StringRef Text, llvm::StringRef FileName);

/// Runs the command. \p ReadIR reads LLVM IR; without it no input may be that.
int runLitmusTests(const Invocation &I, LitmusReader ReadIR);

} // namespace fencepost

#endif
