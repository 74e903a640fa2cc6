//===- FunctionTranslation.cpp - Blocks, edges and calls ------------------===//
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "fencepost/IR/Intrinsics.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost {

using model::ExpressionKind;
using model::Opcode;

/// Deeper than any program nests its calls, and shallow enough for our stack.
static constexpr unsigned MaxCallDepth = 64;

FunctionTranslation::FunctionTranslation(ThreadContext &Context,
                                         llvm::Function &F, std::string Prefix,
                                         const FunctionTranslation *Caller)
    : Context(Context), Build(Context.Build), F(F), Caller(Caller), Layout(F),
      Values(Context, F, std::move(Prefix)), End(Build.addLabel()) {}

void FunctionTranslation::bind(const llvm::Argument &Parameter, IRValue Value) {
  Values.set(Parameter, std::move(Value));
}

void FunctionTranslation::returnTo(llvm::ArrayRef<unsigned> Registers) {
  ReturnRegisters.assign(Registers.begin(), Registers.end());
}

llvm::Error FunctionTranslation::run() {
  if (const llvm::Instruction *I = Layout.irreducibleAt())
    return Context.errorAt(*I,
                           "this leads into the middle of a loop; a loop of a "
                           "litmus test is entered at one place");
  for (llvm::BasicBlock *B : Layout.order()) {
    if (llvm::Error E = translate(*B))
      return E;
    for (const llvm::Loop *L : Layout.loopsEndingWith(B)) {
      Build.place(latchLabel(L));
      Build.jump(labelOf(L->getHeader()), Context.at(*B->getTerminator()));
    }
  }
  Build.place(End);
  return llvm::Error::success();
}

unsigned FunctionTranslation::labelOf(const llvm::BasicBlock *B) {
  auto [It, New] = Labels.try_emplace(B, 0);
  if (New)
    It->second = Build.addLabel();
  return It->second;
}

unsigned FunctionTranslation::latchLabel(const llvm::Loop *L) {
  auto [It, New] = Latches.try_emplace(L, 0);
  if (New)
    It->second = Build.addLabel();
  return It->second;
}

ThreadBuilder::BranchKind
FunctionTranslation::branchKind(const llvm::BasicBlock *B) const {
  return Layout.leavesLoop(B) ? ThreadBuilder::BranchKind::LoopCondition
                              : ThreadBuilder::BranchKind::Plain;
}

unsigned FunctionTranslation::joinLabel(const llvm::BasicBlock *B) {
  const llvm::BasicBlock *Join = Layout.joinOf(B);
  if (!Join)
    return End;
  return Layout.isBackEdge(B, Join) ? latchLabel(Layout.loopHeadedBy(Join))
                                    : labelOf(Join);
}

