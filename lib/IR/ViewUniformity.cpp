//===- ViewUniformity.cpp - What all threads of a work-group agree on -----===//
// What is not listed and is not a plain computation counts as different in
// every thread.
//===----------------------------------------------------------------------===//
#include "ViewUniformity.h"
#include "ViewIds.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

namespace fencepost::ir {

using llvm::InstructionUniformity;

/// Behind "llvm.amdgcn.". Convergent, or reading memory of the machine, and
/// yet the same in all threads that have the same operands.
static constexpr llvm::StringLiteral AsUniformAsOperands[] = {
    "readfirstlane",
    "s.buffer.load",
    "wavefrontsize",
};

/// Neither convergent nor reading memory, and yet of a thread or a wave.
static constexpr llvm::StringLiteral OfOneThread[] = {
    "interp.", "lds.param.load", "live.mask", "mbcnt.",
    "ps.live", "s.get.waveid",   "wave.id",   "workitem.id.",
};

static bool begins(llvm::StringRef Name,
                   llvm::ArrayRef<llvm::StringLiteral> Rows) {
  return Name.consume_front("llvm.amdgcn.") &&
         llvm::any_of(
             Rows, [&](llvm::StringRef Row) { return Name.starts_with(Row); });
}

static InstructionUniformity ofCall(const llvm::CallBase &I, unsigned Units) {
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee)
    return InstructionUniformity::NeverUniform;
  if (std::optional<IdQuery> Id = idQuery(I)) {
    bool OfItem = Id->Kind == IdQuery::LocalId || Id->Kind == IdQuery::GlobalId;
    return OfItem && !(Id->Dimension < 3 && Units >> Id->Dimension & 1)
               ? InstructionUniformity::NeverUniform
               : InstructionUniformity::Default;
  }
  llvm::StringRef Name = Callee->getName();
  if (begins(Name, AsUniformAsOperands))
    return InstructionUniformity::Default;
  bool Plain = Callee->isIntrinsic() && I.doesNotAccessMemory() &&
               !I.isConvergent() && !begins(Name, OfOneThread);
  return Plain ? InstructionUniformity::Default
               : InstructionUniformity::NeverUniform;
}

static InstructionUniformity ofInstruction(const llvm::Instruction &I,
                                           unsigned Units) {
  if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst,
                llvm::VAArgInst>(I))
    return InstructionUniformity::NeverUniform;
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return Load->isSimple() ? InstructionUniformity::Default
                            : InstructionUniformity::NeverUniform;
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    return ofCall(*Call, Units);
  return InstructionUniformity::Default;
}

namespace {
class WorkGroupFacts final
    : public llvm::TargetTransformInfoImplCRTPBase<WorkGroupFacts> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<WorkGroupFacts>;

public:
  WorkGroupFacts(const llvm::DataLayout &Layout, unsigned Units)
      : Base(Layout), Units(Units) {}

  bool hasBranchDivergence(const llvm::Function *) const override {
    return true;
  }
  InstructionUniformity
  getInstructionUniformity(const llvm::Value *V) const override {
    auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    return I ? ofInstruction(*I, Units) : InstructionUniformity::Default;
  }

private:
  unsigned Units;
};
} // namespace

WorkGroupUniformity::WorkGroupUniformity(llvm::Function &Kernel,
                                         unsigned UnitDimensions) {
  auto FactsOf = [UnitDimensions](const llvm::Function &F) {
    return llvm::TargetTransformInfo(std::make_unique<WorkGroupFacts>(
        F.getParent()->getDataLayout(), UnitDimensions));
  };
  Analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  Analyses.registerPass([&] { return llvm::TargetIRAnalysis(FactsOf); });
  Analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return llvm::CycleAnalysis(); });
  Analyses.registerPass([] { return llvm::UniformityInfoAnalysis(); });
  Info = &Analyses.getResult<llvm::UniformityInfoAnalysis>(Kernel);
}

} // namespace fencepost::ir
