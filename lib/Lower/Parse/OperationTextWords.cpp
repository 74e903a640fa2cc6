//===- OperationTextWords.cpp - Operations in words and as in litmus tests ===//
// The first word names the operation; its row says what else it takes. The
// others may come in any order: each belongs to one class (an ordering, a
// scope, an address space, a flag, a width), and no class is given twice. The
// litmus spelling is the same with operands after the name, which are read
// past: a location, and expressions up to the next word that means something.
//===----------------------------------------------------------------------===//
#include "OperationTextParser.h"
#include "OperationTextVocabulary.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

namespace {
/// One text in words, its name already looked up.
class WordsParser {
public:
  WordsParser(Cursor &C, OperationParse &P, const OperationRow &Row)
      : C(C), P(P), Op(P.Op), Row(Row) {}

  llvm::Error parse();

private:
  llvm::Error parseOperands();
  llvm::Error parseLocation();
  llvm::Error parseExpression();
  llvm::Error parseWord();
  llvm::Error parseFlag(WordClass F, const Token &Word);
  llvm::Error parseOrder(Ordering Order, const Token &Word);
  llvm::Error parseSpace(AddressSpace Space, const Token &Word);
  llvm::Error checkComplete() const;
  bool beginsOperand() const;
  bool takes(WordClass F) const { return Row.Takes & F; }
  /// Notes that a word of class \p F is given; an error if it does not belong.
  llvm::Error note(WordClass F, const Token &Word, StringRef Kind);
  std::string name() const {
    return Row.name().str() + (Count & WAtomic ? " atomic" : "");
  }

  Cursor &C;
  OperationParse &P;
  Operation &Op;
  const OperationRow &Row;
  unsigned Count = 0;
  const Token *ScopeAt = nullptr;
};
} // namespace

llvm::Error WordsParser::note(WordClass F, const Token &Word, StringRef Kind) {
  if (!takes(F))
    return C.fail(Word, "'" + Row.name() + "' takes no " + Kind);
  if (Count & F)
    return C.fail(Word, Kind + " is given twice");
  Count |= F;
  return llvm::Error::success();
}

llvm::Error WordsParser::parseFlag(WordClass F, const Token &Word) {
  if (llvm::Error E = note(F, Word, Word.describe()))
    return E;
  Op.Volatile |= F == WVolatile;
  Op.NonTemporal |= F == WNonTemporal;
  Op.LastUse |= F == WLastUse;
  Op.Tags.NoAv |= F == WNoAv;
  Op.HasResult &= F != WNoRet;
  return llvm::Error::success();
}

llvm::Error WordsParser::parseOrder(Ordering Order, const Token &Word) {
  if (takes(WTwoOrders) && P.Order && !P.FailureOrder) {
    Op.FailureOrder = Order;
    P.FailureOrder = &Word;
    return llvm::Error::success();
  }
  if (llvm::Error E = note(WOrder, Word, "an ordering"))
    return E;
  Op.Order = Order;
  P.Order = &Word;
  return llvm::Error::success();
}

/// A fence may name several spaces: its tags.
llvm::Error WordsParser::parseSpace(AddressSpace Space, const Token &Word) {
  if (!takes(WTags)) {
    Op.Space = Space;
    P.Space = &Word;
    return note(WSpace, Word, "an address space");
  }
  if (Space != AddressSpace::Local && Space != AddressSpace::Global)
    return C.fail(Word,
                  "a fence is limited to local or global memory, not to " +
                      addressSpaceName(Space));
  if (Op.Tags.Synchronize.has(Space))
    return C.fail(Word, Word.describe() + " is given twice");
  Op.Tags.Synchronize.insert(Space);
  return llvm::Error::success();
}

llvm::Error WordsParser::parseWord() {
  const Token &Word = C.take();
  if (Word.Kind != TokenKind::Word)
    return C.fail(Word, "expected a word or the end, found " + Word.describe());
  if (std::optional<Ordering> Order = parseOrdering(Word.Text);
      Order && isAtomic(*Order))
    return parseOrder(*Order, Word);
  if (std::optional<Scope> Reach = parseScope(Word.Text)) {
    Op.Reach = *Reach;
    ScopeAt = &Word;
    return note(WScope, Word, "a scope");
  }
  if (std::optional<AddressSpace> Space = parseSpaceWord(Word.Text))
    return parseSpace(*Space, Word);
  if (std::optional<WordClass> F = parseFlagWord(Word.Text))
    return parseFlag(*F, Word);
  if (const CooperativeFacts *Group = findGroup(Word.Text)) {
    Op.Group = Group->Id;
    Op.Bits = Group->Bits;
    return note(WGroup, Word, "a cooperative group");
  }
  unsigned Bits;
  if (StringRef Width = Word.Text;
      Width.consume_front("i") && !Width.getAsInteger(10, Bits)) {
    if (llvm::Error E = note(WWidth, Word, "a width"))
      return E;
    return setWidth(C, Word, Bits, Op);
  }
  return C.fail(Word, "unknown word " + Word.describe() +
                          didYouMean(Word.Text, vocabulary()));
}

//===-- Operands of litmus tests ------------------------------------------===//

