//===- DrawDot.h - Pictures by Graphviz -----------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_DRAWDOT_H
#define FENCEPOST_LIB_REPORT_DRAWDOT_H

#include "llvm/Support/Error.h"

namespace fencepost {

/// What the program `dot` makes of \p Document, as SVG; what it complains of
/// goes to \p Messages.
llvm::Expected<std::string> drawDot(llvm::StringRef Document,
                                    llvm::raw_ostream &Messages);

} // namespace fencepost

#endif
