//===- FunctionMode.cpp - The target mode of a function -------------------===//
// spec/002, "LLVM IR Attributes": target-cpu and target-features as clang
// writes them, amdgpu-flat-work-group-size; OpenCL's reqd_work_group_size.
//===----------------------------------------------------------------------===//
#include "FunctionMode.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/IR/ReadModule.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

namespace fencepost::ir {

using llvm::StringRef;

static StringRef attribute(const llvm::Function &F, StringRef Name) {
  return F.getFnAttribute(Name).getValueAsString();
}

/// Clang writes every feature of the processor; those that change sequences.
static std::string relevantFeatures(StringRef All) {
  std::string Kept;
  llvm::SmallVector<StringRef, 32> Each;
  All.split(Each, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Feature : Each) {
    StringRef Name = Feature.drop_front();
    bool IsWaveSize = Feature.starts_with("+wavefrontsize");
    if (Name == "cumode" || Name == "tgsplit" || IsWaveSize)
      Kept += (Kept.empty() ? "" : ",") + Feature.str();
  }
  return Kept;
}

/// The largest work-group that "1,256" allows; none if there is no such
/// attribute.
static std::optional<unsigned> largestWorkgroup(const llvm::Function &F) {
  unsigned Most;
  StringRef Sizes = attribute(F, "amdgpu-flat-work-group-size");
  if (Sizes.split(',').second.trim().getAsInteger(10, Most))
    return std::nullopt;
  return Most;
}

/// The product of !reqd_work_group_size; none without it.
static std::optional<uint64_t> requiredWorkgroup(const llvm::Function &F) {
  const llvm::MDNode *Node = F.getMetadata("reqd_work_group_size");
  if (!Node || Node->getNumOperands() != 3)
    return std::nullopt;
  uint64_t Product = 1;
  for (const llvm::MDOperand &Operand : Node->operands()) {
    auto *Size = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(Operand);
    if (!Size || Size->getValue().ugt(1024))
      return std::nullopt;
    Product *= Size->getZExtValue();
  }
  return Product;
}

bool isOneWaveByMetadata(const llvm::Function &F, unsigned WaveSize) {
  std::optional<uint64_t> Size = requiredWorkgroup(F);
  return Size && *Size <= WaveSize;
}

static std::string suggestion(StringRef Cpu) {
  llvm::SmallVector<StringRef> Names;
  for (const Processor &P : processors())
    Names.push_back(P.Name);
  return didYouMean(Cpu, Names);
}

llvm::Expected<lower::Mode> modeOf(const IRSource &Source,
                                   const llvm::Function &F,
                                   const ReadOptions &Options) {
  StringRef Own = attribute(F, "target-cpu");
  StringRef Cpu = Options.Cpu.empty() ? Own : StringRef(Options.Cpu);
  if (Cpu.empty())
    return Source.errorAt(F,
                          "no processor is given: @" + F.getName() +
                              " has no target-cpu, so '-mcpu' is needed",
                          Diag::IRTarget);
  if (!findProcessor(Cpu))
    return Source.errorAt(F,
                          "@" + F.getName() + " is for the processor '" + Cpu +
                              "', which is unknown" + suggestion(Cpu),
                          Diag::IRTarget);
  std::string Features;
  if (Own.empty() || findProcessor(Own) == findProcessor(Cpu))
    Features = relevantFeatures(attribute(F, "target-features"));
  Features += "," + Options.Features;
  llvm::Expected<lower::Mode> M = lower::Mode::parse(Cpu, Features);
  if (!M)
    return Source.errorAt(F, llvm::toString(M.takeError()), Diag::IRTarget);
  if (std::optional<unsigned> Most = largestWorkgroup(F))
    M->OneWave = *Most <= M->WaveSize;
  return M;
}

} // namespace fencepost::ir
