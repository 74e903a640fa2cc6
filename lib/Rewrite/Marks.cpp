//===- Marks.cpp - Async marks become waits for counters ------------------===//
// The function as analyzeAsyncMarks() sees it: asynchronous operations, marks,
// waits, and calls, which may issue operations that nobody counts. What else
// increments the same counter (vmcnt counts every vector memory operation on
// GFX9, every load on GFX10) is not counted: the compiler adds, deletes and
// moves such operations after us, and counting fewer only makes a wait wait for
// more. Asynchronous operations themselves keep their number and, across marks,
// their order: a mark that some wait needs becomes a compiler fence.
//
// A wave that runs both sides of a branch, or a loop for those of its lanes
// that have not left it, issues more operations than any one lane's path; as
// the operations complete in order, that again only makes it wait for more.
//===----------------------------------------------------------------------===//
#include "FunctionPlan.h"
#include "WaitBuilder.h"
#include "fencepost/Lower/AsyncMarks.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

namespace fencepost::rewrite {

using lower::AsyncEvent;

namespace {

/// Builds the graph, and remembers which instruction each event is.
class GraphBuilder {
public:
  explicit GraphBuilder(const Planning &P) : P(P) {
    for (Counter Id : {Counter::Vm, Counter::Async, Counter::Tensor})
      if (counts(Id))
        Counters.push_back(Id);
  }

  void build();
  lower::AsyncGraph Graph;
  std::vector<std::vector<llvm::Instruction *>> Sources; ///< Of events.

private:
  /// Whether asynchronous operations of the processor use \p Id.
  bool counts(Counter Id) const {
    const FamilyFacts &Facts = P.Plan.TheMode.Proc->family();
    return Id == Counter::Vm ? Facts.LdsDma : Facts.counter(Id) != nullptr;
  }
  void add(unsigned Block, AsyncEvent Event, llvm::Instruction *Source) {
    Graph.Blocks[Block].Events.push_back(Event);
    Sources[Block].push_back(Source);
  }
  void addUnknown(unsigned Block) {
    for (Counter Id : Counters)
      add(Block, AsyncEvent::unknown(Id), nullptr);
  }
  void addInstruction(unsigned Block, const RecognizedInstruction &Item);

  const Planning &P;
  llvm::SmallVector<Counter, 2> Counters;
};

} // namespace

/// Lines of assembly that are comments.
static bool isComment(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::SplitString(Text, Lines, "\n\r");
  return llvm::all_of(Lines, [](llvm::StringRef Line) {
    return Line.starts_with(";") || Line.starts_with("//");
  });
}

void GraphBuilder::addInstruction(unsigned Block,
                                  const RecognizedInstruction &Item) {
  const ir::Recognized &R = Item.R;
  if (R.Role == ir::Role::Call || R.Role == ir::Role::Unknown)
    return addUnknown(Block);
  if (R.Role == ir::Role::Machine) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(Item.I);
    if (R.Counted && counts(*R.Counted))
      add(Block, AsyncEvent::operation(*R.Counted), Item.I);
    else if (Call && Call->isInlineAsm() && !isComment(R.Text))
      addUnknown(Block);
  } else if (R.isOperation(OpKind::AsyncLoad)) {
    add(Block, AsyncEvent::operation(Counters.front()), Item.I);
  } else if (R.isOperation(OpKind::AsyncMark)) {
    add(Block, AsyncEvent::mark(), Item.I);
  } else if (R.isOperation(OpKind::WaitAsyncMark)) {
    add(Block, AsyncEvent::wait(R.Op.Marks), Item.I);
  }
}

/// Nobody called it: no asynchronous operation is outstanding when it begins.
static bool isEntryPoint(const llvm::Function &F) {
  switch (F.getCallingConv()) {
  case llvm::CallingConv::AMDGPU_KERNEL:
  case llvm::CallingConv::SPIR_KERNEL:
  case llvm::CallingConv::AMDGPU_VS:
  case llvm::CallingConv::AMDGPU_LS:
  case llvm::CallingConv::AMDGPU_HS:
  case llvm::CallingConv::AMDGPU_ES:
  case llvm::CallingConv::AMDGPU_GS:
  case llvm::CallingConv::AMDGPU_PS:
  case llvm::CallingConv::AMDGPU_CS:
    return true;
  default:
    return false;
  }
}

