//===- TargetIDFuzzer.cpp - Any text as a target ID -----------------------===//
// What parses must print in its canonical form and parse again to the same.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/TargetID.h"

using namespace fencepost;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  auto Version = static_cast<CodeObjectVersion>(2 + Data[0] % 5);
  llvm::StringRef Text(reinterpret_cast<const char *>(Data + 1), Size - 1);
  llvm::Expected<TargetID> Id = TargetID::parse(Text, Version);
  if (!Id) {
    llvm::consumeError(Id.takeError());
    return 0;
  }
  // V2 and V3 print the form in which a feature that is not given is off.
  auto *ParseAgain = Version < CodeObjectVersion::V4 ? TargetID::parsePlusForm
                                                     : TargetID::parse;
  TargetID Again = llvm::cantFail(ParseAgain(Id->str(Version), Version));
  if (Again.str(Version) != Id->str(Version))
    __builtin_trap();
  return 0;
}
