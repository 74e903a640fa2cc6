//===- OperationText.cpp - Operations as text -----------------------------===//
// Which spelling a text is in follows from its first words: a call is an
// intrinsic; what has a `ptr`, a `syncscope` or a sigil after the name of the
// instruction is LLVM IR; all else is words. What was read is then judged by
// the rules that no target changes.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/OperationText.h"
#include "OperationTextParser.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

/// `r0 =` or `%r =`.
static bool takeResult(Cursor &C) {
  bool IsName =
      C.peek().Kind == TokenKind::Word || C.peek().Text.starts_with("%");
  if (!IsName || !C.peek(1).is("="))
    return false;
  C.take();
  C.take();
  return true;
}

static bool isCall(const Token &First) {
  static constexpr StringRef Words[] = {"call", "tail", "musttail", "notail"};
  return llvm::is_contained(Words, First.Text) ||
         First.Text.ltrim('@').starts_with("llvm.");
}

static bool isIR(llvm::ArrayRef<Token> Tokens) {
  static constexpr StringRef Words[] = {"ptr", "addrspace", "syncscope",
                                        "align"};
  return llvm::any_of(Tokens, [](const Token &T) {
    return T.Kind == TokenKind::Sigil ||
           (T.Kind == TokenKind::Word && llvm::is_contained(Words, T.Text));
  });
}

llvm::Error parseOrderingAt(Cursor &C, Ordering &Order, const Token *&Where) {
  StringRef Name = C.peek().Text;
  std::optional<Ordering> Found = parseIROrdering(Name);
  if (!Found || !isAtomic(*Found)) {
    if (std::optional<Ordering> Other = parseOrdering(Name))
      Name = orderingName(*Other);
    return C.fail(C.peek(), "expected an ordering (" +
                                llvm::join(orderingNames(), ", ") +
                                "), found " + C.peek().describe() +
                                didYouMean(Name, orderingNames()));
  }
  Order = *Found;
  Where = &C.take();
  return llvm::Error::success();
}

llvm::Error setWidth(const Cursor &C, const Token &Width, uint64_t Bits,
                     Operation &Op) {
  if (Bits == 0 || Bits > 128)
    return C.fail(Width, "an access of " + llvm::Twine(Bits) +
                             " bits is not one instruction");
  Op.Bits = Bits;
  return llvm::Error::success();
}

/// What a problem with the whole operation is most likely about.
static const Token &culprit(const OperationParse &P) {
  OrderedOp As = orderedOpOf(P.Op.Kind).value_or(OrderedOp::Load);
  if (P.Order && !isAllowed(P.Op.Order, As))
    return *P.Order;
  if (P.FailureOrder &&
      !isAllowed(P.Op.FailureOrder, OrderedOp::CmpXchgFailure))
    return *P.FailureOrder;
  Operation Elsewhere = P.Op;
  Elsewhere.Space = AddressSpace::Global;
  return P.Space && problemWith(Elsewhere).empty() ? *P.Space : *P.Keyword;
}

llvm::Expected<Operation> parseOperation(StringRef Text) {
  Cursor C(Text);
  for (const Token &T : C.rest())
    if (T.Kind == TokenKind::Bad)
      return C.fail(T, T.Text.starts_with("\"")
                           ? "the quotation that begins here does not end"
                           : "no spelling of an operation has this character");
  OperationParse P;
  P.HasResult = takeResult(C);
  P.Keyword = &C.peek();
  llvm::Error E = isCall(C.peek())              ? parseCall(C, P)
                  : isIR(C.rest().drop_front()) ? parseInstruction(C, P)
                                                : parseWords(C, P);
  if (E)
    return E;
  std::string Problem = problemWith(P.Op);
  if (!Problem.empty())
    return C.fail(culprit(P), Problem, Diag::OperationIllegal);
  return P.Op;
}

} // namespace fencepost::lower
