//===- DrawDot.h - Pictures by Graphviz -----------------------------------===//
#ifndef FENCEPOST_TOOLS_DRAWDOT_H
#define FENCEPOST_TOOLS_DRAWDOT_H

#include "llvm/Support/Error.h"

namespace fencepost {

/// What the program `dot` makes of \p Document, as SVG.
llvm::Expected<std::string> svgOf(llvm::StringRef Document);

} // namespace fencepost

#endif
