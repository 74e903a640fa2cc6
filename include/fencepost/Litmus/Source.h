//===- Source.h - The text of a litmus test and places in it --------------===//
// Lines and columns count from 1, columns in bytes. Tested by
// unittests/Litmus/ParserTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_SOURCE_H
#define FENCEPOST_LITMUS_SOURCE_H

#include "fencepost/Support/Diagnostics.h"

namespace fencepost::litmus {

/// A place in the text of a test. It takes no part in comparisons: a test that
/// is printed and parsed again is the same test.
struct Spot {
  unsigned Line = 0;
  unsigned Column = 0;

  bool operator==(const Spot &) const { return true; }
};

struct Source {
  llvm::StringRef Text;
  llvm::StringRef FileName;

  /// Line \p Line as it can be shown: without control characters, empty when it
  /// is too long to help.
  std::string line(unsigned Line) const;
  Location at(Spot Where) const;
};

} // namespace fencepost::litmus

#endif
