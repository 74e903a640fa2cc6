//===- LlvmOracle.h - LLVM's assembler, compiler and tools, for tests -----===//
// What LLVM makes of a text or a module, as values: the tests compare our
// reading of bytes with LLVM's writing of them. Everything runs in this process
// except runTool().
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_OBJECT_LLVMORACLE_H
#define FENCEPOST_UNITTESTS_OBJECT_LLVMORACLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace fencepost::oracle {

/// What to assemble or compile for.
struct Machine {
  std::string Cpu;
  std::string Triple = "amdgcn-amd-amdhsa";
  std::string Features = {};
};

/// The object file that the assembler makes of \p Text.
llvm::Expected<std::string> assemble(llvm::StringRef Text, const Machine &M);

enum class Output { Assembly, Object };
/// What the code generator makes of the module \p Ir.
llvm::Expected<std::string> compile(llvm::StringRef Ir, const Machine &M,
                                    Output Kind);

/// The \p Size bytes at each symbol of \p Object whose name ends in \p Suffix,
/// by the name without it. Relocations are not applied.
std::map<std::string, std::vector<uint8_t>>
bytesAt(llvm::StringRef Object, llvm::StringRef Suffix, size_t Size);

/// Runs an LLVM tool on \p Input and returns what it prints.
llvm::Expected<std::string> runTool(llvm::StringRef Name,
                                    std::vector<std::string> Arguments,
                                    llvm::StringRef Input);

/// Splits the output of runTool() on llvm-objdump or of compile() at kernels:
/// the lines between "\p Before <name>" and a line with \p After, by name.
std::map<std::string, std::vector<std::string>>
linesBetween(llvm::StringRef Text, llvm::StringRef Before,
             llvm::StringRef After);

} // namespace fencepost::oracle

#endif
