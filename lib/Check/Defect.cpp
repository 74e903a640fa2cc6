//===- Defect.cpp - A defect that the checker finds -----------------------===//
// See Defect.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Defect.h"
#include "fencepost/View/MergeLdsObjects.h"

namespace fencepost::check {

using namespace view;

uint32_t racedObject(const SyncView &View, const Defect &F) {
  for (AccessSite At : {F.First, F.Second})
    if (uint32_t Id = At.in(View).Object; Id != None)
      return Id;
  return F.Evidence ? objectAt(View, F.Evidence->Byte) : None;
}

} // namespace fencepost::check
