//===- Layout.cpp - Numbering of instances, wavefronts and cells ----------===//
#include "Layout.h"
#include "fencepost/Model/Instances.h"

namespace fencepost::model {

Layout::Layout(const Program &P) {
  unsigned NumThreads = P.Threads.size();
  Instances.resize(NumThreads);
  for (unsigned Level = 0; Level < NumScopeLevels; ++Level) {
    auto Numbers = instanceNumbers(P, static_cast<ScopeLevel>(Level));
    for (unsigned T = 0; T < NumThreads; ++T)
      Instances[T][Level] = Numbers[T];
  }

  unsigned NumCopies = 0;
  for (unsigned T = 0; T < NumThreads; ++T) {
    unsigned W = instance(T, ScopeLevel::Wavefront);
    if (W == Waves.size())
      Waves.push_back({{},
                       instance(T, ScopeLevel::Workgroup),
                       instance(T, ScopeLevel::Cluster)});
    Waves[W].Threads.push_back(T);
    WaveOf.push_back(W);
    CopyOf.push_back(instance(T, ScopeLevel::Workgroup));
    NumCopies = std::max(NumCopies, CopyOf.back() + 1);
  }

  for (unsigned L = 0; L < P.Locations.size(); ++L) {
    const Location &Loc = P.Locations[L];
    IsLocal.push_back(Loc.Space == AddressSpace::Local);
    FirstCell.push_back(Cells.size());
    SizeOf.push_back(Loc.Size);
    for (unsigned Copy = 0; Copy < (IsLocal[L] ? NumCopies : 1); ++Copy)
      for (unsigned Element = 0; Element < Loc.Size; ++Element)
        Cells.push_back({L, Element, Copy});
  }
}

unsigned Layout::cell(unsigned Thread, unsigned Location,
                      unsigned Element) const {
  unsigned Copy = IsLocal[Location] ? CopyOf[Thread] : 0;
  return FirstCell[Location] + Copy * SizeOf[Location] + Element;
}

unsigned Layout::cell(const Cell &C) const {
  return FirstCell[C.Location] + C.Copy * SizeOf[C.Location] + C.Element;
}

} // namespace fencepost::model
