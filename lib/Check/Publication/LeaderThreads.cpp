//===- LeaderThreads.cpp - Threads that act for their work-group ---------===//
// See LeaderThreads.h. Dominators by the iterative algorithm of Cooper, Harvey
// and Kennedy; blocks are in reverse post-order.
//===----------------------------------------------------------------------===//
#include "LeaderThreads.h"

namespace fencepost::check {

using namespace view;

LeaderThreads::LeaderThreads(sym::Analysis &Context)
    : Context(Context), Facts(Context.Eval, NoLoops) {
  findDominators();
}

/// True if \p Sym has one value in all threads: arguments, sizes, and other
/// parameters of the launch (the number of work-groups).
bool LeaderThreads::isGiven(const sym::Symbol &Sym) const {
  if (Sym.Kind == sym::SymbolKind::Unknown) {
    const Value &V = Context.View.Values[Sym.Index];
    return V.Uniform && V.Block == None;
  }
  return Sym.Kind == sym::SymbolKind::Argument ||
         Sym.Kind == sym::SymbolKind::Size;
}

sym::TermId LeaderThreads::seenBy(sym::TermId Root, unsigned Thread,
                                  Groups Threads) {
  return Context.Terms.renamed(
      Root, Memo[Threads == Groups::Same][Thread - 1], [&](sym::TermId Id) {
        sym::Term T = Context.Terms[Id];
        if (isGiven(T.Sym) || (Threads == Groups::Same &&
                               T.Sym.Kind == sym::SymbolKind::WorkGroup))
          return Id;
        T.Sym.Thread = Thread;
        return Context.Terms.symbol(T.Sym, T.Bits, T.Limits);
      });
}

sym::TermId LeaderThreads::reached(BlockId Block,
                                   llvm::ArrayRef<sym::TermId> About) {
  sym::TermId Reach = Context.Eval.reach(Block, sym::RootCopy);
  llvm::SmallVector<sym::TermId, 4> All(About);
  All.push_back(Reach);
  return Context.Terms.both(Reach, Facts.factsOf(All));
}

/// The condition that a work-group id that the kernel reads differs.
sym::TermId LeaderThreads::differ() {
  sym::TermId Result = sym::TermTable::False;
  bool Any = false;
  for (ValueId V = 0; V < Context.View.Values.size(); ++V) {
    if (Context.View.Values[V].Kind != ValueKind::WorkGroup)
      continue;
    sym::TermId Id = Context.Eval.value(V, sym::RootCopy);
    Any = true;
    sym::TermId First = seenBy(Id, 1, Groups::Different),
                Second = seenBy(Id, 2, Groups::Different);
    sym::TermId Differs =
        Context.Terms.negated(Context.Terms.equal(First, Second));
    Result = Context.Terms.either(Result, Differs);
  }
  return Any ? Result : sym::TermTable::True;
}

sym::Answer LeaderThreads::canMeet(AccessSite A, AccessSite B) {
  const AccessRange &X = A.in(Context.View), &Y = B.in(Context.View);
  if (X.Address == None || Y.Address == None)
    return sym::Answer::GaveUp;
  sym::TermTable &T = Context.Terms;
  sym::TermId First =
      T.resized(Context.Eval.value(X.Address, sym::RootCopy), 64);
  sym::TermId Second =
      T.resized(Context.Eval.value(Y.Address, sym::RootCopy), 64);
  sym::TermId AtFirst = seenBy(First, 1, Groups::Different),
              AtSecond = seenBy(Second, 2, Groups::Different);
  sym::TermId Difference = T.sub(AtFirst, AtSecond);
  sym::TermId Overlap = T.haveCommonByte(Difference, std::max(X.Bytes, 1u),
                                         std::max(Y.Bytes, 1u));
  sym::TermId ByFirst =
      seenBy(reached(A.Site.Block, {First}), 1, Groups::Different);
  sym::TermId BySecond =
      seenBy(reached(B.Site.Block, {Second}), 2, Groups::Different);
  sym::TermId Meet = T.both(T.both(ByFirst, BySecond), Overlap);
  return ask(T.both(Meet, differ()));
}

/// Products of arguments are hard for the solver; an answer for one value of
/// each argument is sufficient.
sym::Answer LeaderThreads::ask(sym::TermId Condition) {
  sym::Answer Reply = Context.Solve.tryToAsk(Condition);
  if (Reply != sym::Answer::GaveUp)
    return Reply;
  llvm::DenseMap<sym::TermId, sym::TermId> Fixed;
  sym::TermId Easier =
      Context.Terms.renamed(Condition, Fixed, [&](sym::TermId Id) {
        const sym::Term &T = Context.Terms[Id];
        return isGiven(T.Sym) && T.Sym.Kind != sym::SymbolKind::Size
                   ? Context.Terms.constant(T.Bits < 8 ? 1 : 64, T.Bits)
                   : Id;
      });
  return Context.Solve.ask(Easier) == sym::Answer::Yes ? sym::Answer::Yes
                                                       : sym::Answer::GaveUp;
}

sym::Answer LeaderThreads::canShareGroup(Site A, Site B) {
  sym::TermId First = seenBy(reached(A.Block, {}), 1, Groups::Same);
  sym::TermId Second = seenBy(reached(B.Block, {}), 2, Groups::Same);
  return Context.Solve.ask(Context.Terms.both(First, Second));
}

sym::Answer
LeaderThreads::canPass(Site Write, Site Poll,
                       llvm::ArrayRef<std::pair<BlockId, BlockId>> Edges) {
  const AccessRange &T = Write.in(Context.View).Memory;
  ValueId Result = Poll.in(Context.View).Result;
  if (T.Stored == None || T.Reads)
    return sym::Answer::GaveUp;
  sym::TermId Stored = Context.Eval.value(T.Stored, sym::RootCopy),
              Read = Context.Eval.value(Result, sym::RootCopy);
  if (Context.Terms.bits(Stored) != Context.Terms.bits(Read))
    return sym::Answer::GaveUp;
  sym::TermId Passes = sym::TermTable::False;
  for (auto [From, To] : Edges)
    Passes = Context.Terms.either(Passes,
                                  Context.Eval.edge(From, To, sym::RootCopy));
  sym::TermId Condition = seenBy(Stored, 1, Groups::Different),
              Got = seenBy(Read, 2, Groups::Different);
  sym::TermId Same = Context.Terms.equal(Condition, Got);
  return Context.Solve.ask(
      Context.Terms.both(seenBy(Passes, 2, Groups::Different), Same));
}

bool LeaderThreads::addressHas(
    AccessSite A, llvm::function_ref<bool(const sym::Symbol &)> What) {
  ValueId Address = A.in(Context.View).Address;
  if (Address == None)
    return false;
  bool Has = false;
  llvm::DenseMap<sym::TermId, bool> Seen;
  Context.Terms.forEachSymbol(
      Context.Eval.value(Address, sym::RootCopy), Seen,
      [&](sym::TermId Id) { Has |= What(Context.Terms[Id].Sym); });
  return Has;
}

bool LeaderThreads::isKnown(AccessSite A) {
  return A.in(Context.View).Address != None &&
         !addressHas(A, [&](const sym::Symbol &Sym) {
           return Sym.Kind == sym::SymbolKind::Phi ||
                  (Sym.Kind == sym::SymbolKind::Unknown && !isGiven(Sym));
         });
}

bool LeaderThreads::knowsGroup(AccessSite A) {
  return addressHas(A, [](const sym::Symbol &Sym) {
    return Sym.Kind == sym::SymbolKind::WorkGroup;
  });
}

//===----------------------------------------------------------------------===//
// Chosen threads
//===----------------------------------------------------------------------===//

void LeaderThreads::findDominators() {
  const std::vector<Block> &Blocks = Context.View.Blocks;
  Dominators.assign(Blocks.size(), None);
  if (Blocks.empty())
    return;
  Dominators[0] = 0;
  auto Meet = [&](BlockId A, BlockId B) {
    while (A != B)
      (A > B ? A : B) = Dominators[std::max(A, B)];
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 1; B < Blocks.size(); ++B) {
      BlockId Common = None;
      for (BlockId P : Blocks[B].Before)
        if (Dominators[P] != None)
          Common = Common == None ? P : Meet(Common, P);
      Changed |= Dominators[B] != Common;
      Dominators[B] = Common;
    }
  }
}

