//===- OperationTextVocabulary.cpp - What the words of an operation mean --===//
#include "OperationTextVocabulary.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

static constexpr unsigned Synchronizes = WOrder | WScope | WNoAv;
static constexpr unsigned Accesses = WSpace | WWidth;
static constexpr unsigned ReadsOrWrites =
    Synchronizes | Accesses | WAtomic | WVolatile | WNonTemporal | WGroup;
static constexpr unsigned Updates =
    Synchronizes | Accesses | WVolatile | WNoRet | WResult;

static constexpr OperationRow OperationTable[] = {
    {.Kind = OpKind::Load, .Takes = ReadsOrWrites | WLastUse | WResult},
    {.Kind = OpKind::Store,
     .Takes = ReadsOrWrites,
     .Ordered = OrderedOp::Store,
     .NumExpressions = 1},
    {.Kind = OpKind::ReadModifyWrite,
     .Takes = Updates | WModifies,
     .Ordered = OrderedOp::ReadModifyWrite,
     .NumExpressions = 1},
    {.Kind = OpKind::CmpXchg,
     .Takes = Updates | WTwoOrders | WWeak,
     .Ordered = OrderedOp::CmpXchgSuccess,
     .NumExpressions = 2},
    {.Kind = OpKind::Fence,
     .Takes = Synchronizes | WTags,
     .Ordered = OrderedOp::Fence},
    {.Kind = OpKind::LoadVisible, .Takes = Accesses | WScope | WResult},
    {.Kind = OpKind::StoreAvailable,
     .Takes = Accesses | WScope,
     .Ordered = OrderedOp::Store,
     .NumExpressions = 1},
    {.Kind = OpKind::LdsDma, .Takes = WWidth | WVolatile | WNonTemporal},
    {.Kind = OpKind::AsyncLoad, .Takes = WWidth | WVolatile | WNonTemporal},
    {.Kind = OpKind::AsyncMark},
    {.Kind = OpKind::WaitAsyncMark},
};

const OperationRow *findOperationRow(StringRef Name) {
  const auto *It = llvm::find_if(OperationTable, [&](const OperationRow &Row) {
    return Row.name() == Name;
  });
  return It == std::end(OperationTable) ? nullptr : It;
}

//===-- The operation of an atomicrmw -------------------------------------===//

/// What LLVM's atomicrmw does besides, a loop on every processor or some.
static constexpr llvm::StringLiteral LoopWords[] = {
    "nand",     "fadd",     "fsub",      "fmax",    "fmin",
    "fmaximum", "fminimum", "usub_cond", "usub_sat"};

static llvm::ArrayRef<StringRef> modifyWords() {
  static const auto Words = [] {
    std::vector<StringRef> All;
    for (unsigned I = 0; I < NumModifyOps; ++I)
      All.push_back(modifyOpName(static_cast<ModifyOp>(I)));
    llvm::append_range(All, LoopWords);
    return All;
  }();
  return Words;
}

llvm::Error parseModification(Cursor &C, ModifyOp &Modify) {
  const auto *Word = llvm::find_if(
      modifyWords(), [&](StringRef Each) { return C.peek().is(Each); });
  if (Word == modifyWords().end())
    return C.fail(C.peek(), "expected what atomicrmw does (add, xchg, umax and "
                            "so on), found " +
                                C.peek().describe() +
                                didYouMean(C.peek().Text, modifyWords()));
  Modify = parseModifyOp(*Word).value_or(ModifyOp::Other);
  C.take();
  return llvm::Error::success();
}

//===-- Flags, groups and address spaces ----------------------------------===//

namespace {
struct FlagRow {
  llvm::StringLiteral Word;
  WordClass Class;
};
} // namespace

static constexpr FlagRow Flags[] = {
    {"atomic", WAtomic},
    {"volatile", WVolatile},
    {"nontemporal", WNonTemporal},
    {"last-use", WLastUse},
    {"noav", WNoAv},
    {"noret", WNoRet},
    {"weak", WWeak},
};

std::optional<WordClass> parseFlagWord(StringRef Word) {
  const auto *It = llvm::find_if(
      Flags, [&](const FlagRow &Row) { return Row.Word == Word; });
  return It == std::end(Flags) ? std::nullopt : std::optional(It->Class);
}

const CooperativeFacts *findGroup(StringRef Word) {
  const auto *It =
      llvm::find_if(cooperativeGroups(), [&](const CooperativeFacts &Row) {
        return Row.Name == Word;
      });
  return It == cooperativeGroups().end() ? nullptr : It;
}

std::optional<AddressSpace> parseSpaceWord(StringRef Word) {
  if (std::optional<AddressSpace> Space = parseAddressSpace(Word))
    return Space;
  for (const AddressSpaceFacts &Row : addressSpaces())
    if (!Word.empty() &&
        (Row.HsaSegment == Word || Row.Hardware.equals_insensitive(Word)))
      return Row.Id;
  return std::nullopt;
}

//===-- Lists for suggestions ---------------------------------------------===//

llvm::ArrayRef<StringRef> operationNames() {
  static const auto Names = [] {
    std::vector<StringRef> All;
    for (const OperationRow &Row : OperationTable)
      All.push_back(Row.name());
    for (unsigned I = 0; I < NumBarrierOps; ++I)
      All.push_back(barrierOpName(static_cast<BarrierOp>(I)));
    return All;
  }();
  return Names;
}

llvm::ArrayRef<StringRef> vocabulary() {
  static const auto Words = [] {
    std::vector<StringRef> All = orderingWords();
    llvm::append_range(All, scopeWords());
    for (const AddressSpaceFacts &Row : addressSpaces())
      All.push_back(Row.Name);
    for (const FlagRow &Row : Flags)
      All.push_back(Row.Word);
    for (const CooperativeFacts &Row : cooperativeGroups())
      All.push_back(Row.Name);
    return All;
  }();
  return Words;
}

bool isVocabulary(StringRef Word) {
  return llvm::is_contained(vocabulary(), Word) || parseSpaceWord(Word);
}

std::string allowedOrderings(OrderedOp Op) {
  llvm::SmallVector<StringRef, 8> Names;
  for (unsigned I = 1; I < NumOrderings; ++I)
    if (isAllowed(static_cast<Ordering>(I), Op))
      Names.push_back(orderingName(static_cast<Ordering>(I)));
  StringRef Last = Names.pop_back_val();
  return (llvm::join(Names, ", ") + " or " + Last).str();
}

} // namespace fencepost::lower
