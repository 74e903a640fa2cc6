//===- ReadModule.cpp - The functions of a module, for lowering -----------===//
#include "fencepost/IR/ReadModule.h"
#include "FunctionMode.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/IR/Recognize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace fencepost::ir {

using lower::CodeBlock;
using lower::CodeKind;
using lower::FunctionCode;
using lower::SourcePlace;

namespace {

class FunctionReader {
public:
  FunctionReader(const IRSource &Source, Recognizer &Names,
                 const ReadOptions &Options)
      : Source(Source), Names(Names), Options(Options) {}

  llvm::Expected<FunctionCode> read(const llvm::Function &F);

private:
  void read(const llvm::BasicBlock &From, CodeBlock &To);
  SourcePlace placeOf(const llvm::Instruction &I) const;

  const IRSource &Source;
  Recognizer &Names;
  const ReadOptions &Options;
};

} // namespace

static bool isEntry(const llvm::Function &F) {
  switch (F.getCallingConv()) {
  case llvm::CallingConv::AMDGPU_KERNEL:
  case llvm::CallingConv::SPIR_KERNEL:
  case llvm::CallingConv::AMDGPU_VS:
  case llvm::CallingConv::AMDGPU_GS:
  case llvm::CallingConv::AMDGPU_PS:
  case llvm::CallingConv::AMDGPU_CS:
  case llvm::CallingConv::AMDGPU_HS:
  case llvm::CallingConv::AMDGPU_LS:
  case llvm::CallingConv::AMDGPU_ES:
    return true;
  default:
    return false;
  }
}

/// Where \p I was written, then where that was inlined, outwards.
static std::vector<SourcePlace> sourcesOf(const llvm::Instruction &I) {
  std::vector<SourcePlace> Places;
  for (const llvm::DILocation *L = I.getDebugLoc(); L; L = L->getInlinedAt())
    Places.push_back({L->getFilename().str(), L->getLine(), L->getColumn()});
  return Places;
}

SourcePlace FunctionReader::placeOf(const llvm::Instruction &I) const {
  model::SourcePoint Point = Source.pointOf(I);
  return {Source.fileName().str(), Point.Line, Point.Column};
}

void FunctionReader::read(const llvm::BasicBlock &From, CodeBlock &To) {
  for (const llvm::Instruction &I : From) {
    Recognized R = Names.recognize(I);
    bool Kept =
        R.Role != Role::Nothing && (Options.Plain || isSynchronizing(R));
    if (Kept)
      To.Sites.push_back({std::move(R), placeOf(I), sourcesOf(I)});
  }
}

llvm::Expected<FunctionCode> FunctionReader::read(const llvm::Function &F) {
  FunctionCode Code;
  Code.Name = F.getName().str();
  Code.Kind = isEntry(F) ? CodeKind::Kernel : CodeKind::Function;
  if (llvm::Error E = modeOf(Source, F, Options).moveInto(Code.Machine))
    return E;
  Code.OneWaveByMetadata = isOneWaveByMetadata(F, Code.Machine.WaveSize);
  const llvm::Triple &Target = F.getParent()->getTargetTriple();
  Code.PlainInvalidate = Target.getOS() == llvm::Triple::AMDPAL ||
                         Target.getOS() == llvm::Triple::Mesa3D;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  for (auto [Number, B] : llvm::enumerate(F))
    Numbers[&B] = Number;
  Code.Blocks.resize(Numbers.size());
  for (auto [From, To] : llvm::zip(F, Code.Blocks)) {
    for (const llvm::BasicBlock *Next : llvm::successors(&From))
      To.Successors.push_back(Numbers[Next]);
    read(From, To);
  }
  return Code;
}

static llvm::Error checkTriple(const IRSource &Source) {
  const llvm::Triple &Target = Source.module().getTargetTriple();
  if (Target.str().empty() || Target.getArch() == llvm::Triple::amdgcn)
    return llvm::Error::success();
  return Source.error({},
                      "the module is for " + Target.str() + ", not for amdgcn",
                      Diag::IRTarget);
}

llvm::Expected<std::vector<FunctionCode>>
readModule(const IRSource &Source, const ReadOptions &Options) {
  if (llvm::Error E = checkTriple(Source))
    return E;
  Recognizer Names(Source.module());
  FunctionReader Reader(Source, Names, Options);
  std::vector<FunctionCode> Functions;
  llvm::Error Problems = llvm::Error::success();
  for (const llvm::Function &F : Source.module()) {
    if (F.isDeclaration())
      continue;
    llvm::Expected<FunctionCode> Code = Reader.read(F);
    if (Code)
      Functions.push_back(std::move(*Code));
    else
      Problems = llvm::joinErrors(std::move(Problems), Code.takeError());
  }
  if (Problems)
    return Problems;
  return Functions;
}

} // namespace fencepost::ir
