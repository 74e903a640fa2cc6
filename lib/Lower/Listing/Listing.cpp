//===- Listing.cpp - The machine code of a whole function -----------------===//
#include "fencepost/Lower/Listing.h"
#include "ListingAsync.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/ADT/StringSwitch.h"

namespace fencepost::lower {

using llvm::StringRef;

namespace {

class Lister {
public:
  Lister(const FunctionCode &F, const ListingOptions &Options,
         std::vector<ListingProblem> &Problems);
  ListedFunction run();

private:
  void list(const CodeSite &S, unsigned Depth);
  void listLines(ListedSite &Listed);
  void lowerOperation(ListedSite &Listed);
  void lowerAsyncWait(ListedSite &Listed) const;
  void adjust(Step &S, const Recognized &R) const;
  void loadAsWritten(Step &Access, const Recognized &R) const;

  const FunctionCode &F;
  ListingOptions Options;
  std::vector<ListingProblem> &Problems;
  Mode Machine;
  bool MayHaveDma; ///< LDS DMA may be in flight somewhere.
  AsyncWaits Waits;
  ListedFunction Out;
};

} // namespace

bool mayLoadToLds(const FunctionCode &F) {
  for (const CodeBlock &B : F.Blocks)
    for (const CodeSite &S : B.Sites)
      if (mayLoadToLds(S.Meaning))
        return true;
  return false;
}

Lister::Lister(const FunctionCode &F, const ListingOptions &Options,
               std::vector<ListingProblem> &Problems)
    : F(F), Options(Options), Problems(Problems), Machine(F.Machine),
      MayHaveDma(mayLoadToLds(F) ||
                 (F.Kind == CodeKind::Function && Options.CallersLoadToLds)),
      Waits(answerAsyncWaits(F)) {
  if (Options.As == Dialect::Spec && F.OneWaveByMetadata)
    Machine.OneWave = true;
  Out.Code = &F;
}

/// The values that the whole function calls for, one step a counter; nothing if
/// the wait never blocks or cannot be reached.
void Lister::lowerAsyncWait(ListedSite &Listed) const {
  Sequence Alone = std::move(Listed.Code);
  Listed.Code = Sequence();
  auto Answer = Waits.find(Listed.Site);
  if (Answer == Waits.end())
    return;
  for (auto [Id, Value] : Answer->second.Values) {
    Step Wait = Alone.Steps.front();
    Wait.Waits = {CounterWait{Id, static_cast<uint8_t>(Value)}};
    if (Id == Counter::Tensor)
      Wait.Mnemonic = "s_wait_tensorcnt";
    Listed.Code.Steps.push_back(std::move(Wait));
  }
  Listed.Code.AccessEnd = Listed.Code.Steps.size();
}

/// The cache policy operand of an intrinsic (LLVM, IntrinsicsAMDGPU.td).
static CachePolicy policyOf(uint32_t Aux, Family Id) {
  CachePolicy P;
  if (Id >= Family::GFX12) {
    P.CacheScope = Aux >> 3 & 3;
    P.Temporal = (Aux & 7) == 1 ? LoadNT : (Aux & 7) == 3 ? LoadLU : 0;
  } else if (Id == Family::GFX942) {
    P.Sc0 = Aux & 1;
    P.Nt = Aux >> 1 & 1;
    P.Sc1 = Aux >> 4 & 1;
  } else {
    P.Glc = Aux & 1;
    P.Slc = Aux >> 1 & 1;
    P.Dlc = (Aux >> 2 & 1) && Id >= Family::GFX10;
  }
  return P;
}

/// A load to LDS as the program wrote it: through a buffer resource or not,
/// with its own cache policy.
void Lister::loadAsWritten(Step &Access, const Recognized &R) const {
  if (!R.Op.Volatile)
    Access.Policy = policyOf(R.Aux, Machine.Proc->FamilyId);
  if (!R.Buffer)
    return;
  Access.Unit = "buffer_";
  Access.Operand = "lds";
  Access.Mnemonic = llvm::StringSwitch<StringRef>(Access.Mnemonic)
                        .Case("load_lds_ubyte", "load_ubyte")
                        .Case("load_lds_ushort", "load_ushort")
                        .Case("load_lds_dwordx3", "load_dwordx3")
                        .Case("load_lds_dwordx4", "load_dwordx4")
                        .Case("load_lds_dword", "load_dword")
                        .Default(Access.Mnemonic);
}

void Lister::adjust(Step &S, const Recognized &R) const {
  bool LoadsLds = R.Op.Kind == OpKind::LdsDma || R.Op.Kind == OpKind::AsyncLoad;
  if (S.Kind == StepKind::Access && LoadsLds)
    loadAsWritten(S, R);
  if (F.PlainInvalidate && Options.As == Dialect::Llvm22 &&
      S.Mnemonic == "buffer_wbinvl1_vol")
    S.Mnemonic = "buffer_wbinvl1";
}

static void dropDmaSteps(Sequence &S) {
  for (unsigned I = S.Steps.size(); I-- > 0;) {
    if (S.Steps[I].When != StepWhen::LdsDmaInFlight)
      continue;
    S.Steps.erase(S.Steps.begin() + I);
    S.AccessBegin -= I < S.AccessBegin;
    S.AccessEnd -= I < S.AccessEnd;
  }
}

/// A plain access that GFX6 does in two is shown as the first of them.
static Operation withinReach(Operation Op, Family Id) {
  bool CameWithGFX7 =
      Op.Bits == 96 || (Op.Space == AddressSpace::Local && Op.Bits == 128);
  if (Id == Family::GFX6 && CameWithGFX7 && !Op.isAtomic())
    Op.Bits = 64;
  return Op;
}

void Lister::lowerOperation(ListedSite &Listed) {
  const Recognized &R = Listed.Site->Meaning;
  llvm::Expected<Sequence> Code =
      lower(withinReach(R.Op, Machine.Proc->FamilyId), Machine, Options.As);
  if (!Code) {
    Problems.push_back({Listed.Site, llvm::toString(Code.takeError())});
    return;
  }
  Listed.Code = std::move(*Code);
  if (R.Op.Kind == OpKind::WaitAsyncMark)
    lowerAsyncWait(Listed);
  for (Step &S : Listed.Code.Steps)
    adjust(S, R);
  if (!MayHaveDma)
    dropDmaSteps(Listed.Code);
}

/// What \p Family lacks for a line that the program wrote; "" if nothing is
/// known to be missing.
static std::string lackingFor(StringRef Line, const Processor &Proc) {
  StringRef Name = Line.split(' ').first;
  std::optional<Counter> Waited;
  if (Name == "s_waitcnt")
    Waited = Counter::Lgkm;
  else if (Name.consume_front("s_wait_"))
    Waited = parseCounter(Name);
  if (!Waited || Proc.family().counter(*Waited))
    return "";
  return (Proc.Name + " has no " + counterName(*Waited)).str();
}

void Lister::listLines(ListedSite &Listed) {
  const Recognized &R = Listed.Site->Meaning;
  StringRef(R.Text).split(Listed.Lines, '\n');
  std::string Problem;
  if (R.Counted && !Machine.Proc->family().counter(*R.Counted))
    Problem = (Machine.Proc->Name + " has no " + R.Text).str();
  for (StringRef Line : Listed.Lines)
    if (Problem.empty())
      Problem = lackingFor(Line, *Machine.Proc);
  if (!Problem.empty())
    Problems.push_back({Listed.Site, Problem});
}

void Lister::list(const CodeSite &S, unsigned Depth) {
  if (S.Meaning.Role == Role::Nothing)
    return;
  ListedSite Listed;
  Listed.Site = &S;
  Listed.Depth = Depth;
  StepCounts Counts;
  if (S.Meaning.Role == Role::Operation) {
    lowerOperation(Listed);
    Counts = countSteps(Listed.Code, S.Meaning.Op);
  } else if (S.Meaning.Role == Role::Machine) {
    listLines(Listed);
    for (StringRef Line : Listed.Lines)
      Counts.add(countLine(Line));
  }
  uint64_t Times = 1;
  for (unsigned I = 0; I < std::min(Depth, MostLoops); ++I)
    Times *= LoopWeight;
  Out.Static.add(Counts);
  Out.Weighted.add(Counts, Times);
  if (Options.All || isSynchronizing(S.Meaning))
    Out.Sites.push_back(std::move(Listed));
}

ListedFunction Lister::run() {
  std::vector<unsigned> Depths = loopDepths(F);
  for (auto [B, Depth] : llvm::zip(F.Blocks, Depths))
    for (const CodeSite &S : B.Sites)
      list(S, Depth);
  return std::move(Out);
}

ListedFunction listFunction(const FunctionCode &F,
                            const ListingOptions &Options,
                            std::vector<ListingProblem> &Problems) {
  return Lister(F, Options, Problems).run();
}

} // namespace fencepost::lower