void GraphBuilder::build() {
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  for (const llvm::BasicBlock &BB : *P.Plan.F)
    Numbers.try_emplace(&BB, Numbers.size());
  Graph.Blocks.resize(Numbers.size());
  Sources.resize(Numbers.size());
  for (const llvm::BasicBlock &BB : *P.Plan.F)
    for (const llvm::BasicBlock *Next : llvm::successors(&BB))
      Graph.Blocks[Numbers.lookup(&BB)].Successors.push_back(
          Numbers.lookup(Next));
  if (!isEntryPoint(*P.Plan.F))
    addUnknown(0);
  for (const RecognizedInstruction &Item : P.Instructions)
    addInstruction(Numbers.lookup(Item.I->getParent()), Item);
}

/// Whether \p Item is void asyncmark() or void wait.asyncmark(i16).
static bool hasRightType(const RecognizedInstruction &Item) {
  auto *Call = llvm::cast<llvm::CallBase>(Item.I);
  bool IsWait = Item.R.isOperation(OpKind::WaitAsyncMark);
  return Call->getType()->isVoidTy() && Call->arg_size() == unsigned(IsWait) &&
         (!IsWait || Call->getArgOperand(0)->getType()->isIntegerTy(16));
}

/// Whether the processor has marks at all; otherwise each is a problem.
static bool checkMarks(Planning &P) {
  bool Fine = true, Any = false;
  for (const RecognizedInstruction &Item : P.Instructions) {
    if (!Item.R.isOperation(OpKind::AsyncMark) &&
        !Item.R.isOperation(OpKind::WaitAsyncMark))
      continue;
    Any = true;
    if (!hasRightType(Item)) {
      P.problem(*Item.I,
                "the types are not those of spec/003: void asyncmark(), "
                "void wait.asyncmark(i16)");
      Fine = false;
      continue;
    }
    llvm::Expected<lower::Sequence> S =
        lower::lower(Item.R.Op, P.Plan.TheMode, lower::Dialect::Spec);
    if (S)
      continue;
    P.problem(*Item.I, llvm::toString(S.takeError()));
    Fine = false;
  }
  return Fine && Any;
}

void planMarks(Planning &P) {
  if (!checkMarks(P))
    return;
  GraphBuilder Builder(P);
  Builder.build();
  lower::AsyncAnswer Answer =
      lower::analyzeAsyncMarks(Builder.Graph, P.Plan.TheMode.Proc->family());
  llvm::DenseMap<const llvm::Instruction *, const lower::AsyncWaitAnswer *>
      Waits;
  for (const lower::AsyncWaitAnswer &W : Answer.Waits)
    Waits[Builder.Sources[W.Block][W.Event]] = &W;
  for (auto [Block, Event] : Answer.UselessMarks)
    P.Plan.UselessMarks.push_back(Builder.Sources[Block][Event]);
  for (const RecognizedInstruction &Item : P.Instructions) {
    if (Item.R.isOperation(OpKind::AsyncMark) &&
        !llvm::is_contained(P.Plan.UselessMarks, Item.I))
      P.Plan.Marks.push_back(Item.I);
    if (!Item.R.isOperation(OpKind::WaitAsyncMark))
      continue;
    AsyncWait &Wait = P.Plan.Waits.emplace_back();
    Wait.I = Item.I;
    if (const lower::AsyncWaitAnswer *Found = Waits.lookup(Item.I))
      for (auto [Id, Value] : Found->Values)
        Wait.Values.push_back({Id, static_cast<uint8_t>(Value)});
  }
}

void applyMarks(const FunctionPlan &Plan) {
  for (llvm::Instruction *Mark : Plan.UselessMarks)
    Mark->eraseFromParent();
  for (llvm::Instruction *Mark : Plan.Marks) {
    llvm::IRBuilder<> B(Mark);
    buildCompilerFence(B);
    Mark->eraseFromParent();
  }
  for (const AsyncWait &Wait : Plan.Waits) {
    llvm::IRBuilder<> B(Wait.I);
    if (!Wait.Values.empty())
      buildWait(B, Plan.TheMode.Proc->FamilyId, Wait.Values);
    Wait.I->eraseFromParent();
  }
}

} // namespace fencepost::rewrite
