//===- CompiledMode.cpp - How LLVM will compile a function ----------------===//
// The attributes are written by compilers, which list dozens of features; of
// those only the ones that change a sequence are looked at.
//===----------------------------------------------------------------------===//
#include "fencepost/Rewrite/CompiledMode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

namespace fencepost::rewrite {

static constexpr llvm::StringLiteral Relevant[] = {
    "cumode", "tgsplit", "wavefrontsize32", "wavefrontsize64"};

/// The features of \p List that change a sequence.
static std::string relevantFeatures(llvm::StringRef List) {
  llvm::SmallVector<llvm::StringRef> All, Kept;
  List.split(All, ',', -1, false);
  for (llvm::StringRef Feature : All)
    if (llvm::is_contained(Relevant, Feature.trim().drop_front(1)))
      Kept.push_back(Feature.trim());
  return llvm::join(Kept, ",");
}

static llvm::StringRef attribute(const llvm::Function &F,
                                 llvm::StringRef Name) {
  return F.getFnAttribute(Name).getValueAsString();
}

/// "1,64": the least and the most work-items of a work-group.
static bool isOneWave(const llvm::Function &F, unsigned WaveSize) {
  unsigned Most;
  llvm::StringRef Limits = attribute(F, "amdgpu-flat-work-group-size");
  return !Limits.rsplit(',').second.trim().getAsInteger(10, Most) &&
         Most <= WaveSize;
}

llvm::Expected<lower::Mode> compiledMode(const llvm::Function &F,
                                         llvm::StringRef Cpu,
                                         llvm::StringRef Features) {
  llvm::StringRef Own = attribute(F, "target-cpu");
  if (!Own.empty() && !Cpu.empty() && findProcessor(Own) != findProcessor(Cpu))
    return llvm::createStringError(F.getName() + " is for " + Own +
                                   " by its attribute \"target-cpu\", " +
                                   "which llc heeds, not for " + Cpu);
  if (!Own.empty())
    Cpu = Own;
  if (Cpu.empty())
    return llvm::createStringError(
        "no processor is given for " + F.getName() +
        ", neither by -mcpu nor by its attribute \"target-cpu\"");
  // Later features win, and llc appends those of -mattr.
  llvm::SmallVector<std::string, 2> Both;
  for (std::string Part :
       {relevantFeatures(attribute(F, "target-features")), Features.str()})
    if (!Part.empty())
      Both.push_back(std::move(Part));
  llvm::Expected<lower::Mode> Result =
      lower::Mode::parse(Cpu, llvm::join(Both, ","));
  if (Result)
    Result->OneWave = isOneWave(F, Result->WaveSize);
  return Result;
}

} // namespace fencepost::rewrite
