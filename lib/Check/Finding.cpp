//===- Finding.cpp - What is wrong in a kernel, as values
//------------------===//
// See Finding.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Finding.h"
#include "fencepost/Check/OneLds.h"

namespace fencepost::check {

using namespace view;

uint32_t racedObject(const SyncView &View, const Defect &F) {
  for (AccessSite At : {F.First, F.Second})
    if (uint32_t Id = At.in(View).Object; Id != None)
      return Id;
  return F.Evidence ? objectAt(View, F.Evidence->Byte) : None;
}

} // namespace fencepost::check
