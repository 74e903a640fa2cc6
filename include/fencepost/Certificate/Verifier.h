//===- Verifier.h - Is a certificate true? --------------------------------===//
// Looks at a kernel and a certificate for it, and at nothing of how barriers
// are placed. It is accepted if
//  - new barriers are in uniform control flow, and the others are those
//    that the kernel has;
//  - every two accesses that can collide somewhere are listed, and none of them
//    collides while the barriers named for it order (UnorderedPairs.h). Left
//    out are pairs that collide even with a barrier at every point: those no
//    barrier can order;
//  - where signals and waits of new barriers are apart, they alternate on every
//    path, and no pair collides with them either;
//  - transfers are complete where their barriers need it (Check/Async.h);
//  - the cost is what the barriers cost, and the paths of the lower bound show
//    it (LowerBound.h).
// Otherwise all objections are listed.
//
// A lower bound on paths without an execution assumes that unknown values, such
// as loaded ones, are unconstrained.
// Tested by unittests/Certificate/VerifierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_VERIFIER_H
#define FENCEPOST_CERTIFICATE_VERIFIER_H

#include "fencepost/Certificate/Certificate.h"

namespace fencepost::certificate {

enum class Fault : uint8_t {
  OtherInput,    ///< It is about another file or kernel.
  NotUnderstood, ///< The kernel, or how large it is.
  WrongBarrier,  ///< A barrier is not there, or may not be.
  HazardMissing, ///< A pair that can collide is not listed.
  HazardWrong,   ///< Something listed does not exist.
  PathUncovered, ///< A pair can collide between the barriers named for it.
  WaitMissing,   ///< A transfer may not be complete.
  WrongCost,     ///< The barriers do not cost that much.
  WrongPath,     ///< A path of the lower bound is none.
  BoundTooHigh,  ///< The paths do not show it.
};
inline constexpr unsigned NumFaults = 10;

/// In a few words, for readers of programs: "hazard-missing".
llvm::StringRef nameOf(Fault F);

struct Objection {
  certificate::Fault Fault;
  std::string Text;
};

struct VerifierAnswer {
  std::vector<Objection> Objections;
  unsigned Witnessed = 0, NotWitnessed = 0; ///< Paths of the lower bound.
  unsigned Unorderable = 0; ///< Pairs that no barrier can order.
  bool isAccepted() const { return Objections.empty(); }
};

VerifierAnswer verify(const view::SyncView &View,
                      const Certificate &Certificate);

} // namespace fencepost::certificate

#endif
