//===- RandomTest.h - Random litmus tests ---------------------------------===//
// Tests that use every form of the language, by a seed. They are correct: every
// name is declared and every ordering fits.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LITMUS_RANDOMTEST_H
#define FENCEPOST_UNITTESTS_LITMUS_RANDOMTEST_H

#include "fencepost/Litmus/Ast.h"

namespace fencepost::litmus {

ParsedTest randomTest(uint64_t Seed);

} // namespace fencepost::litmus

#endif
