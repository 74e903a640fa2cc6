//===- CertifiedView.h - A view with the barriers of a certificate --------===//
// The view gets the new barriers of a certificate with their fences, also on
// edges, or signals and waits by themselves, and waits for transfers; barriers
// that are removed are left out. Positions before and after the change are
// mapped to each other.
// Tested by unittests/Certificate/CertifiedViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CERTIFICATE_CERTIFIEDVIEW_H
#define FENCEPOST_LIB_CERTIFICATE_CERTIFIEDVIEW_H

#include "fencepost/Certificate/Certificate.h"
#include <set>

namespace fencepost::certificate {

/// What is done to a view.
struct Changes {
  std::set<BarrierPoint> Barriers;  ///< New.
  std::set<BarrierPoint> Completed; ///< All transfers are, at these of them,
  std::set<view::Site> CompletedBy; ///< or before these events.
  std::set<view::Site> Gone;
  std::map<BarrierPoint, std::vector<CertifiedPart>>
      Parts; ///< New signals and waits.

  bool changes(BarrierPoint Point) const {
    return Barriers.count(Point) != 0 || Parts.count(Point) != 0;
  }
};

struct CertifiedView {
  CertifiedView(const view::SyncView &Old, const Changes &Changes);

  view::SyncView View;
  std::map<BarrierPoint, view::Site> New;     ///< The barriers at these points.
  std::map<view::Site, view::Site> NewSiteOf; ///< Where events of the old are.
  std::map<view::Site, view::Site> Was;       ///< The inverse.

private:
  void order(const view::SyncView &Old, const Changes &Changes);
  view::BlockId onEdge(view::BlockId From, view::BlockId To,
                       view::BlockId Otherwise) const;
  void fill(const view::SyncView &Old, const Changes &Changes,
            BarrierPoint Point);
  void addBarrier(const Changes &Changes, BarrierPoint Point);
  void addParts(const Changes &Changes, BarrierPoint Point);
  void rename(const view::SyncView &Old);

  std::vector<view::BlockId> NewId;
  std::map<std::pair<view::BlockId, view::BlockId>, view::BlockId> EdgeId;
  std::vector<BarrierPoint> Order; ///< What each new block is.
};

} // namespace fencepost::certificate

#endif
