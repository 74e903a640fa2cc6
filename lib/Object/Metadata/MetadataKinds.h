//===- MetadataKinds.h - Spelling of metadata values, to their enums ------===//
// The way back from text that MetadataKinds.cpp implements; V2 spells names in
// capitals. What has no such name is Unknown or None.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_METADATAKINDS_H
#define FENCEPOST_LIB_OBJECT_METADATAKINDS_H

#include "fencepost/Object/Metadata.h"

namespace fencepost {

ArgumentKind parseArgumentKind(llvm::StringRef Name, bool V2);
AddressSpaceQual parseAddressSpace(llvm::StringRef Name, bool V2);
AccessQual parseAccess(llvm::StringRef Name, bool V2);

} // namespace fencepost

#endif
