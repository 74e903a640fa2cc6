//===- Evaluator.cpp - Values of a view as terms -------------------------===//
// Conditions of blocks are made in the order of the blocks, and values with a
// stack of their own, so that no recursion is deeper than loops are nested. See
// Evaluator.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Evaluator.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::sym {

using namespace view;

static constexpr uint64_t MaxIterations = (uint64_t(1) << 31) - 1;

Evaluator::Evaluator(const SyncView &View, TermTable &Terms, const Graph &Shape)
    : View(View), Shape(Shape), Terms(Terms),
      Forms(findRecurrences(View, Shape)), Taken(findTickets(View)) {
  Copies.emplace_back();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

CopyId Evaluator::copy(CopyId Parent, LoopId Loop, Step Entry) {
  auto [It, New] = CopyIds.try_emplace({Parent, Loop, Entry});
  if (!New)
    return It->second;
  CopyData Data;
  Data.Parent = Parent;
  Data.Loop = Loop;
  Data.Step = Entry;
  It->second = Copies.add(std::move(Data));
  return It->second;
}

bool Evaluator::covers(CopyId Copy, BlockId Block) const {
  return Copy == RootCopy ||
         Shape.cone(View.Loops[Copies[Copy].Loop].Header)[Block];
}

CopyId Evaluator::homeOf(BlockId Block, CopyId Copy) const {
  if (Block == None)
    return RootCopy;
  while (!covers(Copy, Block))
    Copy = Copies[Copy].Parent;
  return Copy;
}

bool Evaluator::isOwnHeader(BlockId Block, CopyId Copy) const {
  return Copy != RootCopy && View.Loops[Copies[Copy].Loop].Header == Block;
}

/// The copy whose edges lead into \p Loop from outside.
CopyId Evaluator::startCopy(LoopId Loop, CopyId Copy) const {
  while (Copy != RootCopy) {
    const CopyData &Data = Copies[Copy];
    if (Data.Loop == Loop && Data.Step == Step::Enter)
      return Data.Parent;
    if (Data.Loop != Loop && covers(Copy, View.Loops[Loop].Header))
      return Copy;
    Copy = Data.Parent;
  }
  return RootCopy;
}

CopyId Evaluator::leftInside(CopyId Copy, LoopId Loop) const {
  while (Copy != RootCopy && Copies[Copy].Loop != Loop &&
         Shape.contains(Loop, View.Loops[Copies[Copy].Loop].Header))
    Copy = Copies[Copy].Parent;
  return Copy;
}

bool Evaluator::isInStepIn(LoopId Loop, CopyId Copy,
                           llvm::ArrayRef<LoopId> Around) const {
  while (Copy != RootCopy) {
    const CopyData &Data = Copies[Copy];
    if (Data.Loop == Loop && Data.Step != Step::Next)
      return Data.Step == Step::Enter;
    if (Data.Loop != Loop && covers(Copy, View.Loops[Loop].Header))
      return false;
    Copy = Data.Parent;
  }
  return llvm::is_contained(Around, Loop);
}

bool Evaluator::isInStep(BlockId Block, CopyId Copy,
                         llvm::ArrayRef<LoopId> Around) const {
  if (Block == None)
    return true;
  for (LoopId L = View.Blocks[Block].Loop; L != None; L = View.Loops[L].Parent)
    if (!isInStepIn(L, Copy, Around))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

TermId Evaluator::edge(BlockId From, BlockId To, CopyId Copy) {
  TermId Taken = TermTable::False, Before = TermTable::True;
  for (const Edge &E : View.Blocks[From].Next) {
    TermId Holds = TermTable::True;
    if (E.Condition != None) {
      TermId C = value(E.Condition, Copy);
      TermId Zero = Terms.constant(0, Terms.bits(C));
      Holds = Terms.equal(C, Zero);
      Holds = E.Value ? Terms.negated(Holds) : Holds;
    }
    if (E.To == To)
      Taken = Terms.either(Taken, Terms.both(Before, Holds));
    Before = Terms.both(Before, Terms.negated(Holds));
  }
  return Taken;
}

/// A copy starts where an edge of its parent leads into its loop's header.
TermId Evaluator::headerReach(CopyId Copy) {
  CopyId Parent = Copies[Copy].Parent;
  LoopId Loop = Copies[Copy].Loop;
  BlockId Header = View.Loops[Loop].Header;
  bool Inside = Copies[Copy].Step != Step::Enter;
  TermId Result = TermTable::False;
  for (BlockId From : View.Blocks[Header].Before)
    if (Shape.contains(Loop, From) == Inside && covers(Parent, From))
      Result = Terms.either(Result, passes(From, Header, Parent));
  return Result;
}

TermId Evaluator::reach(BlockId Block, CopyId Copy) {
  std::vector<TermId> &Reach = Copies[Copy].Reach;
  while (Reach.size() <= Block) {
    BlockId B = Reach.size();
    TermId Result = truthAtStart(B, Copy);
    if (!isOwnHeader(B, Copy) && covers(Copy, B))
      for (BlockId From : View.Blocks[B].Before)
        if (!Graph::isBack(From, B) && covers(Copy, From))
          Result = Terms.either(Result,
                                Terms.both(Reach[From], edge(From, B, Copy)));
    Reach.push_back(Result);
  }
  return Reach[Block];
}

TermId Evaluator::truthAtStart(BlockId Block, CopyId Copy) {
  if (Copy == RootCopy)
    return Terms.truth(Block == 0);
  return isOwnHeader(Block, Copy) ? headerReach(Copy) : TermTable::False;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TermId Evaluator::value(ValueId V, CopyId Copy) {
  Copy = homeOf(View.Values[V].Block, Copy);
  llvm::SmallVector<Need, 16> Stack{{V, Copy}};
  llvm::SmallVector<Need, 8> Needs;
  while (!Stack.empty()) {
    auto [Id, Current] = Stack.back();
    if (Copies[Current].Values.count(Id)) {
      Stack.pop_back();
      continue;
    }
    Needs.clear();
    needsOf(Id, Current, Needs);
    size_t Height = Stack.size();
    for (auto [Other, C] : Needs) {
      CopyId Home = homeOf(View.Values[Other].Block, C);
      if (!Copies[Home].Values.count(Other))
        Stack.push_back({Other, Home});
    }
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    TermId Result = computed(Id, Current);
    Copies[Current].Values[Id] = Result;
  }
  return Copies[Copy].Values[V];
}

/// The values that computed() looks up. For a phi, the conditions are made
/// first, here, in the order of blocks.
void Evaluator::needsOf(ValueId Id, CopyId Copy,
                        llvm::SmallVectorImpl<Need> &Out) {
  const Value &V = View.Values[Id];
  for (ValueId Operand : {V.A, V.B, V.C})
    if (Operand != None)
      Out.push_back({Operand, Copy});
  if (V.Kind != ValueKind::Phi)
    return;
  LoopId Loop = Shape.headedBy(V.Block);
  if (Loop == None) {
    reach(V.Block, Copy);
    for (const Incoming &Edge : V.From)
      if (covers(Copy, Edge.From))
        Out.push_back({Edge.Value, Copy});
    return;
  }
  bool Next = isOwnHeader(V.Block, Copy) && Copies[Copy].Step == Step::Next &&
              !Forms.count(Id);
  CopyId Source = Next ? Copies[Copy].Parent : startCopy(Loop, Copy);
  for (const Incoming &Edge : V.From)
    if (Shape.contains(Loop, Edge.From) == Next && covers(Source, Edge.From)) {
      reach(Edge.From, Source);
      Out.push_back({Edge.Value, Source});
    }
}

TermId Evaluator::computed(ValueId Id, CopyId Copy) {
  const Value &V = View.Values[Id];
  if (V.Kind == ValueKind::Phi)
    return phi(Id, Copy);
  if (!isOperator(V.Kind))
    return leaf(Id, Copy);
  TermId A = value(V.A, Copy), B = V.B == None ? TermId() : value(V.B, Copy),
         C = V.C == None ? TermId() : value(V.C, Copy);
  return Terms.apply(V.Kind, V.Bits, A, B, C);
}

TermId Evaluator::dimension(SymbolKind Kind, unsigned D) {
  uint64_t Most = View.Size[D];
  if (Kind == SymbolKind::WorkItem)
    return Terms.symbol({Kind, D}, 32, {0, Most - 1});
  if (View.SizeIsExact)
    return Terms.constant(Most, 32);
  return Terms.symbol({Kind, D}, 32, {1, Most});
}

TermId Evaluator::ofLinearId(ValueKind Op) {
  TermId Id = linearId();
  return Terms.apply(Op, 32, Id, Terms.constant(View.WaveSize, 32));
}

/// The condition that a thread reaches \p From and continues to \p To.
TermId Evaluator::passes(BlockId From, BlockId To, CopyId Copy) {
  TermId Comes = reach(From, Copy);
  return Terms.both(Comes, edge(From, To, Copy));
}

TermId Evaluator::linearId() {
  TermId Result = dimension(SymbolKind::WorkItem, 2);
  for (int D = 1; D >= 0; --D) {
    TermId Size = dimension(SymbolKind::Size, D);
    TermId Rows = Terms.apply(ValueKind::Mul, 32, Result, Size);
    Result = Terms.add(Rows, dimension(SymbolKind::WorkItem, D));
  }
  return Result;
}

TermId Evaluator::leaf(ValueId Id, CopyId Copy) {
  const Value &V = View.Values[Id];
  Range All{0, truncated(~uint64_t(0), V.Bits)};
  uint32_t Number = V.Number;
  switch (V.Kind) {
  case ValueKind::Constant:
    return Terms.constant(V.Number, V.Bits);
  case ValueKind::WorkItem:
    return Terms.resized(dimension(SymbolKind::WorkItem, Number), V.Bits);
  case ValueKind::Size:
    return Terms.resized(dimension(SymbolKind::Size, Number), V.Bits);
  case ValueKind::Lane:
    return Terms.resized(ofLinearId(ValueKind::URem), V.Bits);
  case ValueKind::WorkGroup: {
    // A grid has less than 2^32 work-items along each dimension (spec/002,
    // "Kernel Dispatch", grid_size_x).
    uint64_t Most = 0xffffffff / (View.SizeIsExact ? View.Size[Number] : 1);
    return Terms.symbol({SymbolKind::WorkGroup, Number}, V.Bits,
                        {0, std::min(All.High, Most)});
  }
  case ValueKind::Argument:
    return Terms.symbol({SymbolKind::Argument, Number}, V.Bits, All);
  default:
    return Terms.symbol({SymbolKind::Unknown, Id, Copy}, V.Bits, All);
  }
}

TermId Evaluator::joined(llvm::ArrayRef<std::pair<TermId, TermId>> Choices) {
  auto [LastCondition, Result] = Choices.back();
  for (auto [Condition, Value] : llvm::reverse(Choices.drop_back())) {
    TermId Decides = Condition;
    // c distinguishes (x and c) from (x and not c).
    const Term &T = Terms[Condition];
    if (Choices.size() == 2 && T.Form == TermForm::Operator &&
        T.Op == ValueKind::And) {
      TermId A = T.A, B = T.B;
      if (Terms.both(A, Terms.negated(B)) == LastCondition)
        Decides = B;
      else if (Terms.both(B, Terms.negated(A)) == LastCondition)
        Decides = A;
    }
    Result = Terms.select(Decides, Value, Result);
  }
  return Result;
}

/// The choice between the incoming values of \p Phi: all of them at a join, at
/// the header of \p Loop those from inside or from outside.
TermId Evaluator::merged(const Value &Phi, CopyId Copy, MergedEdges Edges,
                         LoopId Loop) {
  llvm::SmallVector<std::pair<TermId, TermId>, 4> Choices;
  for (const Incoming &Edge : Phi.From) {
    if (!covers(Copy, Edge.From) ||
        (Loop != None &&
         Shape.contains(Loop, Edge.From) != (Edges == MergedEdges::Back)))
      continue;
    TermId Condition = passes(Edge.From, Phi.Block, Copy);
    if (Condition != TermTable::False)
      Choices.push_back({Condition, value(Edge.Value, Copy)});
  }
  return Choices.empty() ? Terms.constant(0, Phi.Bits) : joined(Choices);
}

TermId Evaluator::phi(ValueId Id, CopyId Copy) {
  const Value &V = View.Values[Id];
  LoopId Loop = Shape.headedBy(V.Block);
  return Loop == None ? merged(V, Copy, MergedEdges::Entering, None)
                      : headerPhi(Id, Copy, Loop);
}

TermId Evaluator::headerPhi(ValueId Id, CopyId Copy, LoopId Loop) {
  const Value &V = View.Values[Id];
  bool Own = isOwnHeader(V.Block, Copy);
  if (Own && Copies[Copy].Step == Step::Enter)
    return merged(V, Copies[Copy].Parent, MergedEdges::Entering, Loop);
  auto Form = Forms.find(Id);
  if (Form != Forms.end())
    return closedForm(Id, Form->second, Loop, Copy);
  if (Own && Copies[Copy].Step == Step::Next)
    return merged(V, Copies[Copy].Parent, MergedEdges::Back, Loop);
  return Terms.symbol({SymbolKind::Phi, Id, Copy}, V.Bits,
                      carriedLimits(Id, Loop));
}

/// The range of a value in iterations of \p Loop that are not its last: a
/// counter has not reached its bound.
Range Evaluator::limitsBefore(ValueId Id, LoopId Loop) {
  Range Limits = Terms[value(Id, RootCopy)].Limits;
  auto Form = Forms.find(Id);
  ValueId Trips = View.Loops[Loop].TripCount;
  if (Form == Forms.end() || Shape.headedBy(View.Values[Id].Block) != Loop ||
      Form->second.Kind != RecurrenceKind::Affine || Form->second.Minus ||
      Trips == None)
    return Limits;
  auto Times = Terms.constantOf(value(Trips, RootCopy)),
       Step = Terms.constantOf(value(Form->second.Step, RootCopy));
  Range Start =
      Terms[merged(View.Values[Id], RootCopy, MergedEdges::Entering, Loop)]
          .Limits;
  uint64_t Most = truncated(~uint64_t(0), View.Values[Id].Bits);
  if (!Times || *Times == 0 || !Step || *Times > 0xffffffff ||
      *Step > 0xffffffff || *Step * *Times > Most - Start.High)
    return Limits;
  return {Start.Low, Start.High + *Step * (*Times - 1)};
}

/// The interval of a phi that each iteration keeps or sets to one of some
/// constants, ids and counters: the best index so far, for example.
Range Evaluator::carriedLimits(ValueId Id, LoopId Loop) {
  constexpr unsigned Most = 64;
  const Value &Phi = View.Values[Id];
  Range All{0, truncated(~uint64_t(0), Phi.Bits)};
  llvm::SmallVector<ValueId, 8> Stack;
  llvm::SmallVector<ValueId, 16> Seen{Id};
  std::optional<Range> Result;
  auto Join = [&](const Range &More) {
    Result = Result ? Range{std::min(Result->Low, More.Low),
                            std::max(Result->High, More.High)}
                    : More;
  };
  for (const Incoming &Edge : Phi.From)
    if (Shape.contains(Loop, Edge.From))
      Stack.push_back(Edge.Value);
  while (!Stack.empty()) {
    ValueId Operand = Stack.pop_back_val();
    if (llvm::is_contained(Seen, Operand))
      continue;
    Seen.push_back(Operand);
    const Value &V = View.Values[Operand];
    bool IsHeader = V.Kind == ValueKind::Phi && Shape.headedBy(V.Block) != None;
    if (V.Kind == ValueKind::Select)
      Stack.append({V.B, V.C});
    else if (V.Kind == ValueKind::Phi && !IsHeader)
      for (const Incoming &Edge : V.From)
        Stack.push_back(Edge.Value);
    else if (V.Kind == ValueKind::Constant || V.Kind == ValueKind::WorkItem ||
             V.Kind == ValueKind::Lane || (IsHeader && Forms.count(Operand)))
      Join(limitsBefore(Operand, Loop));
    else
      return All;
    if (Seen.size() > Most)
      return All;
  }
  Join(Terms[merged(Phi, RootCopy, MergedEdges::Entering, Loop)].Limits);
  return *Result;
}

TermId Evaluator::iteration(LoopId Loop, CopyId Copy) {
  uint64_t Added = 0;
  while (Copy != RootCopy) {
    const CopyData &Data = Copies[Copy];
    if (Data.Loop == Loop && Data.Step == Step::Enter)
      return Terms.constant(Added, 32);
    if (Data.Loop == Loop && Data.Step == Step::Next)
      ++Added;
    else if (covers(Copy, View.Loops[Loop].Header))
      break;
    Copy = Data.Parent;
  }
  uint64_t Most = std::min(MaxIterations, View.Loops[Loop].MostTrips);
  if (ValueId Trip = View.Loops[Loop].TripCount; Trip != None)
    Most = std::min(Most, Terms[value(Trip, Copy)].Limits.High);
  TermId K =
      Terms.symbol({SymbolKind::Iteration, Loop.index(), Copy}, 32, {0, Most});
  return Terms.add(K, Terms.constant(Added, 32));
}

/// The value in iteration k of a periodic phi: k itself for the values before
/// the period, then modulo the period.
static TermId placeInPeriod(TermTable &Terms, TermId K, const Recurrence &R) {
  TermId Once = Terms.constant(R.Values.size() - R.Period, 32);
  TermId Period = Terms.constant(R.Period, 32);
  TermId Rest = Terms.apply(ValueKind::URem, 32, Terms.sub(K, Once), Period);
  TermId Before = Terms.less(K, Once);
  return Terms.select(Before, K, Terms.add(Once, Rest));
}

/// The number of bits by which a shifted phi has been shifted in iteration
/// \p K: at most its width, so that the product is exact.
static TermId shiftedBy(TermTable &Terms, TermId K, const Recurrence &R,
                        unsigned Bits) {
  TermId All = Terms.constant((Bits + R.Distance - 1) / R.Distance, 32);
  TermId Far = Terms.times(Terms.resized(K, Bits), R.Distance);
  return Terms.select(Terms.less(K, All), Far, Terms.constant(Bits, Bits));
}

TermId Evaluator::closedForm(ValueId Id, const Recurrence &R, LoopId Loop,
                             CopyId Copy) {
  const Value &V = View.Values[Id];
  TermId K = iteration(Loop, Copy);
  if (R.Kind == RecurrenceKind::Affine) {
    TermId Start =
        merged(V, startCopy(Loop, Copy), MergedEdges::Entering, Loop);
    TermId Step = value(R.Step, Copy), Count = Terms.resized(K, V.Bits);
    TermId Far = Terms.apply(ValueKind::Mul, V.Bits, Count, Step);
    return R.Minus ? Terms.sub(Start, Far) : Terms.add(Start, Far);
  }
  if (R.Kind == RecurrenceKind::Shifted) {
    TermId Start =
        merged(V, startCopy(Loop, Copy), MergedEdges::Entering, Loop);
    return Terms.apply(R.Shift, V.Bits, Start, shiftedBy(Terms, K, R, V.Bits));
  }
  TermId Place = placeInPeriod(Terms, K, R);
  TermId Result = Terms.constant(R.Values.back(), V.Bits);
  for (size_t I = R.Values.size() - 1; I-- > 0;) {
    TermId Here = Terms.equal(Place, Terms.constant(I, 32));
    TermId Value = Terms.constant(R.Values[I], V.Bits);
    Result = Terms.select(Here, Value, Result);
  }
  return Result;
}

const Ticket *Evaluator::ticketOf(TermId Id) const {
  const Symbol &Sym = Terms[Id].Sym;
  if (Terms[Id].Form != TermForm::Symbol || Sym.Kind != SymbolKind::Unknown)
    return nullptr;
  auto It = Taken.find(Sym.Index);
  return It == Taken.end() ? nullptr : &It->second;
}

/// Conditions under which a thread in \p Loop iterates again, as far as they
/// are on the single path to its only back edge.
llvm::SmallVector<TermId, 4> Evaluator::conditionsAround(LoopId Loop,
                                                         CopyId Copy) {
  llvm::SmallVector<TermId, 4> Conditions;
  BlockId Header = View.Loops[Loop].Header, From = None;
  for (BlockId Before : View.Blocks[Header].Before)
    if (Shape.contains(Loop, Before)) {
      if (From != None)
        return Conditions;
      From = Before;
    }
  for (BlockId To = Header; From != None;) {
    Conditions.push_back(edge(From, To, Copy));
    llvm::ArrayRef<BlockId> Before = View.Blocks[From].Before;
    To = From;
    From = From == Header || Before.size() != 1 ? None : Before[0];
  }
  return Conditions;
}

/// An iteration that is not the first is reached from the previous one. Only
/// conditions that are the same for all threads are returned.
TermId Evaluator::hasGoneAround(TermId Iteration) {
  Symbol Sym = Terms[Iteration].Sym;
  auto IsKnown = [&](TermId Id) {
    SymbolKind Kind = Terms[Id].Sym.Kind;
    return Id == Iteration || Kind == SymbolKind::Argument ||
           Kind == SymbolKind::Size || Kind == SymbolKind::WorkGroup;
  };
  TermId First = Terms.equal(Iteration, Terms.constant(0, 32));
  TermId Before = Terms.sub(Iteration, Terms.constant(1, 32));
  TermId Result = TermTable::True;
  llvm::DenseMap<TermId, TermId> Memo;
  for (TermId Condition : conditionsAround(Sym.loop(), Sym.Copy)) {
    llvm::DenseMap<TermId, bool> Seen;
    bool AllKnown = true;
    Terms.forEachSymbol(Condition, Seen,
                        [&](TermId Id) { AllKnown &= IsKnown(Id); });
    if (AllKnown)
      Result =
          Terms.both(Result, Terms.renamed(Condition, Memo, [&](TermId Id) {
            return Id == Iteration ? Before : Id;
          }));
  }
  return Terms.either(First, Result);
}

/// Facts about a later iteration hold only if it is reached: on other paths to
/// the same block the loop may have ended before.
llvm::SmallVector<TermId, 2> Evaluator::factsAbout(TermId Id) {
  llvm::SmallVector<TermId, 2> Facts;
  Symbol Sym = Terms[Id].Sym;
  if (Sym.Kind == SymbolKind::WorkItem && !View.SizeIsExact)
    Facts.push_back(Terms.less(Id, dimension(SymbolKind::Size, Sym.Index)));
  if (Sym.Kind != SymbolKind::Iteration)
    return Facts;
  LoopId Loop = Sym.loop();
  bool IsLater = Sym.Copy != RootCopy && Copies[Sym.Copy].Loop == Loop;
  TermId Skipped = TermTable::False;
  if (IsLater)
    Skipped = Terms.negated(reach(View.Loops[Loop].Header, Sym.Copy));
  if (ValueId Trip = View.Loops[Loop].TripCount; Trip != None) {
    TermId Most = Terms.resized(value(Trip, Sym.Copy), 64);
    Facts.push_back(Terms.either(
        Skipped, Terms.negated(Terms.less(Most, Terms.resized(Id, 64)))));
  } else {
    Facts.push_back(Terms.either(Skipped, hasGoneAround(Id)));
  }
  if (IsLater)
    Facts.push_back(Terms.either(
        Skipped, Terms.less(iteration(Loop, Copies[Sym.Copy].Parent), Id)));
  return Facts;
}

} // namespace fencepost::sym
