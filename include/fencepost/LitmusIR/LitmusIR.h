//===- LitmusIR.h - Litmus tests written as LLVM IR -----------------------===//
// The same test can be written as LLVM IR: the functions @P0, @P1, ... are the
// threads, globals are the locations, and comments place the threads and give
// the final condition (docs/litmus.md, "A test"; docs/litmus-ir.md). Registers
// are IR values, by name. Tested by unittests/LitmusIR and test/litmus-ir.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_LITMUSIR_H
#define FENCEPOST_LITMUSIR_LITMUSIR_H

#include "fencepost/Litmus/LitmusTest.h"

namespace fencepost::litmus {

/// \p FileName is what errors call the text; the test is named after it.
llvm::Expected<LitmusTest> parseLitmusIR(llvm::StringRef Text,
                                         llvm::StringRef FileName);

} // namespace fencepost::litmus

#endif
