//===- Lower.cpp - The machine code of one operation ----------------------===//
// What is wrong with the operation comes first, then what the processor lacks;
// the rest is that of memory, or of barriers and asynchronous operations.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Lower.h"
#include "ExecutionLowering.h"
#include "LowerChecks.h"
#include "MemoryLowering.h"

namespace fencepost::lower {

llvm::Expected<Sequence> lower(const Operation &Op, const Mode &M,
                               const DifferenceSet &Applied) {
  std::string Problem = problemWith(Op);
  if (Problem.empty())
    Problem = lackingFor(Op, M, Applied);
  if (!Problem.empty())
    return llvm::createStringError(Problem);
  if (!isMemory(Op.Kind))
    return ExecutionLowering(Op, M, Applied).lower();
  // On GFX125 other threads can reach private memory, through flat addresses:
  // atomics on it are atomics on generic memory (spec/002, Memory Model
  // GFX125x).
  bool Shared = Op.Space == AddressSpace::Private && Op.isAtomic() &&
                familyRow(M.Proc->FamilyId).SharedPrivate;
  Operation Lowered = Op;
  if (Shared)
    Lowered.Space = AddressSpace::Generic;
  return MemoryLowering(Lowered, M, Applied).lower();
}

llvm::Expected<Sequence> lower(const Operation &Op, const Mode &M, Dialect D) {
  return lower(Op, M,
               D == Dialect::Spec ? DifferenceSet::all(M.Proc->FamilyId)
                                  : DifferenceSet::none());
}

} // namespace fencepost::lower
