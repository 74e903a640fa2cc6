//===- PalText.h - PAL metadata and register lists as text ----------------===//
#ifndef FENCEPOST_LIB_REPORT_PALTEXT_H
#define FENCEPOST_LIB_REPORT_PALTEXT_H

#include "fencepost/Object/PalMetadata.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fencepost {

void printPal(llvm::raw_ostream &OS, const PalMetadata &Pal);
void printRegisterList(llvm::raw_ostream &OS, llvm::StringRef Title,
                       llvm::ArrayRef<PalRegister> Registers);

} // namespace fencepost

#endif
