//===- Instances.cpp - Which scope instance a thread lies in --------------===//
#include "fencepost/Model/Instances.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

bool sameInstance(const Place &A, const Place &B, ScopeLevel Level) {
  switch (Level) {
  case ScopeLevel::SingleThread:
    return false;
  case ScopeLevel::Wavefront:
    return A == B;
  case ScopeLevel::Workgroup:
    return A.Agent == B.Agent && A.Cluster == B.Cluster &&
           A.Workgroup == B.Workgroup;
  case ScopeLevel::Cluster:
    return A.Agent == B.Agent && A.Cluster == B.Cluster;
  case ScopeLevel::Agent:
    return A.Agent == B.Agent;
  case ScopeLevel::System:
    return true;
  }
  llvm_unreachable("a scope level without a case");
}

std::vector<unsigned> instanceNumbers(const Program &P, ScopeLevel Level) {
  std::vector<unsigned> Numbers;
  unsigned Next = 0;
  for (const Thread &T : P.Threads) {
    const auto *Same =
        llvm::find_if(llvm::ArrayRef(P.Threads).take_front(Numbers.size()),
                      [&](const Thread &Earlier) {
                        return sameInstance(Earlier.Where, T.Where, Level);
                      });
    size_t I = Same - P.Threads.data();
    Numbers.push_back(I < Numbers.size() ? Numbers[I] : Next++);
  }
  return Numbers;
}

} // namespace fencepost::model
