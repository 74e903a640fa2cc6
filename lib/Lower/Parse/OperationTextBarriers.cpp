//===- OperationTextBarriers.cpp - Barriers and async waits in words ------===//
// `barrier`, `barrier.init named 2, 4`, `barrier.wait b`, `wait.asyncmark 2`.
// A barrier object is one of the predefined names, `named N`, an id, or the
// name that a litmus test gave it, which here can only mean the first.
//===----------------------------------------------------------------------===//
#include "OperationTextVocabulary.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

namespace {
struct ObjectRow {
  llvm::StringLiteral Name;
  BarrierId Id;
};
} // namespace

/// The names of docs/litmus.md.
static constexpr ObjectRow Objects[] = {
    {"workgroup", BarrierId::workgroup()},
    {"cluster", BarrierId::cluster()},
    {"null", BarrierId::null()},
    {"trap", BarrierId::workgroupTrap()},
    {"cluster_trap", BarrierId::clusterTrap()},
};

/// Bits [22:16] of m0, through which counts are given (spec/000, "s_barrier
/// GFX12").
static constexpr int64_t MaxMembers = 127;

llvm::Error parseNumberAt(Cursor &C, const llvm::Twine &What, int64_t Least,
                          int64_t Most, int64_t &Number) {
  const Token &At = C.peek();
  if (At.Kind != TokenKind::Number || At.Text.getAsInteger(0, Number) ||
      Number < Least || Number > Most)
    return C.failExpected(What + " from " + llvm::Twine(Least) + " to " +
                          llvm::Twine(Most));
  C.take();
  return llvm::Error::success();
}

static llvm::Error parseNamedObject(Cursor &C, BarrierId &Object) {
  const Token &At = C.take();
  const auto *Row =
      llvm::find_if(Objects, [&](const ObjectRow &R) { return At.is(R.Name); });
  if (Row != std::end(Objects)) {
    Object = Row->Id;
    if (!Object.isNamed() && C.takeIf("trap"))
      Object = Object.isCluster() ? BarrierId::clusterTrap()
                                  : BarrierId::workgroupTrap();
    return llvm::Error::success();
  }
  llvm::SmallVector<StringRef, 8> Names = {"named"};
  for (const ObjectRow &R : Objects)
    Names.push_back(R.Name);
  if (!nearestName(At.Text, Names).empty())
    return C.fail(At, "no barrier is called " + At.describe() +
                          didYouMean(At.Text, Names));
  Object = BarrierId::named(1);
  return llvm::Error::success();
}

static llvm::Error parseObject(Cursor &C, BarrierId &Object) {
  int64_t Number;
  if (C.takeIf("named")) {
    if (llvm::Error E = parseNumberAt(C, "the number of a named barrier,", 1,
                                      BarrierId::Last, Number))
      return E;
    Object = BarrierId::named(static_cast<int>(Number));
    return llvm::Error::success();
  }
  if (C.peek().Kind == TokenKind::Word)
    return parseNamedObject(C, Object);
  if (llvm::Error E = parseNumberAt(C, "a barrier: its name, or its id",
                                    BarrierId::First, BarrierId::Last, Number))
    return E;
  Object = *BarrierId::fromOperand(Number);
  return llvm::Error::success();
}

llvm::Error parseBarrierWords(Cursor &C, OperationParse &P) {
  Operation &Op = P.Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = *parseBarrierOp(P.Keyword->Text);
  if (P.HasResult && Op.Action != BarrierOp::ArriveIsFirst)
    return C.fail(*P.Keyword, P.Keyword->describe() + " gives no value");
  // It leaves the barrier that was joined last.
  if (Op.Action == BarrierOp::Drop) {
    Op.Object = BarrierId::null();
    return C.expectEnd();
  }
  bool IsShort = Op.Action == BarrierOp::ArriveWait && C.atEnd();
  if (IsShort)
    return llvm::Error::success();
  if (llvm::Error E = parseObject(C, Op.Object))
    return E;
  bool MayCount =
      Op.Action == BarrierOp::Init || Op.Action == BarrierOp::Arrive;
  if (!MayCount || (Op.Action == BarrierOp::Arrive && C.atEnd()))
    return C.expectEnd();
  if (llvm::Error E = C.expect(","))
    return E;
  int64_t Members;
  if (llvm::Error E =
          parseNumberAt(C, "the number of arrivals,", 1, MaxMembers, Members))
    return E;
  Op.Members = static_cast<uint8_t>(Members);
  return C.expectEnd();
}

} // namespace fencepost::lower
