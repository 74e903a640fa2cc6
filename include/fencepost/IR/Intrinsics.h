//===- Intrinsics.h - AMDGPU's intrinsics by name -------------------------===//
// LLVM's parser takes every function called llvm.*, whether or not this version
// of LLVM knows it, so spec/001's llvm.amdgcn.av.* and spec/003's marks can be
// written today; all of them are recognized by name. The tables are in
// lib/IR/Intrinsics.cpp. Tested by unittests/IR/IntrinsicsTest.cpp: each row is
// an intrinsic of LLVM or of the specification, and every intrinsic of LLVM
// that may access memory has a row.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_INTRINSICS_H
#define FENCEPOST_IR_INTRINSICS_H

#include "fencepost/Sync/BarrierOp.h"
#include "fencepost/Sync/MemoryAnnotation.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class CallBase;
class Instruction;
class Module;
} // namespace llvm

namespace fencepost::ir {

struct BarrierRow {
  llvm::StringLiteral Name; ///< Without the prefix "llvm.amdgcn.s.".
  BarrierOp Op;
  /// The first operand is the barrier; otherwise it is the work-group's.
  bool HasObject = false;
  bool HasCount = false; ///< The second operand is a count.
};

/// The row of the intrinsic \p Name ("llvm.amdgcn.s.barrier.wait"), or null.
/// llvm.amdgcn.s.cluster.barrier is not a row: it is several operations.
const BarrierRow *findBarrierRow(llvm::StringRef Name);

/// The role of an AMDGPU intrinsic that is not recognized otherwise.
enum class IntrinsicRole : uint8_t {
  Nothing, ///< Has an effect, but not on memory.
  Access,  ///< Accesses memory with a cache policy of its own.
  Machine, ///< One machine instruction that synchronizes or waits.
  Call,    ///< Runs other code.
};

/// None if there is no row for \p Name, "llvm.amdgcn.s.sleep".
std::optional<IntrinsicRole> findIntrinsicRole(llvm::StringRef Name);

/// spec/003, "LDS DMA Operations": load.async.to.lds, global.load.async.lds,
/// raw.buffer.load.async.lds and so on, and GFX12.5's own.
bool isAsyncLoad(llvm::StringRef Name);
/// The same without "async": LLVM inserts the waits.
bool isLdsDma(llvm::StringRef Name);
/// GFX12.5's transfers to and from LDS other than loads of global memory; LLVM
/// 22 waits for them no more than for async loads.
bool isAsyncTransfer(llvm::StringRef Name);

/// The scope that the last operand of \p I gives: metadata !"agent", or a node
/// that holds such a string. Otherwise \p Why says what is wrong.
std::optional<Scope> scopeOperand(const llvm::CallBase &I, std::string &Why);

/// The tags of !mmra that the model uses. None and \p Why if one of them has an
/// invalid value.
std::optional<MemoryAnnotations> annotationsOf(const llvm::Instruction &I,
                                               std::string &Why);

/// LLVM parses a suffix of the name of a known intrinsic as the types of an
/// overload, so that spec/003's raw.buffer.load.async.lds looks like a
/// malformed raw.buffer.load, which its verifier rejects. Such functions get a
/// name that LLVM does not know: llvm.amdgcn.dma.raw.buffer.load.async.lds.
void hideFromVerifier(llvm::Module &M);

} // namespace fencepost::ir

#endif
