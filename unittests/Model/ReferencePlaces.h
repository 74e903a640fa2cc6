//===- ReferencePlaces.h - Scope instances, for the naive reference -------===//
// Who shares which part of the machine (docs/model.md M1, M2), answered by
// comparing paths. Part of the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEPLACES_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEPLACES_H

#include "fencepost/Model/Outcome.h"
#include <tuple>

namespace fencepost::model::naive {

class Places {
public:
  explicit Places(const Program &P) : P(P) {}

  /// Whether threads \p A and \p B are in one instance of \p Level.
  bool together(ScopeLevel Level, unsigned A, unsigned B) const {
    if (Level == ScopeLevel::SingleThread)
      return A == B;
    return path(Level, A) == path(Level, B);
  }

  /// The number of the instance of \p Level that thread \p T is in; instances
  /// are numbered by their first threads.
  unsigned instance(ScopeLevel Level, unsigned T) const {
    unsigned Number = 0;
    for (unsigned First = 0; First != P.Threads.size(); ++First) {
      if (together(Level, First, T))
        return Number;
      Number += isFirst(Level, First);
    }
    return Number;
  }

  bool isFirst(ScopeLevel Level, unsigned T) const {
    for (unsigned Other = 0; Other != T; ++Other)
      if (together(Level, Other, T))
        return false;
    return true;
  }

private:
  using Path = std::tuple<unsigned, unsigned, unsigned, unsigned>;

  /// Zero below \p Level, so that equal paths are the same instance.
  Path path(ScopeLevel Level, unsigned T) const {
    const Place &W = P.Threads[T].Where;
    bool Agent = Level <= ScopeLevel::Agent;
    bool Cluster = Level <= ScopeLevel::Cluster;
    bool Workgroup = Level <= ScopeLevel::Workgroup;
    bool Wavefront = Level <= ScopeLevel::Wavefront;
    return {Agent ? W.Agent : 0, Cluster ? W.Cluster : 0,
            Workgroup ? W.Workgroup : 0, Wavefront ? W.Wavefront : 0};
  }

  const Program &P;
};

} // namespace fencepost::model::naive

#endif
