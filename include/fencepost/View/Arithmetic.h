//===- Arithmetic.h - The operators of a sync view, computed --------------===//
// One total function for every operator of SyncView.h on numbers of 1 to 64
// bits: the interpreter of views, the folding of terms and the solver must
// agree on it bit by bit. Where LLVM says poison or undefined (a division by
// zero, a shift beyond the width) the value is that of SMT-LIB's bit vectors.
// Tested by unittests/View/ArithmeticTest.cpp, and against Z3 by
// unittests/Symbolic/SolverTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_ARITHMETIC_H
#define FENCEPOST_VIEW_ARITHMETIC_H

#include "fencepost/View/SyncView.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost::view {

/// The low \p Bits bits of \p Number.
inline uint64_t truncated(uint64_t Number, unsigned Bits) {
  return Bits >= 64 ? Number : Number & ((uint64_t(1) << Bits) - 1);
}

/// \p Number of \p Bits bits as a signed number.
inline int64_t asSigned(uint64_t Number, unsigned Bits) {
  if (Bits >= 64)
    return int64_t(Number);
  uint64_t Sign = uint64_t(1) << (Bits - 1);
  return int64_t((truncated(Number, Bits) ^ Sign) - Sign);
}

/// Whether \p Kind computes its value from operands A, B, C.
inline bool isOperator(ValueKind Kind) { return Kind >= ValueKind::Add; }

/// How many operands \p Kind takes: 0 for symbols and phis.
unsigned numOperands(ValueKind Kind);

namespace arithmetic {

inline uint64_t unsignedQuotient(uint64_t A, uint64_t B) {
  return B ? A / B : ~uint64_t(0);
}

inline uint64_t unsignedRemainder(uint64_t A, uint64_t B) {
  return B ? A % B : A;
}

/// SMT-LIB defines the signed forms by the unsigned ones on magnitudes.
inline uint64_t magnitude(int64_t A) {
  return A < 0 ? 0 - uint64_t(A) : uint64_t(A);
}

inline uint64_t signedQuotient(int64_t A, int64_t B) {
  if (B == 0)
    return A < 0 ? 1 : ~uint64_t(0);
  uint64_t Q = magnitude(A) / magnitude(B);
  return (A < 0) != (B < 0) ? 0 - Q : Q;
}

inline uint64_t signedRemainder(int64_t A, int64_t B) {
  if (B == 0)
    return uint64_t(A);
  uint64_t R = magnitude(A) % magnitude(B);
  return A < 0 ? 0 - R : R;
}

inline uint64_t shiftedRight(int64_t A, uint64_t Distance, unsigned Bits) {
  return uint64_t(A >> (Distance >= Bits ? 63 : Distance));
}

/// Small once inlined where the operator is a constant.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t wide(ValueKind Kind, unsigned Bits,
                                           uint64_t A, uint64_t B, uint64_t C) {
  int64_t SA = asSigned(A, Bits), SB = asSigned(B, Bits);
  switch (Kind) {
  case ValueKind::Add:
    return A + B;
  case ValueKind::Sub:
    return A - B;
  case ValueKind::Mul:
    return A * B;
  case ValueKind::UDiv:
    return unsignedQuotient(A, B);
  case ValueKind::SDiv:
    return signedQuotient(SA, SB);
  case ValueKind::URem:
    return unsignedRemainder(A, B);
  case ValueKind::SRem:
    return signedRemainder(SA, SB);
  case ValueKind::And:
    return A & B;
  case ValueKind::Or:
    return A | B;
  case ValueKind::Xor:
    return A ^ B;
  case ValueKind::Shl:
    return B >= Bits ? 0 : A << B;
  case ValueKind::LShr:
    return B >= Bits ? 0 : A >> B;
  case ValueKind::AShr:
    return shiftedRight(SA, B, Bits);
  case ValueKind::Eq:
    return A == B;
  case ValueKind::Ne:
    return A != B;
  case ValueKind::ULt:
    return A < B;
  case ValueKind::ULe:
    return A <= B;
  case ValueKind::SLt:
    return SA < SB;
  case ValueKind::SLe:
    return SA <= SB;
  case ValueKind::Select:
    return A ? B : C;
  case ValueKind::ZExt:
  case ValueKind::Trunc:
    return A;
  case ValueKind::SExt:
    return uint64_t(SA);
  default:
    llvm_unreachable("not an operator");
  }
}

} // namespace arithmetic

/// The result, of \p Bits bits, of an operator whose operand A has
/// \p OperandBits bits. Operands and result are truncated to their widths.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t compute(ValueKind Kind, unsigned Bits,
                                              unsigned OperandBits, uint64_t A,
                                              uint64_t B = 0, uint64_t C = 0) {
  A = truncated(A, OperandBits);
  if (Kind != ValueKind::Select)
    B = truncated(B, OperandBits);
  return truncated(arithmetic::wide(Kind, OperandBits, A, B, C), Bits);
}

} // namespace fencepost::view

#endif
