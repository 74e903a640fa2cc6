//===- InspectReport.h - What `fencepost inspect` prints ------------------===//
// One code object, as text for people and as JSON for programs; the same facts
// in both. The schema of the JSON is docs/schema/inspect.v1.json. Tested by
// test/inspect.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_INSPECTREPORT_H
#define FENCEPOST_REPORT_INSPECTREPORT_H

#include "fencepost/Object/CodeObject.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace fencepost {

struct InspectOptions {
  /// Print only these kernels; empty means everything.
  std::vector<std::string> Kernels;
  bool Disassemble = false;

  /// The kernels of \p Object to print, in its order.
  std::vector<const Kernel *> kernelsOf(const CodeObject &Object) const;
};

/// An error only if disassembly was asked for and failed.
llvm::Error printCodeObject(llvm::raw_ostream &OS, const CodeObject &Object,
                            const InspectOptions &Options);
/// Writes one JSON object.
llvm::Error writeCodeObject(llvm::json::OStream &J, const CodeObject &Object,
                            const InspectOptions &Options);

} // namespace fencepost

#endif
