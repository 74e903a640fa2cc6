//===- CompileMain.cpp - compile-opencl FILE PROCESSOR [OPTION...] --------===//
// Writes the bitcode that compileOpenCL() makes to standard output, or what is
// wrong to standard error. Used by test/tools/check_kernels.py.
//===----------------------------------------------------------------------===//
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, char **Argv) {
  if (Argc < 3) {
    llvm::errs() << "usage: compile-opencl FILE PROCESSOR [OPTION...]\n";
    return 2;
  }
  fencepost::OpenCLOptions Options;
  Options.Processor = Argv[2];
  Options.Extra.assign(Argv + 3, Argv + Argc);
  llvm::Expected<std::string> Module =
      fencepost::compileOpenCL(Argv[1], Options);
  if (!Module) {
    llvm::logAllUnhandledErrors(Module.takeError(), llvm::errs());
    return 2;
  }
  llvm::outs() << *Module;
  return 0;
}
