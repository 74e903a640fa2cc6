//===- Mnemonics.h - How accesses are spelled -----------------------------===//
// An access mnemonic is a unit ("global_", "flat_", "buffer_", "scratch_",
// "ds_") and a name that depends on what is done, the width and the age of the
// processor (GFX11 renamed "dword" to "b32"). Tested by assembling every
// sequence: unittests/Lower/AssemblesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_MNEMONICS_H
#define FENCEPOST_LIB_LOWER_MNEMONICS_H

#include "fencepost/Lower/Mode.h"
#include "fencepost/Sync/Operation.h"

namespace fencepost::lower {

struct Mnemonic {
  llvm::StringRef Unit, Name;
};

/// The unit that reaches \p Space on \p Proc. Atomics on private memory, where
/// a family has any, go through flat addresses.
llvm::StringRef unitFor(AddressSpace Space, const Processor &Proc);

Mnemonic loadMnemonic(const Operation &Op, const Processor &Proc);
Mnemonic storeMnemonic(const Operation &Op, const Processor &Proc);
/// ReadModifyWrite and CmpXchg, through \p Unit.
Mnemonic atomicMnemonic(const Operation &Op, llvm::StringRef Unit,
                        const Processor &Proc);
/// The load to LDS of Op.Bits; an empty name if \p Proc has none of that width.
Mnemonic ldsDmaMnemonic(const Operation &Op, const Processor &Proc);

} // namespace fencepost::lower

#endif
