//===- MetadataFuzzer.cpp - Any bytes as metadata -------------------------===//
// The first byte chooses the form; the rest is MessagePack, YAML or a list of
// PAL registers. Deeper than InspectFuzzer gets, which must first build an ELF.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Metadata.h"
#include "fencepost/Object/PalMetadata.h"

using namespace fencepost;

static void readAsHsa(const MetadataTree &Tree, CodeObjectVersion Version,
                      llvm::BumpPtrAllocator &Memory) {
  std::vector<Finding> Findings;
  readHsaMetadata(Tree.Root, Version, {}, Memory, Findings);
  Tree.Root.str();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Data + 1), Size - 1);
  llvm::BumpPtrAllocator Memory;
  std::vector<Finding> Findings;
  switch (Data[0] % 4) {
  case 0:
    readAsHsa(readMessagePack(Bytes, Memory), CodeObjectVersion::V5, Memory);
    break;
  case 1:
    readAsHsa(readYaml(Bytes, Memory), CodeObjectVersion::V2, Memory);
    break;
  case 2:
    readPalMetadata(readMessagePack(Bytes, Memory).Root, {}, Findings);
    break;
  case 3:
    readLegacyPalMetadata(Bytes, {}, Findings);
    break;
  }
  return 0;
}
