//===- ViewUniformity.cpp - Values that are uniform in a wave or group ----===//
// Instructions that are not listed and are not plain computations count as
// different in every thread.
//===----------------------------------------------------------------------===//
#include "ViewUniformity.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"

namespace fencepost::ir {

using llvm::InstructionUniformity;

/// Names without "llvm.amdgcn.". Convergent, or reading memory of the machine,
/// and yet the same in all threads that have the same operands.
static constexpr llvm::StringLiteral AsUniformAsOperands[] = {
    "readfirstlane",
    "s.buffer.load",
    "wavefrontsize",
};

/// Neither convergent nor reading memory, and yet specific to a thread or a
/// wave.
static constexpr llvm::StringLiteral OfOneThread[] = {
    "interp.", "lds.param.load", "live.mask", "mbcnt.",
    "ps.live", "s.get.waveid",   "wave.id",   "workitem.id.",
};

/// The same in all threads of a wave, whatever the operands are.
static constexpr llvm::StringLiteral OfOneWave[] = {
    "ballot",        "fcmp.",    "icmp.",
    "readfirstlane", "readlane", "s.barrier.signal.isfirst",
    "s.get.waveid",  "wave.id",  "wave.reduce",
};

static bool beginsLikeOneOf(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringLiteral> Rows) {
  return Name.consume_front("llvm.amdgcn.") &&
         llvm::any_of(
             Rows, [&](llvm::StringRef Row) { return Name.starts_with(Row); });
}

namespace {
class UniformityFacts final
    : public llvm::TargetTransformInfoImplCRTPBase<UniformityFacts> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<UniformityFacts>;

public:
  UniformityFacts(const llvm::DataLayout &Layout, const KernelShape &Shape,
                  Among Threads)
      : Base(Layout), Shape(Shape), Threads(Threads) {}

  bool hasBranchDivergence(const llvm::Function *) const override {
    return true;
  }
  InstructionUniformity
  getInstructionUniformity(const llvm::Value *V) const override {
    auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    return I ? ofInstruction(*I) : InstructionUniformity::Default;
  }

private:
  InstructionUniformity ofInstruction(const llvm::Instruction &I) const;
  InstructionUniformity ofCall(const llvm::CallBase &I) const;
  bool isNumberOfWave(const llvm::Instruction &I) const;

  KernelShape Shape;
  Among Threads;
};

InstructionUniformity UniformityFacts::ofCall(const llvm::CallBase &I) const {
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee)
    return InstructionUniformity::NeverUniform;
  if (std::optional<IdQuery> Id = idQuery(I)) {
    bool OfItem = Id->Kind == IdQuery::LocalId || Id->Kind == IdQuery::GlobalId;
    return OfItem && !Shape.isUnit(Id->Dimension)
               ? InstructionUniformity::NeverUniform
               : InstructionUniformity::Default;
  }
  llvm::StringRef Name = Callee->getName();
  if (Threads == Among::Wave && beginsLikeOneOf(Name, OfOneWave))
    return InstructionUniformity::AlwaysUniform;
  if (beginsLikeOneOf(Name, AsUniformAsOperands))
    return InstructionUniformity::Default;
  bool Plain = Callee->isIntrinsic() && I.doesNotAccessMemory() &&
               !I.isConvergent() && !beginsLikeOneOf(Name, OfOneThread);
  return Plain ? InstructionUniformity::Default
               : InstructionUniformity::NeverUniform;
}

/// The id along x without the bits that distinguish the lanes of a wave, if
/// work-groups are rows along x.
bool UniformityFacts::isNumberOfWave(const llvm::Instruction &I) const {
  using namespace llvm::PatternMatch;
  llvm::Value *Value = nullptr;
  const llvm::APInt *Number = nullptr;
  bool DropsLane = (match(&I, m_LShr(m_Value(Value), m_APInt(Number))) &&
                    Number->uge(llvm::Log2_32(Shape.WaveSize))) ||
                   (match(&I, m_And(m_Value(Value), m_APInt(Number))) &&
                    Number->countr_zero() >= llvm::Log2_32(Shape.WaveSize));
  if (!DropsLane || !Shape.isUnit(1) || !Shape.isUnit(2))
    return false;
  match(Value, m_ZExt(m_Value(Value)));
  auto *Call = llvm::dyn_cast<llvm::CallBase>(Value);
  std::optional<IdQuery> Id = Call ? idQuery(*Call) : std::nullopt;
  return Id && Id->Kind == IdQuery::LocalId && Id->Dimension == 0;
}

InstructionUniformity
UniformityFacts::ofInstruction(const llvm::Instruction &I) const {
  if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst,
                llvm::VAArgInst>(I))
    return InstructionUniformity::NeverUniform;
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return Load->isSimple() || Threads == Among::Wave
               ? InstructionUniformity::Default
               : InstructionUniformity::NeverUniform;
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    return ofCall(*Call);
  if (Threads == Among::Wave && isNumberOfWave(I))
    return InstructionUniformity::AlwaysUniform;
  return InstructionUniformity::Default;
}
} // namespace

Uniformity::Uniformity(llvm::Function &Kernel, const KernelShape &Shape,
                       Among Threads) {
  auto FactsOf = [Shape, Threads](const llvm::Function &F) {
    return llvm::TargetTransformInfo(std::make_unique<UniformityFacts>(
        F.getParent()->getDataLayout(), Shape, Threads));
  };
  Analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  Analyses.registerPass([&] { return llvm::TargetIRAnalysis(FactsOf); });
  Analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return llvm::CycleAnalysis(); });
  Analyses.registerPass([] { return llvm::UniformityInfoAnalysis(); });
  Info = &Analyses.getResult<llvm::UniformityInfoAnalysis>(Kernel);
}

} // namespace fencepost::ir
