//===- Sequence.cpp - Steps as text ---------------------------------------===//
#include "fencepost/Lower/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

llvm::StringRef dialectName(Dialect D) {
  return D == Dialect::Spec ? "spec" : "llvm22";
}

std::optional<Dialect> parseDialect(llvm::StringRef Name) {
  for (Dialect D : {Dialect::Spec, Dialect::Llvm22})
    if (Name == dialectName(D))
      return D;
  return std::nullopt;
}

static void put(llvm::SmallVectorImpl<char> &Out, llvm::StringRef Text) {
  Out.append(Text.begin(), Text.end());
}

static void put(llvm::SmallVectorImpl<char> &Out, unsigned Number) {
  put(Out, llvm::utostr(Number));
}

void CachePolicy::append(llvm::SmallVectorImpl<char> &Out) const {
  static constexpr EnumName<TemporalHint> Hints[] = {
      {TemporalNone, ""},
      {LoadNT, " th:TH_LOAD_NT"},
      {StoreNT, " th:TH_STORE_NT"},
      {LoadLU, " th:TH_LOAD_LU"},
      {LoadBypass, " th:TH_LOAD_BYPASS"},
      {AtomicReturn, " th:TH_ATOMIC_RETURN"},
  };
  static_assert(isIndexedBy(Hints), "a hint without a spelling");
  static constexpr llvm::StringLiteral Scopes[] = {
      "", " scope:SCOPE_SE", " scope:SCOPE_DEV", " scope:SCOPE_SYS"};
  if (Sc0)
    put(Out, " sc0");
  if (Nt)
    put(Out, " nt");
  if (Sc1)
    put(Out, " sc1");
  if (Glc)
    put(Out, " glc");
  if (Slc)
    put(Out, " slc");
  if (Dlc)
    put(Out, " dlc");
  put(Out, rowOf(Hints, static_cast<TemporalHint>(Temporal)).Name);
  put(Out, Scopes[CacheScope]);
}

static void putWaits(llvm::SmallVectorImpl<char> &Out, const Step &S) {
  if (S.Mnemonic != "s_waitcnt") {
    put(Out, " ");
    put(Out, S.Operand);
    put(Out, "0x");
    put(Out, llvm::utohexstr(S.Waits.front().Value, /*LowerCase=*/true));
    return;
  }
  for (const CounterWait &W : S.Waits) {
    put(Out, " ");
    put(Out, counterName(W.Id));
    put(Out, "(");
    put(Out, W.Value);
    put(Out, ")");
  }
}

void Step::appendText(llvm::SmallVectorImpl<char> &Out) const {
  put(Out, Unit);
  put(Out, Mnemonic);
  if (Kind == StepKind::Wait)
    return putWaits(Out, *this);
  Policy.append(Out);
  if (!Operand.empty()) {
    put(Out, " ");
    put(Out, Operand);
  }
}

std::string Step::text() const {
  llvm::SmallString<64> Out;
  appendText(Out);
  return Out.str().str();
}

} // namespace fencepost::lower
