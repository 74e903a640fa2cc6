//===- Mode.h - A processor and how its code is run -----------------------===//
// What besides the operation decides its machine code: the processor, the
// features that change what a scope covers (spec/002, "Target Features": cumode
// on GFX10 to GFX12, tgsplit on GFX90A and GFX942), the wave size, and whether
// a work-group is a single wave. Tested by unittests/Lower/ModeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_MODE_H
#define FENCEPOST_LOWER_MODE_H

#include "fencepost/Target/Processor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fencepost::lower {

struct Mode {
  const Processor *Proc = nullptr;
  bool CuMode = false;
  bool TgSplit = false;
  unsigned WaveSize = 64;
  bool OneWave = false; ///< No work-group has more than one wave.

  /// The processor \p Cpu, by name or alias, as the features "+tgsplit,-cumode"
  /// (LLVM's -mattr form; "" for none) leave it. What is not named is as LLVM
  /// has it: cumode and tgsplit off, the native wave size. Features that change
  /// no sequence (xnack, sramecc) are accepted where the processor has them.
  static llvm::Expected<Mode> parse(llvm::StringRef Cpu,
                                    llvm::StringRef Features);

  /// The mode for \p Proc with every feature as LLVM has it.
  static Mode of(const Processor &Proc);

  /// The features that differ from LLVM's defaults: "+cumode"; "" if none do.
  std::string features() const;

  bool operator==(const Mode &) const = default;
};

} // namespace fencepost::lower

#endif
