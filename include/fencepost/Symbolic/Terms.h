//===- Terms.h - Hash-consed bit-vector terms ----------------------------===//
// The language in which regions of a kernel are evaluated: constants, symbols
// and the operators of the sync view, each of 1 to 64 bits. A term is a number
// into a table and equal terms are the same number, so that a question to the
// solver is cached by its number. Sums are kept in one normal form (a constant
// plus multiples of other terms, modulo 2^Bits): address differences cancel by
// construction. Every term knows an interval that holds its value, unsigned;
// extensions are pushed into sums that provably do not wrap.
//
// A symbol is either one value for all threads or one per thread, depending on
// the region; so symbols are renamed per thread when a question about two
// threads is built (instantiated()).
//
// Tested by unittests/Symbolic/TermsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_TERMS_H
#define FENCEPOST_SYMBOLIC_TERMS_H

#include "fencepost/Support/StrongId.h"
#include "fencepost/View/SyncView.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <unordered_map>

namespace fencepost::sym {

using TermId = StrongId<struct TermTag>;

/// A copy of the code (Evaluator.h). The first is any pass through it.
using CopyId = StrongId<struct CopyTag>;
inline constexpr CopyId RootCopy{0};

enum class SymbolKind : uint8_t {
  WorkItem,  ///< Index: dimension.
  WorkGroup, ///< Index: dimension.
  Size,      ///< Index: dimension.
  Argument,  ///< Index: number of the kernel argument.
  Unknown,   ///< Index: value of the view.
  Phi,       ///< A phi without a closed form. Index: value of the view.
  Iteration, ///< Iteration number. Index: loop.
  Epoch,     ///< Fences and barriers passed so far. Index: block.
};

struct Symbol {
  SymbolKind Kind = SymbolKind::Unknown;
  uint32_t Index = 0;
  CopyId Copy = RootCopy;
  uint8_t Thread = 0; ///< 1 or 2 once renamed; 0: shared, or not renamed yet.
  bool operator==(const Symbol &) const = default;
  view::LoopId loop() const {
    assert(Kind == SymbolKind::Iteration && "a symbol of no loop");
    return view::LoopId(Index);
  }
};

struct Range {
  uint64_t Low = 0, High = 0; ///< Both inclusive.
};

enum class TermForm : uint8_t { Constant, Symbol, Sum, Operator };

struct Summand {
  TermId Term;
  uint64_t Times; ///< Modulo 2^Bits, not 0.
  bool operator==(const Summand &) const = default;
};

struct Term {
  TermForm Form = TermForm::Constant;
  view::ValueKind Op = view::ValueKind::Constant; ///< Operator only.
  uint8_t Bits = 1;
  uint64_t Number = 0; ///< Constant: its value; Sum: its constant part.
  Symbol Sym;          ///< Symbol only.
  TermId A, B, C;      ///< Operator only, as many as it has.
  llvm::SmallVector<Summand, 2> Parts; ///< Sum only; sorted by term.
  Range Limits;                        ///< Follows from the rest.

  bool sameAs(const Term &Other) const;
};

class TermTable {
public:
  TermTable();

  const Term &operator[](TermId Id) const { return Terms[Id]; }
  size_t size() const { return Terms.size(); }
  unsigned bits(TermId Id) const { return Terms[Id].Bits; }
  std::optional<uint64_t> constantOf(TermId Id) const;
  llvm::SmallVector<TermId, 3> operands(TermId Id) const {
    return operandsOf(Terms[Id]);
  }

  TermId constant(uint64_t Number, unsigned Bits);
  TermId truth(bool Value) { return Value ? True : False; }
  /// The same symbol always gets the same term; Limits count the first time.
  TermId symbol(Symbol Sym, unsigned Bits, Range Limits);

  /// The operator of a sync view, simplified.
  TermId apply(view::ValueKind Op, unsigned Bits, TermId A, TermId B = {},
               TermId C = {});

  TermId add(TermId A, TermId B);
  TermId sub(TermId A, TermId B);
  TermId times(TermId A, uint64_t Factor);
  TermId both(TermId A, TermId B);   ///< And of conditions.
  TermId either(TermId A, TermId B); ///< Or of conditions.
  TermId negated(TermId A);          ///< Not of a condition.
  TermId equal(TermId A, TermId B);
  TermId less(TermId A, TermId B); ///< Unsigned.
  /// Accesses of so many bytes, at addresses \p Difference apart, have a byte
  /// in common.
  TermId haveCommonByte(TermId Difference, uint64_t BytesA, uint64_t BytesB);
  TermId select(TermId Condition, TermId Then, TermId Else);
  /// \p A, unsigned, in \p Bits bits.
  TermId resized(TermId A, unsigned Bits);

  /// How many of the lowest bits of \p Id are zero, at least.
  unsigned zerosBelow(TermId Id, unsigned Depth = 0) const;

  /// \p Root with every symbol replaced by \p Rename. \p Memo keeps results of
  /// one renaming between calls.
  TermId renamed(TermId Root, llvm::DenseMap<TermId, TermId> &Memo,
                 llvm::function_ref<TermId(TermId)> Rename);

  /// Calls \p Visit once for every symbol below \p Root that is not in \p Seen,
  /// and for no term in \p Seen; adds the visited terms.
  void forEachSymbol(TermId Root, llvm::DenseMap<TermId, bool> &Seen,
                     llvm::function_ref<void(TermId)> Visit) const;

  /// The value of \p Root when symbols have the values \p ValueOf gives.
  uint64_t evaluated(TermId Root,
                     llvm::function_ref<uint64_t(TermId)> ValueOf) const;

  static constexpr TermId False{0}, True{1};

private:
  TermId interned(Term T);
  Range limitsOf(const Term &T) const;
  Range limitsOfSum(const Term &T) const;
  Range limitsOfOperator(const Term &T) const;
  TermId sum(unsigned Bits, uint64_t Constant,
             llvm::SmallVectorImpl<Summand> &Parts);
  void addTo(llvm::SmallVectorImpl<Summand> &Parts, uint64_t &Constant,
             TermId A, uint64_t Factor) const;
  TermId rawOperator(view::ValueKind Op, unsigned Bits, TermId A, TermId B,
                     TermId C);
  std::optional<TermId> simplifiedArithmetic(view::ValueKind Op, unsigned Bits,
                                             TermId A, TermId B);
  std::optional<TermId> simplifiedBitwise(view::ValueKind Op, unsigned Bits,
                                          TermId A, TermId B);
  std::optional<TermId> simplifiedLogic(view::ValueKind Op, TermId A, TermId B);
  std::optional<TermId> simplifiedComparison(view::ValueKind Op, TermId A,
                                             TermId B);
  std::optional<TermId> simplifiedSelect(unsigned Bits, TermId A, TermId B,
                                         TermId C);
  std::optional<TermId> simplifiedCast(view::ValueKind Op, unsigned Bits,
                                       TermId A);
  bool isNegationOf(TermId A, TermId B) const;
  bool haveNoCommonBit(TermId A, TermId B) const;
  std::optional<std::pair<TermId, TermId>> highAndLow(TermId Sum,
                                                      unsigned Zeros);
  std::optional<TermId> maskedSum(TermId Sum, uint64_t Mask);
  std::optional<TermId> zeroExtendedParts(unsigned Bits, TermId Sum);
  llvm::SmallVector<TermId, 3> operandsOf(const Term &T) const;

  IdVector<TermId, Term> Terms;
  std::unordered_multimap<size_t, TermId> Index;
};

} // namespace fencepost::sym

#endif
