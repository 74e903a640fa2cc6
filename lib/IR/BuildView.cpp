//===- BuildView.cpp - From LLVM IR to the sync view ----------------------===//
// One kernel at a time: prepare it, number its blocks, compute uniformity,
// collect the values that events, branches and loops need, translate them, and
// assemble the view.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/BuildView.h"
#include "PrepareView.h"
#include "ViewEvents.h"
#include "ViewLoops.h"
#include "ViewUniformity.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Lower/Mode.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Support/Path.h"
#include <set>

namespace fencepost::ir {

using view::Edge;
using view::None;
using view::SourceLocation;
using view::SyncView;
using VK = view::ValueKind;

namespace {
class KernelBuilder {
public:
  KernelBuilder(llvm::Function &Kernel, PreparedModule &Prepared,
                const ViewOptions &Options, PlaceOf Where)
      : Kernel(Kernel), Prepared(Prepared), Options(Options), Where(Where),
        Names(Prepared.module(), &Kernel), Objects(Kernel, Names, View.Objects),
        Table(View.Values) {}

  SyncView build();

private:
  void numberBlocks();
  void fillBlock(const llvm::BasicBlock &From, view::Block &To,
                 EventMaker &Events, Translator &Values);
  void addEdges(const llvm::Instruction &End, view::Block &To,
                Translator &Values);
  void describe();
  SourceLocation placeOf(const llvm::Instruction &I) const;
  void annotate(const llvm::Instruction &I, view::Event &E) const;
  SourceLocation placeOfKernel() const;
  template <typename Analysis> auto &get() {
    return Prepared.analyses().getResult<Analysis>(Kernel);
  }

  llvm::Function &Kernel;
  PreparedModule &Prepared;
  const ViewOptions &Options;
  PlaceOf Where;
  KernelShape Shape;
  Recognizer Names;
  SyncView View;
  ObjectTable Objects;
  view::ValueTable Table;
  std::vector<const llvm::BasicBlock *> Order;
  BlockNumbers Blocks;
};
} // namespace

/// Relative names are relative to where the compiler ran.
template <typename ScopeT> static std::string pathOf(const ScopeT &Scope) {
  llvm::StringRef File = Scope.getFilename(), Directory = Scope.getDirectory();
  if (Directory.empty() || Directory == "." ||
      llvm::sys::path::is_absolute(File))
    return File.str();
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, File);
  return Path.str().str();
}

SourceLocation placeOf(const llvm::DILocation &Location) {
  SourceLocation P;
  P.File = pathOf(Location);
  P.Line = Location.getLine();
  P.Column = Location.getColumn();
  return P;
}

std::vector<std::string> sourceFiles(const llvm::Module &M) {
  llvm::DebugInfoFinder Finder;
  Finder.processModule(M);
  std::set<std::string> Names;
  for (const llvm::DICompileUnit *Unit : Finder.compile_units())
    Names.insert(pathOf(*Unit));
  for (const llvm::DISubprogram *Function : Finder.subprograms())
    Names.insert(pathOf(*Function));
  for (const llvm::DIScope *Scope : Finder.scopes())
    Names.insert(pathOf(*Scope));
  return {Names.begin(), Names.end()};
}

/// Falls back to the position of the kernel: LLVM drops the positions of
/// instructions that it moves.
SourceLocation KernelBuilder::placeOf(const llvm::Instruction &I) const {
  if (const llvm::DILocation *Location = I.getDebugLoc();
      Location && Location->getLine() != 0)
    return ir::placeOf(*Location);
  const llvm::Value *Original = Prepared.original(I);
  SourceLocation Result = Original ? Where(*Original) : SourceLocation();
  return Result.Line ? Result : placeOfKernel();
}

/// What `!fencepost.ignore` names; without a name it means all findings.
template <typename IRObject>
static std::vector<std::string> ignoredIn(const IRObject &Object) {
  std::vector<std::string> Names;
  const llvm::MDNode *Node = Object.getMetadata("fencepost.ignore");
  if (!Node)
    return Names;
  for (const llvm::MDOperand &Operand : Node->operands()) {
    auto *Name = llvm::dyn_cast_or_null<llvm::MDString>(Operand.get());
    Names.push_back(Name ? Name->getString().str() : "");
  }
  if (Names.empty())
    Names.push_back("*");
  return Names;
}

/// Clang makes two functions of an OpenCL kernel, of which one calls the other;
/// that call is not in the source.
static bool isOpenCLBody(const llvm::DILocation &Location) {
  const llvm::DISubprogram *Body = Location.getScope()->getSubprogram();
  const llvm::DISubprogram *Caller =
      Location.getInlinedAt()->getScope()->getSubprogram();
  return Body && Caller && Body != Caller &&
         Body->getName() == Caller->getName() &&
         Body->getFile() == Caller->getFile() &&
         Body->getLine() == Caller->getLine();
}