/// The conditions of divergent branches that hold whenever \p Block is reached.
std::vector<LeaderThreads::Choice> LeaderThreads::choicesOf(BlockId Block) {
  std::vector<Choice> Result;
  for (BlockId B = Block; B != 0 && B != None; B = Dominators[B]) {
    if (Context.View.Blocks[B].Before.size() != 1)
      continue;
    const view::Block &Branch =
        Context.View.Blocks[Context.View.Blocks[B].Before[0]];
    if (Branch.UniformExit || Branch.Next.size() != 2 ||
        Branch.Next[0].Condition == None)
      continue;
    bool IsFirst = Branch.Next[0].To == B;
    Result.push_back(
        {Branch.Next[0].Condition, IsFirst == Branch.Next[0].Value});
  }
  return Result;
}

/// Whether \p Condition holds in thread number \p Thread of a work-group; none
/// if it depends on more than that number.
std::optional<bool> LeaderThreads::holds(sym::TermId Condition,
                                         unsigned Thread) const {
  const unsigned *Size = Context.View.Size;
  unsigned Ids[3] = {Thread % Size[0], Thread / Size[0] % Size[1],
                     Thread / Size[0] / Size[1]};
  bool Known = true;
  uint64_t Value =
      Context.Terms.evaluated(Condition, [&](sym::TermId Id) -> uint64_t {
        const sym::Symbol &Sym = Context.Terms[Id].Sym;
        if (Sym.Kind == sym::SymbolKind::WorkItem)
          return Ids[Sym.Index];
        if (Sym.Kind == sym::SymbolKind::Size)
          return Size[Sym.Index];
        Known = false;
        return 0;
      });
  if (!Known)
    return std::nullopt;
  return Value;
}

bool LeaderThreads::actsForOthers(BlockId Few, BlockId All) {
  std::vector<Choice> Chosen = choicesOf(Few), Entering = choicesOf(All);
  unsigned Count = std::min(Context.View.Size[0] * Context.View.Size[1] *
                                Context.View.Size[2],
                            Context.View.Most);
  auto Passes = [&](llvm::ArrayRef<Choice> Choices, unsigned Thread) {
    return llvm::all_of(Choices, [&](const Choice &C) {
      std::optional<bool> Truth =
          holds(Context.Eval.value(C.first, sym::RootCopy), Thread);
      return !Truth || *Truth == C.second;
    });
  };
  for (unsigned First = 0; First < Count; First += Context.View.WaveSize) {
    unsigned End = std::min(Count, First + Context.View.WaveSize);
    bool Comes = false, Acts = false;
    for (unsigned T = First; T < End; ++T) {
      Comes |= Passes(Entering, T);
      Acts |= Passes(Chosen, T);
    }
    if (Comes && !Acts)
      return true;
  }
  return false;
}

} // namespace fencepost::check
