//===- WriteOrder.cpp - Forced edges between chains of writes -------------===//
#include "WriteOrder.h"

namespace fencepost::model {

WriteOrder::WriteOrder(unsigned Size) : Size(Size), Stride((Size + 63) / 64) {
  Data.resize(Size * (Stride + 1));
  for (unsigned I = 0; I < Size; ++I)
    setInfo(I, I, 0, Next::None);
}

WriteOrder::Row WriteOrder::fromHereOn(unsigned Chain) const {
  Row Set(row(Chain), row(Chain) + Stride);
  Set[Chain / 64] |= Word(1) << (Chain % 64);
  return Set;
}

void WriteOrder::addRow(unsigned Chain, const Row &Set) {
  for (unsigned W = 0; W < Stride; ++W)
    row(Chain)[W] |= Set[W];
}

bool WriteOrder::demand(unsigned A, unsigned B) {
  unsigned From = chain(A), To = chain(B);
  if (From == To)
    return place(A) < place(B);
  if (related(From, To))
    return true;
  if (related(To, From))
    return false;
  Row After = fromHereOn(To);
  for (unsigned I = 0; I < Size; ++I)
    if (I == From || related(I, From))
      addRow(I, After);
  return true;
}

bool WriteOrder::glue(unsigned A, unsigned B) {
  unsigned From = chain(A), To = chain(B);
  if (hasNext(A) || From == To || place(B) != 0 || related(To, From))
    return false;
  // Whatever lies between the two chains would come between A and B.
  for (unsigned I = 0; I < Size; ++I)
    if (related(From, I) && related(I, To))
      return false;
  unsigned Shift = place(A) + 1;
  setInfo(A, From, place(A), Next::Glued);
  addRow(From, Row(row(To), row(To) + Stride));
  unrelate(From, To);
  Row After = fromHereOn(From);
  for (unsigned I = 0; I < Size; ++I) {
    if (I != From && (related(I, From) || related(I, To))) {
      addRow(I, After);
      unrelate(I, To);
    }
    if (chain(I) == To)
      setInfo(I, From, place(I) + Shift, hasNext(I) ? Next::Glued : Next::None);
  }
  return true;
}

} // namespace fencepost::model
