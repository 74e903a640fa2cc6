//===- consumer.cpp - What an outside program can do with the library -----===//
#include "fencepost/Object/CodeObject.h"
#include "fencepost/Object/CodeObjectImage.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

static llvm::Error listKernels(llvm::StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return inputError(Diag::UnreadableInput, File, Buffer.getError().message());
  llvm::Expected<Container> Found = openContainer(**Buffer);
  if (!Found)
    return Found.takeError();
  for (const CodeObjectImage &Image : Found->Images) {
    llvm::Expected<CodeObject> Object = readCodeObject(Image, File);
    if (!Object)
      return Object.takeError();
    for (const Kernel &K : Object->Kernels)
      llvm::outs() << Object->Target.str() << ' ' << K.Name << '\n';
  }
  return llvm::Error::success();
}

int main(int Argc, char **Argv) {
  for (int I = 1; I < Argc; ++I)
    if (llvm::Error E = listKernels(Argv[I])) {
      llvm::errs() << E << '\n';
      return 1;
    }
  return 0;
}
