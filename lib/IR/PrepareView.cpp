//===- PrepareView.cpp - A module prepared for sync views -----------------===//
// Passes drop and clone instructions, so each instruction of the copy carries
// the number of its original as metadata, which inlining copies too. Blocks are
// identified by their terminators: by the original one, which is looked up by
// the block, and by the current one.
//===----------------------------------------------------------------------===//
#include "PrepareView.h"
#include "JoinedValues.h"
#include "SinkLoads.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace fencepost::ir {

static constexpr llvm::StringLiteral Hsa = "amdgcn-amd-amdhsa";

bool isKernel(const llvm::Function &F) {
  return !F.isDeclaration() &&
         (F.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL ||
          F.getCallingConv() == llvm::CallingConv::SPIR_KERNEL);
}

namespace {
/// The target information that the passes below need: how generic pointers
/// relate to others (spec/002, "Address Spaces"). LLVM's AMDGPU target has
/// more, but takes longer to load than everything else.
class AddressSpaceFacts final
    : public llvm::TargetTransformInfoImplCRTPBase<AddressSpaceFacts> {
  static constexpr unsigned Generic = 0, Global = 1, Local = 3, Constant = 4,
                            Private = 5;

public:
  explicit AddressSpaceFacts(const llvm::DataLayout &Layout)
      : TargetTransformInfoImplCRTPBase(Layout) {}

  unsigned getFlatAddressSpace() const override { return Generic; }
  bool isNoopAddrSpaceCast(unsigned From, unsigned To) const override {
    auto IsWide = [](unsigned Space) {
      return Space == Generic || Space == Global;
    };
    return IsWide(From) && IsWide(To);
  }
  /// Only the host makes kernel arguments and the contents of constant memory,
  /// and it has pointers to global memory only.
  unsigned getAssumedAddrSpace(const llvm::Value *V) const override {
    if (auto *Argument = llvm::dyn_cast<llvm::Argument>(V))
      return isKernel(*Argument->getParent()) && !Argument->hasByRefAttr()
                 ? Global
                 : ~0u;
    auto *Load = llvm::dyn_cast<llvm::LoadInst>(V);
    return Load && Load->getPointerAddressSpace() == Constant ? Global : ~0u;
  }
  std::pair<const llvm::Value *, unsigned>
  getPredicatedAddrSpace(const llvm::Value *V) const override {
    using namespace llvm::PatternMatch;
    llvm::Value *Pointer = nullptr;
    auto *Condition = const_cast<llvm::Value *>(V);
    if (match(Condition,
              m_Intrinsic<llvm::Intrinsic::amdgcn_is_shared>(m_Value(Pointer))))
      return {Pointer, Local};
    if (match(Condition, m_Intrinsic<llvm::Intrinsic::amdgcn_is_private>(
                             m_Value(Pointer))))
      return {Pointer, Private};
    return {nullptr, ~0u};
  }
};
} // namespace

PreparedModule::PreparedModule(const llvm::Module &M,
                               const ViewOptions &Options)
    : Source(M), MaxInstructions(Options.MaxInstructions),
      PlaceKind(M.getContext().getMDKindID("fencepost.place")) {
  number(M);
  Copy->setTargetTriple(llvm::Triple(Hsa));
  if (Copy->getDataLayoutStr().empty())
    Copy->setDataLayout(llvm::Triple(Hsa).computeDataLayout());
  if (!Options.Cpu.empty())
    for (llvm::Function &F : *Copy)
      F.addFnAttr("target-cpu", Options.Cpu);
  registerAnalyses();
}

/// Those that the passes below, and views, use.
void PreparedModule::registerAnalyses() {
  auto FactsOf = [](const llvm::Function &F) {
    return llvm::TargetTransformInfo(
        std::make_unique<AddressSpaceFacts>(F.getParent()->getDataLayout()));
  };
  Functions.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  Functions.registerPass([&] { return llvm::TargetIRAnalysis(FactsOf); });
  Functions.registerPass([] { return llvm::TargetLibraryAnalysis(); });
  Functions.registerPass([] { return llvm::AssumptionAnalysis(); });
  Functions.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  Functions.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  Functions.registerPass([] { return llvm::CycleAnalysis(); });
  Functions.registerPass([] { return llvm::LoopAnalysis(); });
  Functions.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
  Functions.registerPass([] { return llvm::BranchProbabilityAnalysis(); });
  Functions.registerPass([] { return llvm::BlockFrequencyAnalysis(); });
}