llvm::Error FunctionTranslation::translate(llvm::BasicBlock &B) {
  Build.place(labelOf(&B));
  const llvm::Loop *L = Layout.loopHeadedBy(&B);
  if (L && !Layout.beginsBehindTest(&B))
    beginIteration(L, Context.at(*B.getTerminator()));
  for (llvm::Instruction &I : B) {
    if (Build.numInstructions() > model::MaxInstructions)
      return Context.errorAt(I,
                             "the test has more than " +
                                 llvm::Twine(model::MaxInstructions) +
                                 " instructions",
                             Diag::LitmusTooLarge);
    if (llvm::Error E =
            I.isTerminator() ? translateTerminator(I) : translate(I))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translate(llvm::Instruction &I) {
  switch (I.getOpcode()) {
  case llvm::Instruction::Load:
    return Memory.translateLoad(llvm::cast<llvm::LoadInst>(I));
  case llvm::Instruction::Store:
    return Memory.translateStore(llvm::cast<llvm::StoreInst>(I));
  case llvm::Instruction::AtomicRMW:
    return Memory.translateModify(llvm::cast<llvm::AtomicRMWInst>(I));
  case llvm::Instruction::AtomicCmpXchg:
    return Memory.translateCompareExchange(
        llvm::cast<llvm::AtomicCmpXchgInst>(I));
  case llvm::Instruction::Fence:
    return Memory.translateFence(llvm::cast<llvm::FenceInst>(I));
  case llvm::Instruction::Call:
    return translateCall(llvm::cast<llvm::CallInst>(I));
  case llvm::Instruction::PHI:
    return Values.phiValue(llvm::cast<llvm::PHINode>(I)).takeError();
  default:
    return Computed.translate(I);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

llvm::Error FunctionTranslation::translateTerminator(llvm::Instruction &I) {
  switch (I.getOpcode()) {
  case llvm::Instruction::Br:
    return translateBranch(llvm::cast<llvm::BranchInst>(I));
  case llvm::Instruction::Switch:
    return translateSwitch(llvm::cast<llvm::SwitchInst>(I));
  case llvm::Instruction::Ret:
    return translateReturn(llvm::cast<llvm::ReturnInst>(I));
  case llvm::Instruction::Unreachable:
    return Context.errorAt(I,
                           "a thread of a litmus test ends with ret, not with "
                           "unreachable");
  default:
    return Context.errorAt(I, llvm::Twine(I.getOpcodeName()) +
                                  " is not part of a litmus test");
  }
}

llvm::Error FunctionTranslation::translateBranch(llvm::BranchInst &I) {
  if (I.isUnconditional())
    return translateEdge(I, *I.getSuccessor(0));
  llvm::Expected<unsigned> Condition =
      Values.integerOperand(*I.getCondition(), I);
  if (!Condition)
    return Condition.takeError();
  llvm::BasicBlock *B = I.getParent();
  unsigned Else = Build.addLabel();
  Build.branch(*Condition, Else, joinLabel(B), branchKind(B), Context.at(I));
  if (llvm::Error E = translateEdge(I, *I.getSuccessor(0)))
    return E;
  Build.place(Else);
  return translateEdge(I, *I.getSuccessor(1));
}

llvm::Error FunctionTranslation::translateSwitch(llvm::SwitchInst &I) {
  llvm::Expected<unsigned> Value = Values.integerOperand(*I.getCondition(), I);
  if (!Value)
    return Value.takeError();
  llvm::BasicBlock *B = I.getParent();
  bool Bit = I.getCondition()->getType()->isIntegerTy(1);
  for (auto Case : I.cases()) {
    const llvm::APInt &Number = Case.getCaseValue()->getValue();
    unsigned Wanted = Build.constant(static_cast<int32_t>(
        Bit ? Number.getZExtValue() : Number.getSExtValue()));
    unsigned Next = Build.addLabel();
    Build.branch(Build.binary(ExpressionKind::Eq, *Value, Wanted), Next,
                 joinLabel(B), branchKind(B), Context.at(I));
    if (llvm::Error E = translateEdge(I, *Case.getCaseSuccessor()))
      return E;
    Build.place(Next);
  }
  return translateEdge(I, *I.getDefaultDest());
}

llvm::Error FunctionTranslation::translateReturn(llvm::ReturnInst &I) {
  // What a thread returns goes nowhere.
  if (Caller && I.getReturnValue()) {
    llvm::Expected<IRValue> Value = Values.operand(*I.getReturnValue(), I);
    if (!Value)
      return Value.takeError();
    if (ReturnedPointer.Base)
      return Context.errorAt(I,
                             "a function that returns an address has one ret");
    if (Value->Base)
      ReturnedPointer = *Value;
    for (auto [Register, Part] : llvm::zip(ReturnRegisters, Value->Parts))
      Build.assign(Register, Part, Context.at(I));
  }
  Build.jump(End, Context.at(I));
  return llvm::Error::success();
}

void FunctionTranslation::beginIteration(const llvm::Loop *L,
                                         model::SourcePoint Where) {
  Build.emit(Opcode::Iterate, Where).Loop = LoopNumbers.find(L)->second;
}

llvm::Error FunctionTranslation::translateEdge(llvm::Instruction &From,
                                               llvm::BasicBlock &To) {
  const llvm::BasicBlock *B = From.getParent();
  const llvm::Loop *Around = Layout.loopHeadedBy(B);
  if (Around && Layout.beginsBehindTest(B) && Around->contains(&To))
    beginIteration(Around, Context.at(From));
  if (llvm::Error E = copyPhis(From, To))
    return E;
  const llvm::Loop *Entered = Layout.loopHeadedBy(&To);
  if (Layout.isBackEdge(B, &To)) {
    Build.jump(latchLabel(Entered), Context.at(From));
    return llvm::Error::success();
  }
  if (Entered) {
    auto [It, New] = LoopNumbers.try_emplace(Entered, 0);
    if (New)
      It->second = Build.addLoop();
    Build.emit(Opcode::LoopEnter, Context.at(From)).Loop = It->second;
  }
  Build.jump(labelOf(&To), Context.at(From));
  return llvm::Error::success();
}

/// All phis of a block take their values at once. One whose value would be
/// overwritten before it is read goes through a temporary register.
llvm::Error FunctionTranslation::copyPhis(llvm::Instruction &From,
                                          llvm::BasicBlock &To) {
  llvm::SmallVector<std::pair<unsigned, unsigned>> Copies;
  for (llvm::PHINode &Phi : To.phis()) {
    llvm::Expected<IRValue> Target = Values.phiValue(Phi);
    if (!Target)
      return Target.takeError();
    const llvm::Value *V = Phi.getIncomingValueForBlock(From.getParent());
    llvm::Expected<IRValue> Value = Values.operand(*V, From);
    if (!Value)
      return Value.takeError();
    for (auto [Register, Part] : llvm::zip(Target->Parts, Value->Parts))
      if (std::optional<unsigned> Number = Build.registerOf(Register))
        Copies.push_back({*Number, Part});
  }
  for (unsigned I = 0; I < Copies.size(); ++I) {
    auto &[Target, Value] = Copies[I];
    bool Overwritten = llvm::any_of(llvm::ArrayRef(Copies).take_front(I),
                                    [&, Read = Value](auto Earlier) {
                                      return Build.reads(Read, Earlier.first);
                                    });
    if (!Overwritten)
      continue;
    auto [It, New] = Temporaries.try_emplace(Target, 0);
    if (New)
      It->second = Build.addRegister(Build.nameOf(Target) + ".next");
    Build.assign(It->second, Value, Context.at(From));
    Value = Build.reg(It->second);
  }
  for (auto [Target, Value] : Copies)
    Build.assign(Target, Value, Context.at(From));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

llvm::Error FunctionTranslation::translateCall(llvm::CallInst &I) {
  llvm::Function *Callee = I.getCalledFunction();
  if (I.isInlineAsm())
    return Context.errorAt(I, "inline assembly is not part of a litmus test");
  if (!Callee)
    return Context.errorAt(I, "a call has to name the function it calls");
  if (Callee->isIntrinsic())
    return translateIntrinsic(I, Callee->getName());
  if (Callee->isDeclaration())
    return Context.errorAt(I,
                           "@" + Callee->getName() +
                               " is only declared here; a call needs its body");
  if (Callee->isVarArg())
    return Context.errorAt(I, "@" + Callee->getName() +
                                  " takes a variable number of arguments");
  if (isRunning(*Callee))
    return Context.errorAt(I,
                           "@" + Callee->getName() +
                               " calls itself; a litmus test has no recursion");
  return translateInPlace(I, *Callee);
}

bool FunctionTranslation::isRunning(const llvm::Function &Callee) const {
  for (const FunctionTranslation *L = this; L; L = L->Caller)
    if (&L->F == &Callee)
      return true;
  return false;
}

llvm::Error FunctionTranslation::translateInPlace(llvm::CallInst &I,
                                                  llvm::Function &Callee) {
  unsigned Depth = 0;
  for (const FunctionTranslation *L = this; L; L = L->Caller)
    ++Depth;
  if (Depth > MaxCallDepth)
    return Context.errorAt(
        I, "calls are nested more than " + llvm::Twine(MaxCallDepth) + " deep",
        Diag::LitmusTooLarge);
  unsigned Call = ++Context.Calls[&Callee];
  std::string Name = (Callee.getName() + ".").str();
  if (Call > 1)
    Name += llvm::utostr(Call) + ".";
  FunctionTranslation Inner(Context, Callee, Values.prefix() + Name, this);
  for (auto [Index, Parameter] : llvm::enumerate(Callee.args())) {
    if (Parameter.hasPassPointeeByValueCopyAttr())
      return Context.errorAt(I, "an argument is passed as a copy in memory");
    llvm::Expected<IRValue> Value = Values.operand(*I.getArgOperand(Index), I);
    if (!Value)
      return Value.takeError();
    Inner.bind(Parameter, std::move(*Value));
  }
  llvm::Type *Type = I.getType();
  if (isWanted(I) && !Type->isVoidTy() && !Type->isPointerTy()) {
    std::optional<unsigned> Count = numParts(Type);
    if (!Count)
      return Context.errorAt(I, "a value of type " + typeName(Type) +
                                    " is not part of a litmus test");
    IRValue Result = Values.defineRegisters(I, *Count);
    llvm::SmallVector<unsigned> Registers;
    for (unsigned Part : Result.Parts)
      Registers.push_back(*Build.registerOf(Part));
    Inner.returnTo(Registers);
    Values.set(I, std::move(Result));
  }
  Build.emit(Opcode::EnterFunction, Context.at(I));
  if (llvm::Error E = Inner.run())
    return E;
  Build.emit(Opcode::LeaveFunction, Context.at(I));
  if (Type->isPointerTy() && Inner.returnedPointer().Base)
    Values.set(I, Inner.returnedPointer());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Intrinsics, which are recognised by their names
//===----------------------------------------------------------------------===//

/// Names, or beginnings of names that end in ".", that mean nothing here.
static constexpr llvm::StringLiteral Ignored[] = {
    "llvm.amdgcn.iglp.opt",
    "llvm.amdgcn.s.nop",
    "llvm.amdgcn.s.setprio",
    "llvm.amdgcn.s.sleep",
    "llvm.amdgcn.sched.barrier",
    "llvm.amdgcn.sched.group.barrier",
    "llvm.amdgcn.wave.barrier",
    "llvm.assume",
    "llvm.dbg.",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.lifetime.",
    "llvm.sideeffect",
};

/// Beginnings of names of what differs from thread to thread.
static constexpr llvm::StringLiteral Identities[] = {
    "llvm.amdgcn.cluster.",     "llvm.amdgcn.dispatch.",
    "llvm.amdgcn.mbcnt.",       "llvm.amdgcn.wave.id",
    "llvm.amdgcn.workgroup.id", "llvm.amdgcn.workitem.id",
};

static bool isIgnored(llvm::StringRef Name) {
  return llvm::any_of(Ignored, [&](llvm::StringRef Row) {
    return Row.ends_with(".") ? Name.starts_with(Row) : Name == Row;
  });
}

static bool isIdentity(llvm::StringRef Name) {
  return llvm::any_of(
      Identities, [&](llvm::StringRef Row) { return Name.starts_with(Row); });
}

llvm::Error FunctionTranslation::translateIntrinsic(llvm::CallInst &I,
                                                    llvm::StringRef Name) {
  if (isIgnored(Name))
    return llvm::Error::success();
  if (const ir::BarrierRow *Row = ir::findBarrierRow(Name))
    return Barriers.translateBarrier(I, *Row);
  if (Name == "llvm.amdgcn.s.cluster.barrier")
    return Barriers.translateClusterBarrier(I);
  if (Name == "llvm.amdgcn.asyncmark") {
    Build.emit(Opcode::AsyncMark, Context.at(I));
    return llvm::Error::success();
  }
  if (Name == "llvm.amdgcn.wait.asyncmark")
    return Memory.translateAsyncWait(I);
  if (ir::isAsyncLoad(Name))
    return Memory.translateAsyncLoad(I, Name);
  if (Name.starts_with("llvm.amdgcn.av.") && Name.contains("store"))
    return Memory.translateAvailable(I, OpKind::StoreAvailable);
  if (Name.starts_with("llvm.amdgcn.av.") && Name.contains("load"))
    return Memory.translateAvailable(I, OpKind::LoadVisible);
  if (Name.starts_with("llvm.amdgcn.make.buffer.rsrc"))
    return Computed.translateAddress(I);
  if (llvm::isa<llvm::MinMaxIntrinsic>(I))
    return Computed.translateMinMax(I);
  if (isIdentity(Name))
    return Context.errorAt(
        I, Name + " is not constant in a litmus test; give each "
                  "thread a function of its own");
  return Context.errorAt(I, Name + " is not part of a litmus test");
}

} // namespace fencepost
