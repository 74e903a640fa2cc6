//===- Printer.h - Litmus tests as text -----------------------------------===//
// One statement a line, two spaces a block, no parentheses but the needed ones,
// scopes always written. What is printed parses to the same test, and printing
// that gives the same text. Tested by unittests/Litmus/RoundTripTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_PRINTER_H
#define FENCEPOST_LITMUS_PRINTER_H

#include "fencepost/Litmus/Ast.h"

namespace fencepost::litmus {

std::string print(const ParsedTest &T);
std::string print(const Expression &E);
std::string print(const Condition &C); ///< "exists (P1:r0 = 1)"
/// The first line of a statement, without its block: "if (r0 == 1)".
std::string printHead(const Statement &S);

} // namespace fencepost::litmus

#endif
