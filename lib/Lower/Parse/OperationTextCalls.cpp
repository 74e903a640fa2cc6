//===- OperationTextCalls.cpp - Operations as calls of intrinsics ---------===//
// One row an intrinsic: which operation it is, and which of its arguments say
// more. `call void` in front and attributes after it may be left out. spec/003
// calls the signatures of its intrinsics "merely representative", so what a
// call gives beyond the two addresses is optional there.
//===----------------------------------------------------------------------===//
#include "OperationTextParser.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

namespace fencepost::lower {

using llvm::StringRef;

namespace {
enum class CallShape : uint8_t {
  Nothing,   ///< ()
  Number,    ///< (i32 -1): which barrier
  Pointer,   ///< (ptr addrspace(3) @b, [i32 4]): a named barrier, its members
  Marks,     ///< (i16 2)
  ToLds,     ///< (source, LDS, [i32 bytes, ..., i32 cache policy])
  ToLdsBits, ///< The same, the width in the row
  Available, ///< (ptr, [value], metadata !"agent")
  Group,     ///< (ptr, [value], i32 ordering, metadata !"agent")
};

struct CallRow {
  llvm::StringLiteral Name; ///< Behind "llvm.amdgcn.".
  OpKind Kind;
  CallShape Shape;
  BarrierOp Action = BarrierOp::ArriveWait;
  unsigned Bits = 32;
  Cooperative Group = Cooperative::No;
};
} // namespace

static constexpr CallRow barrierRow(llvm::StringLiteral Name, BarrierOp Action,
                                    CallShape Shape) {
  return {
      .Name = Name, .Kind = OpKind::Barrier, .Shape = Shape, .Action = Action};
}

static constexpr CallRow accessRow(llvm::StringLiteral Name, OpKind Kind,
                                   CallShape Shape, unsigned Bits = 32,
                                   Cooperative Group = Cooperative::No) {
  return {
      .Name = Name, .Kind = Kind, .Shape = Shape, .Bits = Bits, .Group = Group};
}

static constexpr auto CallTable = [] {
  using enum OpKind;
  using enum CallShape;
  return std::to_array<CallRow>({
      barrierRow("s.barrier", BarrierOp::ArriveWait, Nothing),
      barrierRow("s.cluster.barrier", BarrierOp::ArriveWait, Nothing),
      barrierRow("s.barrier.signal", BarrierOp::Arrive, Number),
      barrierRow("s.barrier.signal.isfirst", BarrierOp::ArriveIsFirst, Number),
      barrierRow("s.barrier.signal.var", BarrierOp::Arrive, Pointer),
      barrierRow("s.barrier.init", BarrierOp::Init, Pointer),
      barrierRow("s.barrier.join", BarrierOp::Join, Pointer),
      barrierRow("s.barrier.leave", BarrierOp::Drop, Number),
      barrierRow("s.barrier.wait", BarrierOp::Wait, Number),
      accessRow("asyncmark", AsyncMark, Nothing),
      accessRow("wait.asyncmark", WaitAsyncMark, Marks),
      accessRow("global.load.lds", LdsDma, ToLds),
      accessRow("load.to.lds", LdsDma, ToLds),
      accessRow("raw.buffer.load.lds", LdsDma, ToLds),
      accessRow("raw.ptr.buffer.load.lds", LdsDma, ToLds),
      accessRow("struct.buffer.load.lds", LdsDma, ToLds),
      accessRow("struct.ptr.buffer.load.lds", LdsDma, ToLds),
      accessRow("load.async.to.lds", AsyncLoad, ToLds),
      accessRow("global.load.async.lds", AsyncLoad, ToLds),
      accessRow("raw.buffer.load.async.lds", AsyncLoad, ToLds),
      accessRow("raw.ptr.buffer.load.async.lds", AsyncLoad, ToLds),
      accessRow("struct.buffer.load.async.lds", AsyncLoad, ToLds),
      accessRow("struct.ptr.buffer.load.async.lds", AsyncLoad, ToLds),
      accessRow("global.load.async.to.lds.b8", AsyncLoad, ToLdsBits, 8),
      accessRow("global.load.async.to.lds.b32", AsyncLoad, ToLdsBits, 32),
      accessRow("global.load.async.to.lds.b64", AsyncLoad, ToLdsBits, 64),
      accessRow("global.load.async.to.lds.b128", AsyncLoad, ToLdsBits, 128),
      accessRow("av.global.load.b128", LoadVisible, Available, 128),
      accessRow("av.global.store.b128", StoreAvailable, Available, 128),
      accessRow("cooperative.atomic.load.32x4B", Load, Group, 32,
                Cooperative::Lanes32x4),
      accessRow("cooperative.atomic.load.16x8B", Load, Group, 64,
                Cooperative::Lanes16x8),
      accessRow("cooperative.atomic.load.8x16B", Load, Group, 128,
                Cooperative::Lanes8x16),
      accessRow("cooperative.atomic.store.32x4B", Store, Group, 32,
                Cooperative::Lanes32x4),
      accessRow("cooperative.atomic.store.16x8B", Store, Group, 64,
                Cooperative::Lanes16x8),
      accessRow("cooperative.atomic.store.8x16B", Store, Group, 128,
                Cooperative::Lanes8x16),
  });
}();

/// Without ".p1", ".v4i32": the types that an overloaded intrinsic was made
/// for.
static StringRef withoutTypes(StringRef Name) {
  while (true) {
    auto [Front, Last] = Name.rsplit('.');
    bool IsType = (Last.consume_front("p") || Last.consume_front("v")) &&
                  !Last.empty() && llvm::isDigit(Last.front());
    if (!IsType)
      return Name;
    Name = Front;
  }
}

static const CallRow *findRow(StringRef Name) {
  StringRef Bare = withoutTypes(Name);
  const auto *It = llvm::find_if(
      CallTable, [&](const CallRow &Row) { return Row.Name == Bare; });
  return It == std::end(CallTable) ? nullptr : It;
}

namespace {
using Argument = llvm::ArrayRef<Token>;

/// One call, its intrinsic already looked up.
class CallParser {
public:
  CallParser(Cursor &C, OperationParse &P, const CallRow &Row,
             const Token &Name)
      : C(C), P(P), Op(P.Op), Row(Row), Name(Name) {}