/// Copies the module and gives every instruction of the copy that can become an
/// event, and every terminator, its number.
void PreparedModule::number(const llvm::Module &M) {
  llvm::ValueToValueMapTy Copies;
  Copy = llvm::CloneModule(M, Copies);
  llvm::LLVMContext &Context = M.getContext();
  llvm::Type *Int32 = llvm::Type::getInt32Ty(Context);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      if (!I.mayReadOrWriteMemory() && !I.isTerminator())
        continue;
      auto *Number = llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(Int32, Originals.size()));
      if (I.isTerminator() && isKernel(F))
        Starts[llvm::cast<llvm::BasicBlock>(Copies[I.getParent()])] =
            Originals.size();
      Originals.push_back(&I);
      llvm::cast<llvm::Instruction>(Copies[&I])
          ->setMetadata(PlaceKind, llvm::MDNode::get(Context, Number));
    }
}

uint32_t PreparedModule::origin(const llvm::Instruction &I) const {
  const llvm::MDNode *Node = I.getMetadata(PlaceKind);
  if (!Node)
    return view::None;
  return llvm::mdconst::extract<llvm::ConstantInt>(Node->getOperand(0))
      ->getZExtValue();
}

uint32_t PreparedModule::start(const llvm::BasicBlock &B) const {
  auto It = Starts.find(&B);
  return It == Starts.end() ? view::None : It->second;
}

const llvm::Instruction *
PreparedModule::original(const llvm::Instruction &I) const {
  uint32_t Number = origin(I);
  return Number == view::None ? nullptr : Originals[Number];
}

const llvm::Function *PreparedModule::original(const llvm::Function &F) const {
  return Source.getFunction(F.getName());
}

namespace {
/// Inlines the calls of one kernel, those that inlining brings included. A
/// function is not inlined into itself: each call records the inlined functions
/// that it comes from.
class Inliner {
public:
  Inliner(llvm::Function &Kernel, unsigned Limit,
          llvm::SmallPtrSetImpl<const llvm::Function *> &Recursive)
      : Kernel(Kernel), Recursive(Recursive) {
    Budget = std::max<int64_t>(0, int64_t(Limit) -
                                      int64_t(Kernel.getInstructionCount()));
  }

  bool run() {
    for (llvm::Instruction &I : llvm::instructions(Kernel))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        Calls.push_back({Call, -1});
    bool Any = false;
    for (size_t I = 0; I != Calls.size(); ++I)
      Any |= inlineCall(Calls[I].first, Calls[I].second);
    return Any;
  }

private:
  bool isInside(const llvm::Function *Callee, int Position) const {
    for (; Position >= 0; Position = History[Position].second)
      if (History[Position].first == Callee)
        return true;
    return Callee == &Kernel;
  }

  bool inlineCall(llvm::CallBase *Call, int Position) {
    llvm::Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || Recursive.contains(Callee))
      return false;
    if (isInside(Callee, Position)) {
      Recursive.insert(Callee);
      return false;
    }
    int64_t Cost = Callee->getInstructionCount();
    if (Cost > Budget)
      return false;
    llvm::InlineFunctionInfo Info;
    if (!llvm::InlineFunction(*Call, Info, false, nullptr, false).isSuccess())
      return false;
    Budget -= Cost;
    History.push_back({Callee, Position});
    for (llvm::CallBase *New : Info.InlinedCallSites)
      Calls.push_back({New, static_cast<int>(History.size()) - 1});
    return true;
  }

  llvm::Function &Kernel;
  llvm::SmallPtrSetImpl<const llvm::Function *> &Recursive;
  int64_t Budget = 0;
  std::vector<std::pair<llvm::CallBase *, int>> Calls;
  std::vector<std::pair<llvm::Function *, int>> History;
};
} // namespace

