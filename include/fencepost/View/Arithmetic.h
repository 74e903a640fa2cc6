//===- Arithmetic.h - What the operators of a sync view compute -----------===//
// One total function for every operator of SyncView.h on numbers of 1 to 64
// bits: the machine that runs views, the folding of terms and the solver must
// agree on it bit by bit. Where LLVM says poison or undefined (a division by
// zero, a shift beyond the width) the value is that of SMT-LIB's bit vectors.
// Tested by unittests/View/ArithmeticTest.cpp, and against Z3 by
// unittests/Check/SolverTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_ARITHMETIC_H
#define FENCEPOST_VIEW_ARITHMETIC_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

/// The low \p Bits bits of \p Number.
uint64_t truncated(uint64_t Number, unsigned Bits);

/// \p Number of \p Bits bits as a signed number.
int64_t asSigned(uint64_t Number, unsigned Bits);

/// Whether \p Kind computes its value from operands A, B, C.
bool isOperator(ValueKind Kind);

/// How many operands \p Kind takes: 0 for symbols and phis.
unsigned numOperands(ValueKind Kind);

/// The result, of \p Bits bits, of an operator whose operand A has
/// \p OperandBits bits. Operands and result are truncated to their widths.
uint64_t compute(ValueKind Kind, unsigned Bits, unsigned OperandBits,
                 uint64_t A, uint64_t B = 0, uint64_t C = 0);

} // namespace fencepost::view

#endif
