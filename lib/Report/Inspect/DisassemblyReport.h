//===- DisassemblyReport.h - The instructions of a kernel as text or JSON -===//
#ifndef FENCEPOST_LIB_REPORT_DISASSEMBLYREPORT_H
#define FENCEPOST_LIB_REPORT_DISASSEMBLYREPORT_H

#include "fencepost/Object/Disassembly.h"
#include "fencepost/Report/InspectReport.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace fencepost {

/// The disassembler of \p Object, or null if \p Options do not ask for one.
llvm::Expected<std::unique_ptr<Disassembler>>
disassemblerFor(const CodeObject &Object, const InspectOptions &Options);

/// Calls its argument for every instruction of one kernel or function.
using InstructionSource =
    llvm::function_ref<llvm::Error(Disassembler::Visitor)>;

/// Labels on lines of their own, source lines as comments where they change.
llvm::Error printDisassembly(llvm::raw_ostream &OS, InstructionSource Source);
/// Writes the attribute "instructions".
llvm::Error writeDisassembly(llvm::json::OStream &J, InstructionSource Source);

} // namespace fencepost

#endif
