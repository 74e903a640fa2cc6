//===- FunctionTranslation.cpp - Blocks, edges and calls ------------------===//
// A block is written where IRLayout puts it. What happens on the way from one
// block to another (the phis of the second take their values, a loop begins,
// an iteration begins) is written at the end of the first. All paths around a
// loop lead through a jump after its last block: that is where a branch meets
// again whose sides both go around.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using model::ExpressionKind;
using model::Opcode;

/// Deeper than any program nests its calls, and shallow enough for our stack.
static constexpr unsigned MaxCallDepth = 64;

FunctionTranslation::FunctionTranslation(ThreadContext &Context,
                                         llvm::Function &F, std::string Prefix,
                                         const FunctionTranslation *Caller)
    : Context(Context), Build(Context.Build), F(F), Prefix(std::move(Prefix)),
      Caller(Caller), Layout(F), Slots(F.getParent()), End(Build.addLabel()) {
  Slots.incorporateFunction(F);
}

void FunctionTranslation::bind(const llvm::Argument &Parameter, IRValue Value) {
  Values[&Parameter] = std::move(Value);
}

void FunctionTranslation::returnTo(llvm::ArrayRef<unsigned> Registers) {
  ReturnRegisters.assign(Registers.begin(), Registers.end());
}

llvm::Error FunctionTranslation::run() {
  if (const llvm::Instruction *I = Layout.irreducibleAt())
    return errorAt(*I, "this leads into the middle of a loop; a loop of a "
                       "litmus test is entered at one place");
  for (llvm::BasicBlock *B : Layout.order()) {
    if (llvm::Error E = translate(*B))
      return E;
    for (const llvm::Loop *L : Layout.loopsEndingWith(B)) {
      Build.place(latchLabel(L));
      Build.jump(labelOf(L->getHeader()), at(*B->getTerminator()));
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
    beginIteration(L, at(*B.getTerminator()));
  for (llvm::Instruction &I : B) {
    if (Build.numInstructions() > model::MaxInstructions)
      return errorAt(I,
                     "the test has more than " +
                         llvm::Twine(model::MaxInstructions) + " instructions",
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
    return translateLoad(llvm::cast<llvm::LoadInst>(I));
  case llvm::Instruction::Store:
    return translateStore(llvm::cast<llvm::StoreInst>(I));
  case llvm::Instruction::AtomicRMW:
    return translateModify(llvm::cast<llvm::AtomicRMWInst>(I));
  case llvm::Instruction::AtomicCmpXchg:
    return translateCompareExchange(llvm::cast<llvm::AtomicCmpXchgInst>(I));
  case llvm::Instruction::Fence:
    return translateFence(llvm::cast<llvm::FenceInst>(I));
  case llvm::Instruction::Call:
    return translateCall(llvm::cast<llvm::CallInst>(I));
  case llvm::Instruction::PHI:
    return phiValue(llvm::cast<llvm::PHINode>(I)).takeError();
  default:
    return translateValue(I);
  }
}

llvm::Error FunctionTranslation::translateTerminator(llvm::Instruction &I) {
  switch (I.getOpcode()) {
  case llvm::Instruction::Br:
    return translateBranch(llvm::cast<llvm::BranchInst>(I));
  case llvm::Instruction::Switch:
    return translateSwitch(llvm::cast<llvm::SwitchInst>(I));
  case llvm::Instruction::Ret:
    return translateReturn(llvm::cast<llvm::ReturnInst>(I));
  case llvm::Instruction::Unreachable:
    return errorAt(I, "a thread of a litmus test ends with ret, not with "
                      "unreachable");
  default:
    return errorAt(I, llvm::Twine(I.getOpcodeName()) +
                          " is not part of a litmus test");
  }
}

llvm::Error FunctionTranslation::translateBranch(llvm::BranchInst &I) {
  if (I.isUnconditional())
    return translateEdge(I, *I.getSuccessor(0));
  llvm::Expected<unsigned> Condition = integerOperand(*I.getCondition(), I);
  if (!Condition)
    return Condition.takeError();
  llvm::BasicBlock *B = I.getParent();
  unsigned Else = Build.addLabel();
  Build.branch(*Condition, Else, joinLabel(B), branchKind(B), at(I));
  if (llvm::Error E = translateEdge(I, *I.getSuccessor(0)))
    return E;
  Build.place(Else);
  return translateEdge(I, *I.getSuccessor(1));
}

llvm::Error FunctionTranslation::translateSwitch(llvm::SwitchInst &I) {
  llvm::Expected<unsigned> Value = integerOperand(*I.getCondition(), I);
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
                 joinLabel(B), branchKind(B), at(I));
    if (llvm::Error E = translateEdge(I, *Case.getCaseSuccessor()))
      return E;
    Build.place(Next);
  }
  return translateEdge(I, *I.getDefaultDest());
}

llvm::Error FunctionTranslation::translateReturn(llvm::ReturnInst &I) {
  // What a thread returns goes nowhere.
  if (Caller && I.getReturnValue()) {
    llvm::Expected<IRValue> Value = operand(*I.getReturnValue(), I);
    if (!Value)
      return Value.takeError();
    if (ReturnedPointer.Base)
      return errorAt(I, "a function that returns an address has one ret");
    if (Value->Base)
      ReturnedPointer = *Value;
    for (auto [Register, Part] : llvm::zip(ReturnRegisters, Value->Parts))
      Build.assign(Register, Part, at(I));
  }
  Build.jump(End, at(I));
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
    beginIteration(Around, at(From));
  if (llvm::Error E = copyPhis(From, To))
    return E;
  const llvm::Loop *Entered = Layout.loopHeadedBy(&To);
  if (Layout.isBackEdge(B, &To)) {
    Build.jump(latchLabel(Entered), at(From));
    return llvm::Error::success();
  }
  if (Entered) {
    auto [It, New] = LoopNumbers.try_emplace(Entered, 0);
    if (New)
      It->second = Build.addLoop();
    Build.emit(Opcode::LoopEnter, at(From)).Loop = It->second;
  }
  Build.jump(labelOf(&To), at(From));
  return llvm::Error::success();
}

/// All phis of a block take their values at once. One whose value would be
/// overwritten before it is read goes through a temporary register.
llvm::Error FunctionTranslation::copyPhis(llvm::Instruction &From,
                                          llvm::BasicBlock &To) {
  llvm::SmallVector<std::pair<unsigned, unsigned>> Copies;
  for (llvm::PHINode &Phi : To.phis()) {
    llvm::Expected<IRValue> Into = phiValue(Phi);
    if (!Into)
      return Into.takeError();
    const llvm::Value *V = Phi.getIncomingValueForBlock(From.getParent());
    llvm::Expected<IRValue> Value = operand(*V, From);
    if (!Value)
      return Value.takeError();
    for (auto [Target, Part] : llvm::zip(Into->Parts, Value->Parts))
      if (std::optional<unsigned> Register = Build.registerOf(Target))
        Copies.push_back({*Register, Part});
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
    Build.assign(It->second, Value, at(From));
    Value = Build.reg(It->second);
  }
  for (auto [Target, Value] : Copies)
    Build.assign(Target, Value, at(From));
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateCall(llvm::CallInst &I) {
  llvm::Function *Callee = I.getCalledFunction();
  if (I.isInlineAsm())
    return errorAt(I, "inline assembly is not part of a litmus test");
  if (!Callee)
    return errorAt(I, "a call has to name the function it calls");
  if (Callee->isIntrinsic())
    return translateIntrinsic(I, Callee->getName());
  if (Callee->isDeclaration())
    return errorAt(I, "@" + Callee->getName() +
                          " is only declared here; a call needs its body");
  if (Callee->isVarArg())
    return errorAt(I, "@" + Callee->getName() +
                          " takes a variable number of arguments");
  if (isRunning(*Callee))
    return errorAt(I, "@" + Callee->getName() +
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
    return errorAt(
        I, "calls are nested more than " + llvm::Twine(MaxCallDepth) + " deep",
        Diag::LitmusTooLarge);
  unsigned Call = ++Context.Calls[&Callee];
  std::string Name = (Callee.getName() + ".").str();
  if (Call > 1)
    Name += llvm::utostr(Call) + ".";
  FunctionTranslation Inner(Context, Callee, Prefix + Name, this);
  for (auto [Index, Parameter] : llvm::enumerate(Callee.args())) {
    if (Parameter.hasPassPointeeByValueCopyAttr())
      return errorAt(I, "an argument is passed as a copy in memory");
    llvm::Expected<IRValue> Value = operand(*I.getArgOperand(Index), I);
    if (!Value)
      return Value.takeError();
    Inner.bind(Parameter, std::move(*Value));
  }
  llvm::Type *Type = I.getType();
  if (isWanted(I) && !Type->isVoidTy() && !Type->isPointerTy()) {
    std::optional<unsigned> Count = numParts(Type);
    if (!Count)
      return errorAt(I, "a value of type " + typeName(Type) +
                            " is not part of a litmus test");
    IRValue Result = defineRegisters(I, *Count);
    llvm::SmallVector<unsigned> Registers;
    for (unsigned Part : Result.Parts)
      Registers.push_back(*Build.registerOf(Part));
    Inner.returnTo(Registers);
    Values[&I] = std::move(Result);
  }
  Build.emit(Opcode::EnterFunction, at(I));
  if (llvm::Error E = Inner.run())
    return E;
  Build.emit(Opcode::LeaveFunction, at(I));
  if (Type->isPointerTy() && Inner.returnedPointer().Base)
    Values[&I] = Inner.returnedPointer();
  return llvm::Error::success();
}

IRValue FunctionTranslation::defineRegisters(const llvm::Value &V,
                                             unsigned Count) {
  IRValue Result;
  for (unsigned I = 0; I < Count; ++I) {
    std::string Name = Prefix + nameOf(V);
    if (Count > 1)
      Name += "." + llvm::utostr(I);
    Result.Parts.push_back(Build.reg(Build.addRegister(Name)));
  }
  return Result;
}

/// A value without a name has the number that is written before it, which may
/// leave gaps; if none is written, the one that LLVM gives it.
std::string FunctionTranslation::nameOf(const llvm::Value &V) {
  if (V.hasName())
    return V.getName().str();
  if (auto *I = llvm::dyn_cast<llvm::Instruction>(&V)) {
    model::SourcePoint Where = at(*I);
    llvm::StringRef Line = Context.Source.line(Where.Line);
    Line = Line.drop_front(std::min<size_t>(Line.size(), Where.Column - 1));
    if (Line.consume_front("%") && !Line.empty() && llvm::isDigit(Line[0]))
      return Line.take_while(llvm::isDigit).str();
  }
  return llvm::itostr(Slots.getLocalSlot(&V));
}

} // namespace fencepost
