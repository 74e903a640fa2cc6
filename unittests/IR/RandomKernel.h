//===- RandomKernel.h - Random kernels as LLVM IR text --------------------===//
// Written as a compiler writes code that it does not optimize: variables are
// allocas, pointers travel through variables and helper functions, some of them
// generic. All loops end. Nothing divides by zero or shifts too far.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_IR_RANDOMKERNEL_H
#define FENCEPOST_UNITTESTS_IR_RANDOMKERNEL_H

#include <cstdint>
#include <string>

namespace fencepost::ir {

/// The kernel is @k(i32 %n, i32 %m, ptr addrspace(1) %out, ptr addrspace(3)
/// %scratch).
std::string randomKernel(uint64_t Seed);

} // namespace fencepost::ir

#endif
