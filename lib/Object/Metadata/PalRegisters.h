//===- PalRegisters.h - Registers that PAL metadata programs --------------===//
#ifndef FENCEPOST_LIB_OBJECT_PALREGISTERS_H
#define FENCEPOST_LIB_OBJECT_PALREGISTERS_H

#include "fencepost/Object/PalMetadata.h"

namespace fencepost {

/// Names the register and, for user data registers, what it is loaded with.
PalRegister makePalRegister(uint32_t Number, uint32_t Value);

} // namespace fencepost

#endif
