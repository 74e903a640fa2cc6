//===- Printable.h - Text from a file, safe to print ----------------------===//
// Names in an object file are any bytes. Printed raw, a newline could forge a
// line of the report and an escape sequence could drive the terminal. Tested by
// unittests/Report/PrintableTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_PRINTABLE_H
#define FENCEPOST_LIB_REPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

/// Streams its text with control characters and bytes that are not UTF-8 as
/// \xNN.
struct Printable {
  llvm::StringRef Text;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Printable P);

} // namespace fencepost

#endif
