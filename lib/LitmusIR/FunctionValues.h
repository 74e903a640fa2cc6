//===- FunctionValues.h - What a function computes, as expressions --------===//
// Every integer that an instruction computes becomes a register that has the
// value's name; addresses and parts of vectors remain expressions over
// registers, which is safe because a value of SSA form never changes while it
// is in use. Integers of one bit are 0 or 1. A phi has registers of its own,
// which the blocks before it write.
//
// The model wants to know the location of an access when the test is read; only
// the index may depend on what is loaded. So an address is followed back to the
// one global it belongs to, through casts, getelementptr, phis, selects and the
// arguments of functions. Indices are computed in 32 bits.
// Tested by unittests/LitmusIR.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_FUNCTIONVALUES_H
#define FENCEPOST_LITMUSIR_FUNCTIONVALUES_H

#include "ThreadContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ModuleSlotTracker.h"

namespace llvm {
class GEPOperator;
} // namespace llvm

namespace fencepost {

/// A value as the thread sees it: one expression for an integer, one for each
/// part of a vector or structure. Of a pointer it is the index within Base,
/// counted in units of four bytes.
struct IRValue {
  llvm::SmallVector<unsigned, 1> Parts;
  const llvm::GlobalVariable *Base = nullptr;
};

/// How many parts a value of type \p T has; none if the model has no such
/// values.
std::optional<unsigned> numParts(const llvm::Type *T);

/// Whether anything can ask for the value of \p I: it is used or has a name.
inline bool isWanted(const llvm::Instruction &I) {
  return I.hasName() || !I.use_empty();
}

class FunctionValues {
public:
  /// \p Prefix is put before the names of registers.
  FunctionValues(ThreadContext &Context, llvm::Function &F, std::string Prefix);

  const std::string &prefix() const { return Prefix; }

  void set(const llvm::Value &V, IRValue Value) {
    Values[&V] = std::move(Value);
  }
  /// Registers called after \p V, one for each of \p Count parts.
  IRValue defineRegisters(const llvm::Value &V, unsigned Count);
  /// The registers of \p Phi, whose values the blocks before it write.
  llvm::Expected<IRValue> phiValue(llvm::PHINode &Phi);

  llvm::Expected<IRValue> operand(const llvm::Value &V,
                                  const llvm::Instruction &User);
  /// Of an i1 or i32.
  llvm::Expected<unsigned> integerOperand(const llvm::Value &V,
                                          const llvm::Instruction &User);
  /// The global that the address \p V belongs to.
  llvm::Expected<const llvm::GlobalVariable *>
  baseOf(const llvm::Value &V, const llvm::Instruction &User);
  /// The element at \p Offset from \p Pointer.
  llvm::Expected<model::Address> addressOf(const IRValue &Pointer,
                                           unsigned Offset,
                                           const llvm::Instruction &User);

private:
  llvm::Expected<IRValue> constantOperand(const llvm::Constant &C,
                                          const llvm::Instruction &User);
  llvm::Expected<IRValue> pointerOperand(const llvm::Value &V,
                                         const llvm::Instruction &User);
  llvm::Expected<IRValue> elementPointer(const llvm::GEPOperator &Element,
                                         const llvm::Instruction &User);
  llvm::Expected<unsigned> indexOf(const llvm::GEPOperator &Element,
                                   const llvm::Instruction &User);
  std::string nameOf(const llvm::Value &V);

  ThreadContext &Context;
  ThreadBuilder &Build;
  llvm::Function &F;
  std::string Prefix;
  llvm::ModuleSlotTracker Slots;
  llvm::DenseMap<const llvm::Value *, IRValue> Values;
};

} // namespace fencepost

#endif
