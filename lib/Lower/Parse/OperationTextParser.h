//===- OperationTextParser.h - The parts of the operation parser ----------===//
// Each spelling is a file: OperationTextWords.cpp (words and litmus tests),
// OperationTextIR.cpp (instructions of LLVM IR) and OperationTextCalls.cpp
// (calls of intrinsics). They fill the same values.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_OPERATIONTEXTPARSER_H
#define FENCEPOST_LIB_LOWER_OPERATIONTEXTPARSER_H

#include "OperationTextLexer.h"
#include "fencepost/Sync/Operation.h"

namespace fencepost::lower {

/// The operation, and what to point at when a rule forbids it.
struct OperationParse {
  Operation Op;
  bool HasResult = false; ///< `r0 =` or `%r =` is in front.
  const Token *Keyword = nullptr;
  const Token *Order = nullptr, *FailureOrder = nullptr;
  const Token *Space = nullptr;
};

llvm::Error parseWords(Cursor &C, OperationParse &P);
llvm::Error parseInstruction(Cursor &C, OperationParse &P);
llvm::Error parseCall(Cursor &C, OperationParse &P);

/// Takes an ordering other than notatomic, as LLVM IR spells it.
llvm::Error parseOrderingAt(Cursor &C, Ordering &Order, const Token *&Where);
/// What \p Text, the string of \p Token, says as LLVM IR spells scopes.
llvm::Error parseScopeString(Cursor &C, const Token &Token,
                             llvm::StringRef Text, Scope &Reach);
/// Takes the operation of an atomicrmw.
llvm::Error parseModification(Cursor &C, ModifyOp &Modify);
/// Takes a number; \p Description says of what, in the error.
llvm::Error parseNumberAt(Cursor &C, const llvm::Twine &Description,
                          int64_t Least, int64_t Most, int64_t &Number);
/// Sets Op.Bits if accesses can be that wide.
llvm::Error setWidth(const Cursor &C, const Token &Width, uint64_t Bits,
                     Operation &Op);
/// `, !mmra !{...}` and other metadata, and `, align N`.
llvm::Error parseAttachments(Cursor &C, Operation &Op);
/// The space of `ptr` or `ptr addrspace(N)`, taken whole.
llvm::Error parsePointerType(Cursor &C, AddressSpace &Space,
                             const Token *&Where);

} // namespace fencepost::lower

#endif
