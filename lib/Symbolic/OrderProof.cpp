//===- OrderProof.cpp - Bounds of a difference, from comparisons ----------===//
// See OrderProof.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/OrderProof.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace fencepost::sym {

using view::ValueKind;

/// Conditions with more comparisons are skipped to save time.
static constexpr size_t MaxEdges = 64;

namespace {

enum class Relation : uint8_t { AtMost, Below };

class OrderGraph {
public:
  OrderGraph(TermTable &Terms, TermId Condition) : Terms(Terms) {
    assume(Condition, true);
    addSpans();
    addSelects();
    addJoins();
    addSteps();
  }

  /// Whether \p Difference < \p Count.
  bool proves(TermId Difference, uint64_t Count);

private:
  struct Edge {
    TermId From, To;
    Relation Order;
  };

  void assume(TermId Condition, bool Holds);
  void add(TermId From, TermId To, Relation Order);
  void addSpans();
  void addSelects();
  void addJoins();
  void addSteps();
  void addCount(const Edge &Bound);
  void addStep(const Edge &Bound, const Edge &Gap);
  bool isBelow(TermId From, TermId To, Relation Order) const;

  TermTable &Terms;
  llvm::SetVector<TermId> Nodes;
  std::vector<Edge> Edges;
};

bool isOperator(const Term &T, ValueKind Op) {
  return T.Form == TermForm::Operator && T.Op == Op;
}

void OrderGraph::add(TermId From, TermId To, Relation Order) {
  const Term &A = Terms[From], &B = Terms[To];
  if (isOperator(A, ValueKind::ZExt) && isOperator(B, ValueKind::ZExt) &&
      Terms.bits(A.A) == Terms.bits(B.A))
    return add(A.A, B.A, Order);
  if (Edges.size() >= MaxEdges)
    return;
  Edges.push_back({From, To, Order});
  Nodes.insert(From);
  Nodes.insert(To);
}

void OrderGraph::assume(TermId Condition, bool Holds) {
  llvm::SmallVector<std::pair<TermId, bool>, 16> Stack{{Condition, Holds}};
  llvm::DenseMap<TermId, bool> Seen;
  while (!Stack.empty()) {
    auto [Id, IsTrue] = Stack.pop_back_val();
    const Term T = Terms[Id];
    if (!Seen.try_emplace(Id, IsTrue).second)
      continue;
    if (isOperator(T, ValueKind::Xor) && T.B == TermTable::True)
      Stack.push_back({T.A, !IsTrue});
    if (T.Bits == 1 && isOperator(T, IsTrue ? ValueKind::And : ValueKind::Or))
      Stack.append({{T.A, IsTrue}, {T.B, IsTrue}});
    if (isOperator(T, ValueKind::ULt))
      IsTrue ? add(T.A, T.B, Relation::Below) : add(T.B, T.A, Relation::AtMost);
  }
}

/// Adds that select(A < B, A, B) is not more than either, and the reverse
/// select not less.
void OrderGraph::addSelects() {
  for (size_t I = 0; I < Nodes.size(); ++I) {
    TermId Id = Nodes[I];
    const Term T = Terms[Id];
    if (!isOperator(T, ValueKind::Select) ||
        !isOperator(Terms[T.A], ValueKind::ULt))
      continue;
    TermId Less = Terms[T.A].A, More = Terms[T.A].B;
    for (TermId Operand : {Less, More}) {
      if (T.B == Less && T.C == More)
        add(Id, Operand, Relation::AtMost);
      if (T.B == More && T.C == Less)
        add(Operand, Id, Relation::AtMost);
    }
  }
}

/// Adds both terms of bounds of the form Q - P: counters often run so many
/// times.
void OrderGraph::addSpans() {
  size_t Count = Edges.size();
  for (size_t I = 0; I < Count; ++I) {
    const Term Limit = Terms[Edges[I].To];
    if (Limit.Form == TermForm::Sum && Limit.Parts.size() == 2)
      for (const Summand &Part : Limit.Parts)
        Nodes.insert(Part.Term);
  }
}

/// The maximum of two is not more than a term that both are not more than;
/// likewise for the minimum.
void OrderGraph::addJoins() {
  size_t Count = Nodes.size();
  for (size_t I = 0; I < Count; ++I) {
    const Term T = Terms[Nodes[I]];
    if (!isOperator(T, ValueKind::Select) ||
        !isOperator(Terms[T.A], ValueKind::ULt))
      continue;
    TermId Less = Terms[T.A].A, More = Terms[T.A].B;
    bool IsMost = T.B == More && T.C == Less,
         IsLeast = T.B == Less && T.C == More;
    for (size_t J = 0; J < Count; ++J) {
      TermId Other = Nodes[J];
      if (IsMost && isBelow(Less, Other, Relation::AtMost) &&
          isBelow(More, Other, Relation::AtMost))
        add(Nodes[I], Other, Relation::AtMost);
      if (IsLeast && isBelow(Other, Less, Relation::AtMost) &&
          isBelow(Other, More, Relation::AtMost))
        add(Other, Nodes[I], Relation::AtMost);
    }
  }
}

/// If \p Bound says that N <= Q - P, and P <= Q, then P + N is between them.
void OrderGraph::addCount(const Edge &Bound) {
  unsigned Bits = Terms.bits(Bound.To);
  size_t Count = Nodes.size();
  for (size_t I = 0; I < Count; ++I) {
    TermId Start = Nodes[I];
    if (Terms.bits(Start) != Bits)
      continue;
    TermId End = Terms.add(Start, Bound.To);
    if (!Nodes.contains(End) || !isBelow(Start, End, Relation::AtMost))
      continue;
    TermId Middle = Terms.add(Start, Bound.From);
    add(Start, Middle, Relation::AtMost);
    add(Middle, End, Bound.Order);
  }
}

/// \p Gap is P < Q. If \p Bound is N <= (Q - P - 1) / Step, then P + N * Step
/// is between them.
void OrderGraph::addStep(const Edge &Bound, const Edge &Gap) {
  unsigned Bits = Terms.bits(Gap.From);
  if (Gap.Order != Relation::Below || Terms.bits(Bound.To) != Bits)
    return;
  TermId One = Terms.constant(1, Bits);
  TermId Most = Terms.sub(Terms.sub(Gap.To, Gap.From), One);
  const Term Limit = Terms[Bound.To];
  uint64_t Step = 0;
  if (Terms.sub(Bound.To, Bound.Order == Relation::Below
                              ? One
                              : Terms.constant(0, Bits)) == Most)
    Step = 1;
  else if (isOperator(Limit, ValueKind::UDiv) && Limit.A == Most)
    Step = Terms.constantOf(Limit.B).value_or(0);
  else if (isOperator(Limit, ValueKind::LShr) && Limit.A == Most)
    if (auto Shift = Terms.constantOf(Limit.B); Shift && *Shift < Bits)
      Step = uint64_t(1) << *Shift;
  if (Step == 0)
    return;
  TermId Middle = Terms.add(Gap.From, Terms.times(Bound.From, Step));
  add(Gap.From, Middle, Relation::AtMost);
  add(Middle, Gap.To, Relation::Below);
}

void OrderGraph::addSteps() {
  std::vector<Edge> Known = Edges;
  for (const Edge &Bound : Known) {
    addCount(Bound);
    for (const Edge &Gap : Known)
      addStep(Bound, Gap);
  }
}

/// A path from \p From to \p To; if \p Order is Below, with such an edge.
bool OrderGraph::isBelow(TermId From, TermId To, Relation Order) const {
  std::vector<std::pair<TermId, bool>> Reached{{From, false}};
  for (size_t I = 0; I < Reached.size(); ++I) {
    auto [Node, Passed] = Reached[I];
    if (Node == To && (Passed || Order == Relation::AtMost))
      return true;
    for (const Edge &E : Edges) {
      std::pair<TermId, bool> Next{E.To, Passed || E.Order == Relation::Below};
      if (E.From == Node && !llvm::is_contained(Reached, Next))
        Reached.push_back(Next);
    }
  }
  return false;
}

bool OrderGraph::proves(TermId Difference, uint64_t Count) {
  unsigned Bits = Terms.bits(Difference);
  for (TermId From : Nodes) {
    if (Terms.bits(From) != Bits)
      continue;
    TermId Sum = Terms.add(Difference, From);
    TermId End = Terms.add(From, Terms.constant(Count, Bits));
    if (Nodes.contains(Sum) && Nodes.contains(End) &&
        isBelow(From, Sum, Relation::AtMost) &&
        isBelow(Sum, End, Relation::Below))
      return true;
  }
  return false;
}

} // namespace