  llvm::Error parse();

private:
  llvm::Error parseArguments();
  llvm::Error readArguments();
  llvm::Error want(size_t Least, size_t Most) const;
  llvm::Error number(const Argument &A, const llvm::Twine &Description,
                     int64_t Least, int64_t Most, int64_t &Number) const;
  llvm::Error readBarrier();
  llvm::Error readToLds();
  llvm::Error readOrdering(const Argument &A);
  llvm::Error readScope(const Argument &A);
  llvm::Error readSpace(const Argument &A);
  bool isStore() const {
    return Op.Kind == OpKind::Store || Op.Kind == OpKind::StoreAvailable;
  }

  Cursor &C;
  OperationParse &P;
  Operation &Op;
  const CallRow &Row;
  const Token &Name;
  llvm::SmallVector<Argument, 8> Arguments;
};
} // namespace

/// Splits what is in the brackets at its commas.
llvm::Error CallParser::parseArguments() {
  const Token &Open = C.peek();
  if (!Open.is("("))
    return C.failExpected("'('");
  const Token *First = &C.peek(1);
  if (llvm::Error E = C.skipBrackets())
    return E;
  const Token *Last = &C.peek() - 1; // The bracket that closes.
  unsigned Depth = 0;
  const Token *Begin = First;
  for (const Token *T = First; T != Last; ++T) {
    bool IsSymbol = T->Kind == TokenKind::Symbol;
    Depth += IsSymbol && StringRef("([{<").contains(T->Text);
    Depth -= IsSymbol && Depth && StringRef(")]}>").contains(T->Text);
    if (Depth || !T->is(","))
      continue;
    Arguments.push_back(Argument(Begin, T));
    Begin = T + 1;
  }
  if (First != Last)
    Arguments.push_back(Argument(Begin, Last));
  for (const Argument &A : Arguments)
    if (A.empty())
      return C.fail(Open, "an argument is empty");
  return llvm::Error::success();
}

llvm::Error CallParser::want(size_t Least, size_t Most) const {
  if (Arguments.size() >= Least && Arguments.size() <= Most)
    return llvm::Error::success();
  std::string Wanted = llvm::utostr(Least);
  if (Most != Least)
    Wanted += " to " + llvm::utostr(Most);
  return C.fail(Name, Name.describe() + " takes " + Wanted +
                          (Most == 1 ? " argument" : " arguments") +
                          ", here are " + llvm::Twine(Arguments.size()));
}

/// The constant at the end of an argument: i32 -1.
llvm::Error CallParser::number(const Argument &A,
                               const llvm::Twine &Description, int64_t Least,
                               int64_t Most, int64_t &Number) const {
  const Token &Constant = A.back();
  if (Constant.Kind == TokenKind::Number &&
      !Constant.Text.getAsInteger(0, Number) && Number >= Least &&
      Number <= Most)
    return llvm::Error::success();
  return C.fail(Constant, "expected " + Description + " from " +
                              llvm::Twine(Least) + " to " + llvm::Twine(Most) +
                              ", found " + Constant.describe());
}

llvm::Error CallParser::readBarrier() {
  Op.Action = Row.Action;
  if (Row.Shape == CallShape::Number) {
    int64_t Id;
    if (llvm::Error E = want(1, 1))
      return E;
    if (llvm::Error E = number(Arguments[0], "a barrier,", BarrierId::First,
                               BarrierId::Last, Id))
      return E;
    // A leave's operand says nothing: it leaves what was joined last.
    Op.Object = Op.Action == BarrierOp::Drop ? BarrierId::null()
                                             : *BarrierId::fromOperand(Id);
    return llvm::Error::success();
  }
  if (Row.Shape == CallShape::Nothing) {
    if (Row.Name.contains("cluster"))
      Op.Object = BarrierId::cluster();
    return want(0, 0);
  }
  unsigned Count = Op.Action == BarrierOp::Join ? 1 : 2;
  if (llvm::Error E = want(Count, Count))
    return E;
  Op.Object =
      Arguments[0].back().is("null") ? BarrierId::null() : BarrierId::named(1);
  int64_t Members = 0;
  if (Count == 2)
    if (llvm::Error E = number(Arguments[1], "a number of arrivals,",
                               arrives(Op.Action) ? 0 : 1, 127, Members))
      return E;
  Op.Members = static_cast<uint8_t>(Members);
  return llvm::Error::success();
}

llvm::Error CallParser::readToLds() {
  if (llvm::Error E = want(2, 8))
    return E;
  int64_t Number;
  if (Row.Shape == CallShape::ToLds && Arguments.size() > 2) {
    const Argument &Bytes = Arguments[2];
    if (llvm::Error E = number(Bytes, "a number of bytes,", 1, 16, Number))
      return E;
    if (llvm::Error E = setWidth(C, Bytes.back(), Number * 8, Op))
      return E;
  }
  if (Arguments.size() <= 3)
    return llvm::Error::success();
  // Offsets do not matter; the last argument is the cache policy, of which the
  // highest bit says volatile.
  const Token &Policy = Arguments.back().back();
  Op.Volatile = Policy.is("-2147483648") || Policy.is("2147483648");
  if (!Policy.is("0") && !Op.Volatile)
    return C.fail(Policy, "the cache policy of a load to LDS has to be 0 here: "
                          "any other is the program's own choice");
  return llvm::Error::success();
}

/// The numbers of the C ABI.
llvm::Error CallParser::readOrdering(const Argument &A) {
  static constexpr Ordering Orderings[] = {
      Ordering::Monotonic,      Ordering::Acquire, // Consume is acquire.
      Ordering::Acquire,        Ordering::Release,
      Ordering::AcquireRelease, Ordering::SequentiallyConsistent};
  int64_t Number;
  if (llvm::Error E = number(A, "an ordering of C,", 0, 5, Number))
    return E;
  Op.Order = Orderings[Number];
  P.Order = &A.back();
  return llvm::Error::success();
}

/// metadata !"agent", or a node that holds such a string.
llvm::Error CallParser::readScope(const Argument &A) {
  const Token *Text = llvm::find_if(
      A, [](const Token &T) { return T.Text.starts_with("!\""); });
  if (Text == A.end())
    return C.fail(A.front(), "expected a scope, as in metadata !\"agent\"");
  return parseScopeString(C, *Text, Text->Text.drop_front(2).drop_back(),
                          Op.Reach);
}

/// Of `ptr addrspace(1) %p`.
llvm::Error CallParser::readSpace(const Argument &A) {
  P.Space = &A.front();
  if (!A.front().is("ptr"))
    return C.fail(A.front(), "expected an address, as in ptr addrspace(1) %p");
  Op.Space = AddressSpace::Generic;
  unsigned Number;
  if (A.size() < 5 || !A[1].is("addrspace") ||
      A[3].Text.getAsInteger(10, Number))
    return llvm::Error::success();
  std::optional<AddressSpace> Space = addressSpaceFromNumber(Number);
  if (!Space)
    return C.fail(A[3], "AMDGPU has no address space " + A[3].Text);
  Op.Space = *Space;
  return llvm::Error::success();
}

llvm::Error CallParser::readArguments() {
  switch (Row.Shape) {
  case CallShape::Nothing:
  case CallShape::Number:
  case CallShape::Pointer:
    return Op.Kind == OpKind::Barrier ? readBarrier() : want(0, 0);
  case CallShape::Marks: {
    int64_t Marks;
    if (llvm::Error E = want(1, 1))
      return E;
    if (llvm::Error E =
            number(Arguments[0], "a number of marks,", 0, 65535, Marks))
      return E;
    Op.Marks = static_cast<uint16_t>(Marks);
    return llvm::Error::success();
  }
  case CallShape::ToLds:
  case CallShape::ToLdsBits:
    return readToLds();
  case CallShape::Available:
  case CallShape::Group: {
    size_t Count = 2 + isStore() + (Row.Shape == CallShape::Group);
    if (llvm::Error E = want(Count, Count))
      return E;
    if (llvm::Error E = readSpace(Arguments[0]))
      return E;
    if (Row.Shape == CallShape::Group)
      if (llvm::Error E = readOrdering(Arguments[Count - 2]))
        return E;
    return readScope(Arguments.back());
  }
  }
  llvm_unreachable("a call of no shape");
}

llvm::Error CallParser::parse() {
  Op.Kind = Row.Kind;
  Op.Bits = Row.Bits;
  Op.Group = Row.Group;
  if (llvm::Error E = parseArguments())
    return E;
  if (llvm::Error E = readArguments())
    return E;
  while (C.peek().Text.starts_with("#"))
    C.take();
  return parseAttachments(C, Op);
}

/// The nearest row, with the prefix back in front.
static std::string suggestion(StringRef Name) {
  llvm::SmallVector<StringRef, 48> Names;
  for (const CallRow &Row : CallTable)
    Names.push_back(Row.Name);
  StringRef Nearest = nearestName(Name, Names);
  return Nearest.empty()
             ? ""
             : (", did you mean '@llvm.amdgcn." + Nearest + "'?").str();
}

llvm::Error parseCall(Cursor &C, OperationParse &P) {
  // `tail call void`, `call i1`: the type is the intrinsic's own.
  while (!C.atEnd() && !C.peek().Text.ltrim('@').starts_with("llvm.") &&
         !C.peek().is("("))
    C.take();
  const Token &Name = C.peek();
  StringRef Bare = Name.Text.ltrim('@');
  if (!Bare.consume_front("llvm."))
    return C.failExpected("an intrinsic such as @llvm.amdgcn.s.barrier");
  P.Keyword = &C.take();
  const CallRow *Row = Bare.consume_front("amdgcn.") ? findRow(Bare) : nullptr;
  if (!Row)
    return C.fail(Name, "no intrinsic that synchronizes is called " +
                            Name.describe() + suggestion(Bare));
  return CallParser(C, P, *Row, Name).parse();
}

} // namespace fencepost::lower
