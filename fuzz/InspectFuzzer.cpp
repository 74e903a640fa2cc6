//===- InspectFuzzer.cpp - Any bytes through all of `fencepost inspect` ---===//
// Whatever the bytes are, reading, checking and printing them in every form
// must end in an answer or an InputError. Seeds: fuzz/make_seeds.py.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/CodeObject.h"
#include "fencepost/Report/InspectReport.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/SarifReport.h"
#include "fencepost/Report/TextReport.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

static void consume(llvm::Error E) {
  // Every error must be one a user can be told about.
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printFindings(OS, takeFindings(std::move(E), Diag::MalformedObject, "input"));
}

static void inspect(const CodeObject &Object) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  InspectOptions Options;
  Options.Disassemble = true;
  consume(printCodeObject(OS, Object, Options));
  llvm::json::OStream J(OS);
  consume(writeCodeObject(J, Object, Options));
  Outcome O;
  O.Findings = checkCodeObject(Object);
  printFindings(OS, O.Findings);
  OS << sarifReport(O, "");
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  llvm::CrashRecoveryContext::Enable();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Container> Found =
      openContainer(llvm::MemoryBufferRef(Bytes, "input"));
  if (!Found) {
    consume(Found.takeError());
    return 0;
  }
  for (const CodeObjectImage &Image : Found->Images) {
    llvm::Expected<CodeObject> Object = readCodeObject(Image, "input");
    if (Object)
      inspect(*Object);
    else
      consume(Object.takeError());
  }
  return 0;
}
