//===- Relation.cpp - Composition, closure, cycles ------------------------===//
#include "Relation.h"
#include <deque>

namespace fencepost::model {

void Relation::resize(unsigned NewSize) {
  unsigned NewStride = (NewSize + 63) / 64;
  if (NewStride == Stride) {
    Bits.resize(NewSize * Stride);
    Size = NewSize;
    return;
  }
  std::vector<Word> Wider(NewSize * NewStride);
  for (unsigned I = 0; I < Size; ++I)
    for (unsigned W = 0; W < Stride; ++W)
      Wider[I * NewStride + W] = Bits[I * Stride + W];
  Bits = std::move(Wider);
  Size = NewSize;
  Stride = NewStride;
}

void Relation::addClosed(unsigned From, unsigned To) {
  if (has(From, To))
    return;
  llvm::SmallVector<Word, 16> After(row(To));
  After[To / 64] |= Word(1) << (To % 64);
  for (unsigned I = 0; I < Size; ++I)
    if (I == From || has(I, From))
      addRow(I, After);
}

Relation Relation::operator|(const Relation &Other) const {
  Relation Union = *this;
  for (size_t I = 0; I < Bits.size(); ++I)
    Union.Bits[I] |= Other.Bits[I];
  return Union;
}

Relation Relation::then(const Relation &Next) const {
  Relation Result(Size);
  for (unsigned I = 0; I < Size; ++I)
    forEach(row(I), [&](unsigned J) { Result.addRow(I, Next.row(J)); });
  return Result;
}

Relation Relation::closure() const {
  Relation Closed = *this;
  for (unsigned Via = 0; Via < Size; ++Via)
    for (unsigned I = 0; I < Size; ++I)
      if (I != Via && Closed.has(I, Via))
        Closed.addRow(I, Closed.row(Via));
  return Closed;
}

bool Relation::isReflexiveSomewhere() const {
  for (unsigned I = 0; I < Size; ++I)
    if (has(I, I))
      return true;
  return false;
}

std::vector<unsigned> Relation::findPath(unsigned From, unsigned To) const {
  std::vector<unsigned> Previous(Size, ~0u);
  std::deque<unsigned> Queue{From};
  while (!Queue.empty()) {
    unsigned Node = Queue.front();
    Queue.pop_front();
    if (has(Node, To)) {
      std::vector<unsigned> Path{To, Node};
      while (Node != From)
        Path.push_back(Node = Previous[Node]);
      return {Path.rbegin(), Path.rend()};
    }
    forEach(row(Node), [&](unsigned Next) {
      if (Next == From || Previous[Next] != ~0u)
        return;
      Previous[Next] = Node;
      Queue.push_back(Next);
    });
  }
  return {};
}

std::vector<unsigned> Relation::findCycle() const {
  std::vector<unsigned> Best;
  for (unsigned I = 0; I < Size; ++I) {
    std::vector<unsigned> Path = findPath(I, I);
    if (!Path.empty() && (Best.empty() || Path.size() - 1 < Best.size()))
      Best.assign(Path.begin(), Path.end() - 1);
  }
  return Best;
}

} // namespace fencepost::model