/// Branches that \p Change replaces keep their numbers.
void PreparedModule::keepEnds(llvm::Function &Kernel,
                              llvm::function_ref<void()> Change) {
  llvm::DenseMap<const llvm::BasicBlock *, llvm::MDNode *> Ends;
  for (llvm::BasicBlock &B : Kernel)
    if (llvm::MDNode *Node = B.getTerminator()->getMetadata(PlaceKind))
      Ends[&B] = Node;
  Change();
  for (llvm::BasicBlock &B : Kernel)
    if (llvm::MDNode *Node = Ends.lookup(&B))
      B.getTerminator()->setMetadata(PlaceKind, Node);
}

static bool isReducible(const llvm::Cycle &C) {
  return C.isReducible() &&
         llvm::all_of(C.children(), [](const llvm::Cycle *Inside) {
           return isReducible(*Inside);
         });
}

/// Whether LLVM can give \p C one entry: it knows no switches there.
static bool hasOnlyBranches(const llvm::Cycle &C) {
  auto IsBranch = [](const llvm::BasicBlock *B) {
    return llvm::isa<llvm::BranchInst>(B->getTerminator()) ||
           B->getTerminator()->getNumSuccessors() == 0;
  };
  return llvm::all_of(C.blocks(), [&](llvm::BasicBlock *B) {
    return IsBranch(B) && llvm::all_of(llvm::predecessors(B), IsBranch);
  });
}

/// Loops that are entered in several places get a block before these that
/// chooses between them.
void PreparedModule::makeReducible(llvm::Function &Kernel) {
  auto &Cycles = Functions.getResult<llvm::CycleAnalysis>(Kernel);
  bool HasSeveral = false, Can = true;
  for (const llvm::Cycle *C : Cycles.toplevel_cycles()) {
    HasSeveral |= !isReducible(*C);
    Can &= isReducible(*C) || hasOnlyBranches(*C);
  }
  if (!HasSeveral || !Can)
    return;
  keepEnds(Kernel, [&] {
    Functions.invalidate(Kernel,
                         llvm::FixIrreduciblePass().run(Kernel, Functions));
  });
}

void PreparedModule::simplify(llvm::Function &Kernel) {
  keepEnds(Kernel, [&] { llvm::removeUnreachableBlocks(Kernel); });
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::InferAddressSpacesPass());
  Passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  Passes.addPass(llvm::InferAddressSpacesPass());
  Functions.invalidate(Kernel, Passes.run(Kernel, Functions));
}

void PreparedModule::prepare(llvm::Function &Kernel) {
  // Function pointers in private variables are resolved after the first
  // iteration.
  constexpr unsigned MaxRounds = 4;
  llvm::SmallPtrSet<const llvm::Function *, 4> Recursive;
  for (unsigned Round = 0; Round != MaxRounds; ++Round) {
    bool Inlined = Inliner(Kernel, MaxInstructions, Recursive).run();
    if (!Inlined && Round != 0)
      break;
    Functions.clear(Kernel, Kernel.getName());
    simplify(Kernel);
  }
  makeReducible(Kernel);
  auto &Dominators = Functions.getResult<llvm::DominatorTreeAnalysis>(Kernel);
  auto &Assumptions = Functions.getResult<llvm::AssumptionAnalysis>(Kernel);
  bool Joined = joinValues(Kernel, Dominators, Assumptions);
  if (sinkLoads(Kernel, Dominators, PlaceKind) || Joined)
    Functions.invalidate(Kernel, llvm::PreservedAnalyses::none());
  makeLoopsSimple(Kernel);
}

/// Two exits of a loop that lead to one block may become one branch. The
/// remaining block then represents two, and its end no longer identifies it.
void PreparedModule::makeLoopsSimple(llvm::Function &Kernel) {
  llvm::SmallVector<std::pair<llvm::WeakVH, llvm::BasicBlock *>> Before;
  for (llvm::BasicBlock &B : Kernel)
    if (llvm::BasicBlock *Only = B.getSinglePredecessor())
      Before.push_back({&B, Only});
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::LoopSimplifyPass());
  Passes.addPass(llvm::LCSSAPass());
  Functions.invalidate(Kernel, Passes.run(Kernel, Functions));
  llvm::SmallPtrSet<llvm::BasicBlock *, 4> Stand;
  for (llvm::BasicBlock &B : Kernel)
    Stand.insert(&B);
  for (auto &[Block, Only] : Before)
    if (!Block && Stand.contains(Only))
      Only->getTerminator()->setMetadata(PlaceKind, nullptr);
}

} // namespace fencepost::ir
