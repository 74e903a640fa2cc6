//===- OperationTextVocabulary.h - What the words of an operation mean ----===//
#ifndef FENCEPOST_LIB_LOWER_OPERATIONTEXTVOCABULARY_H
#define FENCEPOST_LIB_LOWER_OPERATIONTEXTVOCABULARY_H

#include "OperationTextParser.h"

namespace fencepost::lower {

/// A class of words, or another thing that an operation can take; a bit each.
enum WordClass : unsigned {
  WAtomic = 1 << 0,
  WVolatile = 1 << 1,
  WNonTemporal = 1 << 2,
  WLastUse = 1 << 3,
  WNoAv = 1 << 4,
  WNoRet = 1 << 5,
  WWeak = 1 << 6,
  WOrder = 1 << 7,
  WTwoOrders = 1 << 8,
  WScope = 1 << 9,
  WSpace = 1 << 10,
  WTags = 1 << 11, ///< Address spaces, as tags of a fence.
  WWidth = 1 << 12,
  WGroup = 1 << 13,    ///< A cooperative group.
  WModifies = 1 << 14, ///< The operation of an atomicrmw.
  WResult = 1 << 15,
};

struct OperationRow {
  OpKind Kind;
  unsigned Takes = 0; ///< Bits of WordClass.
  /// Whose orderings, if it takes one.
  OrderedOp Ordered = OrderedOp::Load;
  unsigned NumExpressions = 0; ///< After the location in a litmus test.

  llvm::StringRef name() const { return opKindName(Kind); }
};

/// The row of "load", "store.av" and so on; barriers have none. Null if there
/// is no such operation.
const OperationRow *findOperationRow(llvm::StringRef Name);
/// Every name, those of barrier operations included.
llvm::ArrayRef<llvm::StringRef> operationNames();
/// Every word that can follow an operation's name.
llvm::ArrayRef<llvm::StringRef> vocabulary();
bool isVocabulary(llvm::StringRef Word);

std::optional<WordClass> parseFlagWord(llvm::StringRef Word);
/// By name, or by what else spec/002 calls it: flat, lds, group, scratch.
std::optional<AddressSpace> parseSpaceWord(llvm::StringRef Word);

/// The row of "cooperative-32x4B", or null.
const CooperativeFacts *findGroup(llvm::StringRef Word);

/// "unordered, monotonic, acquire or seq_cst"
std::string allowedOrderings(OrderedOp Op);

llvm::Error parseBarrierWords(Cursor &C, OperationParse &P);

} // namespace fencepost::lower

#endif
