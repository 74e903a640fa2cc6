//===- LlvmOracle.h - What LLVM says about a processor --------------------===//
// LLVM as the oracle of the table: its subtarget features, its assembler, its
// code generator and its wait insertion, all in this process. Every question
// names the processor; extra features are LLVM's spelling, "+wavefrontsize64".
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_TARGET_LLVMORACLE_H
#define FENCEPOST_UNITTESTS_TARGET_LLVMORACLE_H

#include "fencepost/Target/Processor.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fencepost::oracle {

inline constexpr llvm::StringLiteral HsaTriple = "amdgcn-amd-amdhsa";

/// LLVM's subtarget features that are on by default.
const std::set<std::string> &features(llvm::StringRef Cpu);

/// What the assembler makes of \p Assembly.
struct Assembled {
  bool Ok = false;
  std::string Message;       ///< The first error.
  uint32_t ElfFlags = 0;     ///< e_flags.
  std::vector<uint8_t> Text; ///< Section .text.
  std::vector<uint8_t> Data; ///< Section .rodata.
};
Assembled assemble(llvm::StringRef Cpu, llvm::StringRef Features,
                   llvm::StringRef Assembly);

/// Whether the assembler takes \p Assembly, with the features of \p P.
bool accepts(const Processor &P, llvm::StringRef Assembly);

/// The assembly LLVM generates for \p Ir; "" if it refuses.
std::string compile(llvm::StringRef Cpu, llvm::StringRef Features,
                    llvm::StringRef Triple, llvm::StringRef Ir);

/// The lines of machine IR that \p Body, a list of instructions, becomes when
/// LLVM inserts the waits it needs.
std::vector<std::string> insertWaits(llvm::StringRef Cpu,
                                     llvm::ArrayRef<std::string> Body);

/// "+wavefrontsize32" or "+wavefrontsize64" and the other one off.
std::string waveSizeFeature(unsigned Size);

/// A number after \p Key in \p Text, from \p Position, which moves after it.
std::optional<unsigned> numberAfter(llvm::StringRef Text, llvm::StringRef Key,
                                    size_t &Position);

} // namespace fencepost::oracle

#endif
