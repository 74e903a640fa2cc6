//===- WriteOrder.cpp - Forced edges between chains of writes -------------===//
#include "WriteOrder.h"

namespace fencepost::model {

WriteOrder::WriteOrder(unsigned Size) : Stride((Size + 63) / 64) {
  Rows.resize(Size * Stride);
  Place.resize(Size);
  HasNext.resize(Size);
  for (unsigned I = 0; I < Size; ++I)
    Chain.push_back(I);
}

void WriteOrder::addAfter(unsigned Row, llvm::ArrayRef<Word> Set) {
  for (unsigned W = 0; W < Stride; ++W)
    Rows[Row * Stride + W] |= Set[W];
}

bool WriteOrder::demand(unsigned A, unsigned B) {
  unsigned From = Chain[A], To = Chain[B];
  if (From == To)
    return Place[A] < Place[B];
  if (related(From, To))
    return true;
  if (related(To, From))
    return false;
  llvm::SmallVector<Word, 4> After(Rows.begin() + To * Stride,
                                   Rows.begin() + (To + 1) * Stride);
  After[To / 64] |= Word(1) << (To % 64);
  for (unsigned I = 0; I < size(); ++I)
    if (I == From || related(I, From))
      addAfter(I, After);
  return true;
}

bool WriteOrder::glue(unsigned A, unsigned B) {
  unsigned From = Chain[A], To = Chain[B];
  if (HasNext[A] || From == To || Place[B] != 0 || related(To, From))
    return false;
  // Whatever lies between the two chains would come between A and B.
  for (unsigned I = 0; I < size(); ++I)
    if (related(From, I) && related(I, To))
      return false;
  HasNext[A] = true;
  llvm::SmallVector<Word, 4> After(Rows.begin() + To * Stride,
                                   Rows.begin() + (To + 1) * Stride);
  Rows[From * Stride + To / 64] &= ~(Word(1) << (To % 64));
  addAfter(From, After);
  After.assign(Rows.begin() + From * Stride,
               Rows.begin() + (From + 1) * Stride);
  After[From / 64] |= Word(1) << (From % 64);
  for (unsigned I = 0; I < size(); ++I) {
    if (I == From || (!related(I, From) && !related(I, To)))
      continue;
    addAfter(I, After);
    Rows[I * Stride + To / 64] &= ~(Word(1) << (To % 64));
  }
  unsigned Shift = Place[A] + 1;
  for (unsigned I = 0; I < size(); ++I)
    if (Chain[I] == To) {
      Chain[I] = From;
      Place[I] += Shift;
    }
  return true;
}

} // namespace fencepost::model
