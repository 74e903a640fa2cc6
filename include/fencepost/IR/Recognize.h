//===- Recognize.h - The memory operation of an LLVM IR instruction -------===//
// Classifies any instruction: an operation that lowering knows, machine code
// that the program already chose (raw waits, accesses with a cache policy of
// their own, inline assembly), a call, no operation, or an unsupported one,
// with the reason (Lower/Recognized.h). Intrinsics are recognised by name,
// because spec/001 and spec/003 have some that LLVM 22 does not. The result
// does not depend on the target. Not followed: pointers; the address space is
// the one that the instruction names. Tested by unittests/IR/RecognizeTest.cpp
// and, against llc, by test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_RECOGNIZE_H
#define FENCEPOST_IR_RECOGNIZE_H

#include "fencepost/Lower/Recognized.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class AtomicCmpXchgInst;
class AtomicRMWInst;
class CallBase;
class FenceInst;
class Function;
class GlobalVariable;
class Instruction;
class LoadInst;
class Module;
class StoreInst;
class Type;
class Value;
} // namespace llvm

namespace fencepost::ir {

using lower::Recognized;
using lower::Role;

/// The number of named barriers in a global of type \p T; 0 for other types.
/// Counts no further than any machine has.
uint64_t numNamedBarriers(const llvm::Type &T);

/// Variables of named barriers that \p F itself names.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 4>
namedBarriersIn(const llvm::Function &F);

/// Caches data shared by all instructions of a module, so the module should be
/// complete when this is made.
class Recognizer {
public:
  /// \p Kernel: named barriers are numbered as this one has them.
  explicit Recognizer(const llvm::Module &M,
                      const llvm::Function *Kernel = nullptr);

  Recognized recognize(const llvm::Instruction &I);

  /// The number of a named barrier that is a global, or of the first of an
  /// array of them: by name, from 1, as LLVM 22 numbers those of a kernel;
  /// those that the kernel does not name follow.
  std::optional<unsigned> namedBarrier(const llvm::GlobalVariable &V) const;

private:
  Recognized load(const llvm::LoadInst &I) const;
  Recognized store(const llvm::StoreInst &I) const;
  Recognized modify(const llvm::AtomicRMWInst &I) const;
  Recognized compareExchange(const llvm::AtomicCmpXchgInst &I) const;
  Recognized fence(const llvm::FenceInst &I) const;
  Recognized access(OpKind Kind, const llvm::Instruction &I, unsigned Space,
                    const llvm::Type *Accessed) const;
  void synchronize(Recognized &R, const llvm::Instruction &I,
                   unsigned ScopeId) const;

  Recognized call(const llvm::CallBase &I);
  Recognized intrinsic(const llvm::CallBase &I, llvm::StringRef Name) const;
  Recognized barrier(const llvm::CallBase &I, llvm::StringRef Name) const;
  std::optional<BarrierId> barrierObject(const llvm::Value &V) const;

  const llvm::Module &M;
  /// By LLVM's number; none for a name that is not a scope of AMDGPU.
  llvm::SmallVector<std::optional<Scope>, 12> Scopes;
  llvm::SmallVector<llvm::StringRef, 12> ScopeNames;
  llvm::DenseMap<const llvm::GlobalVariable *, unsigned> NamedBarriers;
  /// Whether calls of a function do nothing; a cache.
  llvm::DenseMap<const llvm::Function *, bool> Harmless;
};

} // namespace fencepost::ir

#endif
