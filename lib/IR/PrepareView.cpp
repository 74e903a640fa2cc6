//===- PrepareView.cpp - A module made ready for sync views ---------------===//
// Passes drop and clone instructions, so each instruction of the copy carries
// the number of the one it comes from as metadata, which inlining copies too.
// Blocks are known by their terminators: by the one they had, which is looked
// up by the block, and by the one they have.
//===----------------------------------------------------------------------===//
#include "PrepareView.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
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

/// What LLVM knows about AMDGPU is code that has to be registered once.
static std::unique_ptr<llvm::TargetMachine>
targetMachine(const ViewOptions &Options) {
  static const llvm::Target *Amdgpu = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    std::string Error;
    return llvm::TargetRegistry::lookupTarget(llvm::Triple(Hsa), Error);
  }();
  assert(Amdgpu && "libLLVM has no AMDGPU");
  return std::unique_ptr<llvm::TargetMachine>(Amdgpu->createTargetMachine(
      llvm::Triple(Hsa), Options.Cpu, Options.Features, llvm::TargetOptions(),
      std::nullopt));
}

PreparedModule::PreparedModule(const llvm::Module &M,
                               const ViewOptions &Options)
    : Source(M), MaxInstructions(Options.MaxInstructions),
      Machine(targetMachine(Options)),
      PlaceKind(M.getContext().getMDKindID("fencepost.place")) {
  number(M);
  Copy->setTargetTriple(llvm::Triple(Hsa));
  if (Copy->getDataLayoutStr().empty())
    Copy->setDataLayout(llvm::Triple(Hsa).computeDataLayout());
  if (!Options.Cpu.empty())
    for (llvm::Function &F : *Copy)
      F.addFnAttr("target-cpu", Options.Cpu);
  llvm::PassBuilder Builder(Machine.get());
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
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
/// function is not inlined into itself: each call knows the inlined functions
/// that it stands in.
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

/// Branches that always go the same way are replaced, but stay what they were.
void PreparedModule::removeUnreachable(llvm::Function &Kernel) {
  llvm::DenseMap<const llvm::BasicBlock *, llvm::MDNode *> Ends;
  for (llvm::BasicBlock &B : Kernel)
    if (llvm::MDNode *Node = B.getTerminator()->getMetadata(PlaceKind))
      Ends[&B] = Node;
  llvm::removeUnreachableBlocks(Kernel);
  for (llvm::BasicBlock &B : Kernel)
    if (llvm::MDNode *Node = Ends.lookup(&B))
      B.getTerminator()->setMetadata(PlaceKind, Node);
}

void PreparedModule::simplify(llvm::Function &Kernel) {
  removeUnreachable(Kernel);
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::InferAddressSpacesPass());
  Passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  Passes.addPass(llvm::InferAddressSpacesPass());
  Functions.invalidate(Kernel, Passes.run(Kernel, Functions));
}

void PreparedModule::prepare(llvm::Function &Kernel) {
  // Function pointers in private variables are known after the first round.
  constexpr unsigned MaxRounds = 4;
  llvm::SmallPtrSet<const llvm::Function *, 4> Recursive;
  for (unsigned Round = 0; Round != MaxRounds; ++Round) {
    bool Inlined = Inliner(Kernel, MaxInstructions, Recursive).run();
    if (!Inlined && Round != 0)
      break;
    Functions.clear(Kernel, Kernel.getName());
    simplify(Kernel);
  }
  makeLoopsSimple(Kernel);
}

/// Two exits of a loop that lead to one block may become one branch. What is
/// left of the blocks then stands for two, and is no longer known by its end.
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