void KernelBuilder::annotate(const llvm::Instruction &I, view::Event &E) const {
  E.Where = placeOf(I);
  E.Origin = Prepared.origin(I);
  for (const llvm::DILocation *Location = I.getDebugLoc();
       Location && Location->getInlinedAt();
       Location = Location->getInlinedAt())
    if (!isOpenCLBody(*Location))
      E.Calls.push_back(ir::placeOf(*Location->getInlinedAt()));
  if (I.hasMetadataOtherThanDebugLoc())
    E.Ignored = ignoredIn(I);
}

SourceLocation KernelBuilder::placeOfKernel() const {
  if (const llvm::DISubprogram *P = Kernel.getSubprogram()) {
    SourceLocation Result;
    Result.File = pathOf(*P);
    Result.Line = P->getLine();
    return Result;
  }
  const llvm::Function *Original = Prepared.original(Kernel);
  return Original ? Where(*Original) : SourceLocation();
}

void KernelBuilder::numberBlocks() {
  llvm::ReversePostOrderTraversal<llvm::Function *> Walk(&Kernel);
  for (const llvm::BasicBlock *Block : Walk) {
    Blocks[Block] = Order.size();
    Order.push_back(Block);
  }
  View.Blocks.resize(Order.size());
}

/// Where a terminator that is neither a branch nor a switch goes is unknown.
void KernelBuilder::addEdges(const llvm::Instruction &End, view::Block &To,
                             Translator &Values) {
  auto Target = [&](const llvm::BasicBlock *B) { return Blocks.lookup(B); };
  auto Add = [&](const llvm::BasicBlock *B, view::ValueId Condition = None,
                 bool Value = true) {
    Edge E;
    E.To = Target(B);
    E.Condition = Condition;
    E.Value = Value;
    To.Next.push_back(E);
  };
  if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&End)) {
    if (Branch->isUnconditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return Add(Branch->getSuccessor(0));
    view::ValueId Condition = Values.value(*Branch->getCondition());
    Add(Branch->getSuccessor(0), Condition, true);
    return Add(Branch->getSuccessor(1), Condition, false);
  }
  view::Leaf Anything;
  Anything.Bits = 1;
  Anything.Block = Target(End.getParent());
  if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&End)) {
    view::ValueId Value = Values.value(*Switch->getCondition());
    for (auto Case : Switch->cases()) {
      view::ValueId Condition =
          Value == None
              ? Table.unknown(Anything)
              : Table.op(VK::Eq, Value,
                         Table.constant(Case.getCaseValue()->getZExtValue(),
                                        Table.bits(Value)));
      Add(Case.getCaseSuccessor(), Condition);
    }
    return Add(Switch->getDefaultDest());
  }
  for (unsigned I = 0, E = End.getNumSuccessors(); I != E; ++I)
    Add(End.getSuccessor(I), I + 1 == E ? None : Table.unknown(Anything));
}

/// True if \p Block ends in LLVM's unreachable without an instruction that ends
/// the thread.
static bool isUnreachable(const llvm::BasicBlock &Block) {
  if (!llvm::isa<llvm::UnreachableInst>(Block.getTerminator()))
    return false;
  return llvm::none_of(Block, [](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == llvm::Intrinsic::amdgcn_endpgm;
  });
}

void KernelBuilder::fillBlock(const llvm::BasicBlock &From, view::Block &To,
                              EventMaker &Events, Translator &Values) {
  To.Name = From.getName().str();
  To.Start = Prepared.start(From);
  To.End = Prepared.origin(*From.getTerminator());
  for (const llvm::Instruction &I : From) {
    size_t Known = To.Events.size();
    Events.make(I, To.Events);
    for (size_t Made = Known; Made != To.Events.size(); ++Made) {
      To.Events[Made].ContinuesInstruction = Made != Known;
      annotate(I, To.Events[Made]);
    }
  }
  addEdges(*From.getTerminator(), To, Values);
  To.Unreachable = isUnreachable(From);
}

void KernelBuilder::describe() {
  View.Kernel = Kernel.getName().str();
  View.Where = placeOfKernel();
  View.Ignored = ignoredIn(Kernel);
  View.WaveSize = Shape.WaveSize;
  llvm::copy(Shape.Size, View.Size);
  View.SizeIsExact = Shape.Exact;
  View.Least = Shape.Least;
  View.Most = Shape.Most;
  llvm::copy(Shape.Hint, View.Hint);
  View.Proc = Shape.Proc;
  llvm::copy(Shape.Cluster, View.Cluster);
  for (const llvm::GlobalVariable *V : namedBarriersIn(Kernel))
    View.NamedBarriers += numNamedBarriers(*V->getValueType());
  for (const llvm::Cycle *C : get<llvm::CycleAnalysis>().toplevel_cycles()) {
    llvm::SmallVector<const llvm::Cycle *> Work = {C};
    while (!Work.empty()) {
      const llvm::Cycle *Next = Work.pop_back_val();
      View.Reducible &= Next->isReducible();
      for (const llvm::Cycle *Child : Next->children())
        Work.push_back(Child);
    }
  }
}

