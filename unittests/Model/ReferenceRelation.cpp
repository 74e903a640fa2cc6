//===- ReferenceRelation.cpp - Relations between at most 64 events --------===//
// See ReferenceAxioms.h.
//===----------------------------------------------------------------------===//
#include "ReferenceAxioms.h"

namespace fencepost::model::naive {

void Relation::add(const Relation &Other) {
  for (unsigned A = 0; A != size(); ++A)
    Rows[A] |= Other.Rows[A];
}

Relation Relation::then(const Relation &Next) const {
  Relation Result(size());
  for (unsigned A = 0; A != size(); ++A)
    for (unsigned B = 0; B != size(); ++B)
      if (has(A, B))
        Result.Rows[A] |= Next.Rows[B];
  return Result;
}

Relation Relation::closure() const {
  Relation Result = *this;
  for (unsigned Middle = 0; Middle != size(); ++Middle)
    for (unsigned A = 0; A != size(); ++A)
      if (Result.has(A, Middle))
        Result.Rows[A] |= Result.Rows[Middle];
  return Result;
}

Relation Relation::orSame() const {
  Relation Result = *this;
  for (unsigned A = 0; A != size(); ++A)
    Result.add(A, A);
  return Result;
}

bool Relation::irreflexive() const {
  for (unsigned A = 0; A != size(); ++A)
    if (has(A, A))
      return false;
  return true;
}

} // namespace fencepost::model::naive