/// Whether a location is here. Where an address needs no comma after it, a
/// register in front tells that operands are given.
bool WordsParser::beginsOperand() const {
  if (C.peek().Kind != TokenKind::Word)
    return false;
  if (C.peek(1).is(",") || C.peek(1).is("[") || C.peek(1).is("->"))
    return true;
  return Row.NumExpressions == 0 && P.HasResult && !isVocabulary(C.peek().Text);
}

llvm::Error WordsParser::parseLocation() {
  if (C.peek().Kind != TokenKind::Word)
    return C.failExpected("a location");
  C.take();
  return C.peek().is("[") ? C.skipBrackets() : llvm::Error::success();
}

llvm::Error WordsParser::parseExpression() {
  bool Any = false;
  while (!C.atEnd() && !C.peek().is(",")) {
    bool Ends = C.peek().Kind == TokenKind::Word && isVocabulary(C.peek().Text);
    if (Ends)
      break;
    Any = true;
    if (!C.peek().is("(")) {
      C.take();
      continue;
    }
    if (llvm::Error E = C.skipBrackets())
      return E;
  }
  return Any ? llvm::Error::success() : C.failExpected("a value");
}

llvm::Error WordsParser::parseOperands() {
  if (!beginsOperand())
    return llvm::Error::success();
  if (llvm::Error E = parseLocation())
    return E;
  if (Row.Kind == OpKind::AsyncLoad) {
    if (llvm::Error E = C.expect("->"))
      return E;
    return parseLocation();
  }
  for (unsigned I = 0; I < Row.NumExpressions; ++I) {
    if (llvm::Error E = C.expect(","))
      return E;
    if (llvm::Error E = parseExpression())
      return E;
  }
  if (takes(WNoRet))
    Op.HasResult = P.HasResult;
  return llvm::Error::success();
}

//===-- The whole ---------------------------------------------------------===//

llvm::Error WordsParser::checkComplete() const {
  bool MustOrder = takes(WAtomic) ? Count & WAtomic : takes(WOrder);
  if (MustOrder && !P.Order)
    return C.fail(C.peek(), "'" + name() + "' needs an ordering: " +
                                allowedOrderings(Row.Ordered));
  if (takes(WTwoOrders) && !P.FailureOrder)
    return C.fail(C.peek(),
                  "'" + name() +
                      "' needs two orderings, for success and for failure: " +
                      allowedOrderings(OrderedOp::CmpXchgFailure));
  bool NotAtomic = takes(WAtomic) && !(Count & WAtomic);
  if (NotAtomic && (P.Order || ScopeAt))
    return C.fail(P.Order ? *P.Order : *ScopeAt,
                  "'" + Row.name() + "' without 'atomic' takes no " +
                      (P.Order ? "ordering" : "scope"));
  return llvm::Error::success();
}

llvm::Error WordsParser::parse() {
  if (P.HasResult && !(Row.Takes & WResult))
    return C.fail(*P.Keyword, "'" + Row.name() + "' gives no value");
  Op.Kind = Row.Kind;
  if (takes(WAtomic) && C.takeIf("atomic"))
    Count |= WAtomic;
  if (takes(WModifies))
    if (llvm::Error E = parseModification(C, Op.Modify))
      return E;
  if (Row.Kind == OpKind::WaitAsyncMark) {
    int64_t Marks;
    if (llvm::Error E = parseNumberAt(C, "a number of marks,", 0, 65535, Marks))
      return E;
    Op.Marks = static_cast<uint16_t>(Marks);
  }
  if (llvm::Error E = parseOperands())
    return E;
  while (!C.atEnd())
    if (llvm::Error E = parseWord())
      return E;
  return checkComplete();
}

llvm::Error parseWords(Cursor &C, OperationParse &P) {
  if (C.atEnd())
    return C.fail(C.peek(), "the operation is missing");
  const Token &First = C.take();
  if (parseBarrierOp(First.Text))
    return parseBarrierWords(C, P);
  if (const OperationRow *Row = findOperationRow(First.Text))
    return WordsParser(C, P, *Row).parse();
  return C.fail(First, "no operation is called " + First.describe() +
                           didYouMean(First.Text, operationNames()));
}

//===- Barriers -----------------------------------------------------------===//
// `barrier`, `barrier.init named 2, 4`, `barrier.wait b`, `wait.asyncmark 2`.
// A barrier object is one of the predefined names, `named N`, an id, or the
// name that a litmus test gave it, which here can only mean the first.
//===----------------------------------------------------------------------===//

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

llvm::Error parseNumberAt(Cursor &C, const llvm::Twine &Description,
                          int64_t Least, int64_t Most, int64_t &Number) {
  const Token &Token = C.peek();
  if (Token.Kind != TokenKind::Number || Token.Text.getAsInteger(0, Number) ||
      Number < Least || Number > Most)
    return C.failExpected(Description + " from " + llvm::Twine(Least) + " to " +
                          llvm::Twine(Most));
  C.take();
  return llvm::Error::success();
}

static llvm::Error parseNamedObject(Cursor &C, BarrierId &Object) {
  const Token &Name = C.take();
  const auto *Row = llvm::find_if(
      Objects, [&](const ObjectRow &R) { return Name.is(R.Name); });
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
  if (!nearestName(Name.Text, Names).empty())
    return C.fail(Name, "no barrier is called " + Name.describe() +
                            didYouMean(Name.Text, Names));
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