SyncView KernelBuilder::build() {
  Prepared.prepare(Kernel);
  Shape = shapeOf(Kernel, Options);
  numberBlocks();
  describe();
  Uniformity OfGroup(Kernel, Shape, Among::WorkGroup);
  Uniformity OfWave(Kernel, Shape, Among::Wave);
  llvm::UniformityInfo &Group = OfGroup.info();
  Translator Values(Kernel, Shape, Blocks, Group, OfWave.info(), Table,
                    Objects);
  EventMaker Events(Names, Values, Objects, Kernel.getDataLayout(), Shape.Proc);
  LoopMaker Loops(get<llvm::LoopAnalysis>(),
                  get<llvm::ScalarEvolutionAnalysis>(), Values);
  for (const llvm::BasicBlock *Block : Order)
    for (const llvm::Instruction &I : *Block) {
      Events.need(I);
      if (I.isTerminator())
        for (const llvm::Value *Operand : I.operands())
          Values.need(*Operand);
    }
  Loops.need();
  Values.run(Order);
  auto &Frequencies = get<llvm::BlockFrequencyAnalysis>();
  double Entry = Frequencies.getEntryFreq().getFrequency();
  for (auto [Number, Block] : llvm::enumerate(Order)) {
    view::Block &To = View.Blocks[Number];
    fillBlock(*Block, To, Events, Values);
    To.UniformExit = !Group.hasDivergentTerminator(*Block);
    To.Frequency = Frequencies.getBlockFreq(Block).getFrequency() / Entry;
  }
  Loops.make(Blocks, View);
  for (view::BlockId From = 0; From != View.Blocks.size(); ++From)
    for (const Edge &E : View.Blocks[From].Next)
      if (!llvm::is_contained(View.Blocks[E.To].Before, From))
        View.Blocks[E.To].Before.push_back(From);
  if (Objects.isExhausted()) {
    view::Event TooLarge = view::Event::opaque(
        "the variables in LDS are larger than 32-bit addresses");
    TooLarge.Where = View.Where;
    View.Blocks.front().Events.insert(View.Blocks.front().Events.begin(),
                                      TooLarge);
  }
  removeUnusedValues(View);
  return std::move(View);
}

/// Processors that kernels name must be known; LLVM would only warn.
static llvm::Error checkProcessors(const llvm::Module &M) {
  for (const llvm::Function &F : M) {
    llvm::StringRef Name = F.getFnAttribute("target-cpu").getValueAsString();
    if (isKernel(F) && !Name.empty() && !Name.starts_with("generic") &&
        !findProcessor(Name))
      return llvm::createStringError("kernel " + F.getName() +
                                     " is for the processor '" + Name +
                                     "', which is unknown");
  }
  return llvm::Error::success();
}

llvm::Error requireProcessors(const llvm::Module &M,
                              const ViewOptions &Options) {
  if (Options.Cpu.empty())
    for (const llvm::Function &F : M)
      if (isKernel(F) && !F.hasFnAttribute("target-cpu"))
        return llvm::createStringError("which processor? Kernel " +
                                       F.getName() +
                                       " names none, so '-mcpu' is needed");
  return llvm::Error::success();
}

static llvm::Error checkOptions(const llvm::Module &M,
                                const ViewOptions &Options) {
  const llvm::Triple &Target = M.getTargetTriple();
  if (Target.getArch() != llvm::Triple::amdgcn &&
      Target.getArch() != llvm::Triple::UnknownArch)
    return llvm::createStringError("the module is for " + Target.str() +
                                   ", not for amdgcn");
  if (Options.Cpu.empty())
    return checkProcessors(M);
  return lower::Mode::parse(Options.Cpu, Options.Features).takeError();
}

llvm::Expected<std::vector<SyncView>> buildSyncViews(const llvm::Module &M,
                                                     const ViewOptions &Options,
                                                     PlaceOf Where,
                                                     ViewOrigins *Origins) {
  if (llvm::Error Problem = checkOptions(M, Options))
    return Problem;
  PreparedModule Prepared(M, Options);
  std::vector<SyncView> Views;
  for (llvm::Function &F : Prepared.module())
    if (isKernel(F))
      Views.push_back(KernelBuilder(F, Prepared, Options, Where).build());
  if (Origins)
    Origins->Instructions = Prepared.originals().vec();
  return Views;
}

SourceLocation placeIn(const IRSource &Source, const llvm::Value &V) {
  auto *I = llvm::dyn_cast<llvm::Instruction>(&V);
  auto *F = llvm::dyn_cast<llvm::Function>(&V);
  model::SourcePoint Point = I   ? Source.pointOf(*I)
                             : F ? Source.pointOf(*F)
                                 : model::SourcePoint();
  SourceLocation P;
  P.Line = Point.Line;
  P.Column = Point.Column;
  return P;
}

llvm::Expected<std::vector<SyncView>>
buildSyncViews(const IRSource &Source, const ViewOptions &Options) {
  return buildSyncViews(Source.module(), Options, [&](const llvm::Value &V) {
    return placeIn(Source, V);
  });
}

} // namespace fencepost::ir
