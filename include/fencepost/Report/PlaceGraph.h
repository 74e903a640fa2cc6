//===- PlaceGraph.h - `fencepost place --graph` ---------------------------===//
// Kernels as Graphviz draws them: blocks with their accesses of LDS and their
// barriers, loops as boxes, and an arrow for each hazard that was found, with
// the barriers that lie in its window.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_PLACEGRAPH_H
#define FENCEPOST_REPORT_PLACEGRAPH_H

#include "fencepost/Input/KernelFile.h"
#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost {

/// All \p Kernels as one document of Graphviz.
std::string placementDot(llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                         KernelFile &Input);

/// That for a \p File whose name ends in ".dot"; otherwise what the program
/// `dot` makes of it, as SVG, with its complaints in \p Messages.
llvm::Expected<std::string>
placementPicture(llvm::StringRef File,
                 llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                 KernelFile &Input, llvm::raw_ostream &Messages);

} // namespace fencepost

#endif
