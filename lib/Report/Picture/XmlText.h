//===- XmlText.h - Text in XML --------------------------------------------===//
// For SVG, and for labels of Graphviz that are like HTML.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_XMLTEXT_H
#define FENCEPOST_LIB_REPORT_XMLTEXT_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// \p Text for XML: valid UTF-8, no control characters, nothing that is markup.
std::string xmlText(llvm::StringRef Text);

} // namespace fencepost

#endif