bool isInsideByOrder(TermTable &Terms, TermId Condition, TermId Address,
                     uint64_t Base, uint64_t Size) {
  const Term Wide = Terms[Address];
  if (Wide.Form == TermForm::Sum && Wide.Parts.size() == 1 &&
      Wide.Parts[0].Times == 1 && Wide.Number <= Base) {
    Address = Wide.Parts[0].Term;
    Base -= Wide.Number;
  }
  if (isOperator(Terms[Address], ValueKind::ZExt))
    Address = Terms[Address].A;
  unsigned Bits = Terms.bits(Address);
  uint64_t All = view::truncated(~uint64_t(0), Bits);
  if (Size == 0 || Size > All || Base > All - Size)
    return false;
  // The offset is Scaled times a power of two, and a Rest.
  const Term Offset = Terms[Terms.sub(Address, Terms.constant(Base, Bits))];
  if (Offset.Form != TermForm::Sum)
    return false;
  unsigned Shift = Bits - 1;
  for (const Summand &Part : Offset.Parts)
    Shift = std::min<unsigned>(Shift, llvm::countr_zero(Part.Times));
  uint64_t Rest = Offset.Number & ((uint64_t(1) << Shift) - 1);
  auto Divided = [&](uint64_t Number) {
    return view::truncated(uint64_t(view::asSigned(Number, Bits) >> Shift),
                           Bits);
  };
  TermId Scaled = Terms.constant(Divided(Offset.Number - Rest), Bits);
  for (const Summand &Part : Offset.Parts)
    Scaled = Terms.add(Scaled, Terms.times(Part.Term, Divided(Part.Times)));
  if (Rest >= Size)
    return false;
  uint64_t Count = ((Size - 1 - Rest) >> Shift) + 1;
  return OrderGraph(Terms, Condition).proves(Scaled, Count);
}

} // namespace fencepost::sym
