//===- Arithmetic.cpp - The operators of a sync view, computed ------------===//
// See Arithmetic.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Arithmetic.h"

namespace fencepost::view {

unsigned numOperands(ValueKind Kind) {
  switch (Kind) {
  case ValueKind::Select:
    return 3;
  case ValueKind::ZExt:
  case ValueKind::SExt:
  case ValueKind::Trunc:
    return 1;
  default:
    return isOperator(Kind) ? 2 : 0;
  }
}

} // namespace fencepost::view
