//===- Certificate.h - Why a placement is sufficient and cheapest ---------===//
// Data that lets a reader who trusts nothing of how a placement was found
// verify it (Verifier.h): where the barriers are; each pair of accesses that
// needs one, with the barriers that order it; what the barriers cost; and
// executions that prove that nothing cheaper is sufficient.
//
// A lower bound is a set of *paths*. Each is a pair of accesses of one
// execution that access the same byte, from different waves, not both reading:
// one of the points between them needs a barrier. Every placement costs at
// least what the cheapest choice for all these paths costs. An execution is
// given by its arguments, the unknown values, and two threads, and can be run.
// Where an address is unknown there is nothing to run: the path is then a list
// of blocks, and the bound assumes that unknown values are unconstrained.
//
// Points and accesses are those of the kernel's sync view before barriers are
// placed.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_CERTIFICATE_H
#define FENCEPOST_CERTIFICATE_CERTIFICATE_H

#include "fencepost/Check/Defect.h"
#include <compare>
#include <map>

namespace fencepost::certificate {

/// Before event Event of Block (its end, if it has no such event), or on the
/// edge from Block to EdgeTo.
struct BarrierPoint {
  view::BlockId Block = 0;
  uint32_t Event = 0;
  view::BlockId EdgeTo = view::None;
  auto operator<=>(const BarrierPoint &) const = default;
};

/// What becomes of the barriers that the kernel has.
enum class CertifiedMode : uint8_t {
  Keep,           ///< All stay; new ones are added.
  Replace,        ///< None stays; new ones are added.
  RemoveNeedless, ///< Some stay; none is added.
};
inline constexpr unsigned NumCertifiedModes = 3;

/// How many barriers there are by the number of loops around them, which counts
/// from the deepest loops on; then how many transfers have just been started
/// before them; then how often they are executed, and how often those are that
/// get fences, both in units of 1/4096 of an execution of the kernel.
struct Cost {
  std::vector<uint64_t> ByDepth; ///< Without zeros at its end.
  uint64_t Transfers = 0, Executions = 0, Fences = 0;

  Cost &operator+=(const Cost &Other);
  std::strong_ordering operator<=>(const Cost &Other) const;
  bool operator==(const Cost &Other) const = default;
  std::string text() const;
};

struct Barrier {
  BarrierPoint Point; ///< Of an existing one: its first operation.
  bool IsNew = true;
  bool Release = false, Acquire = false; ///< Fences that one there gets.
  /// Asynchronous transfers that are complete when it is signalled.
  std::vector<view::Site> Waits;
  bool operator==(const Barrier &) const = default;
};

/// A signal or a wait by itself, with its fence.
struct CertifiedPart {
  BarrierPoint Point;
  bool IsSignal = false;
  bool Completes = false; ///< All transfers are complete before it.
  bool operator==(const CertifiedPart &) const = default;
};

/// Two accesses that may access the same byte, one after the other, and the
/// barriers that order them: where one can follow the other so that they do,
/// one of these lies between.
struct OrderedPair {
  view::AccessSite First, Second; ///< First <= Second.
  std::vector<uint32_t> Barriers; ///< Of Certificate::Barriers; sorted.
  bool operator==(const OrderedPair &) const = default;
};

/// An asynchronous transfer that is complete before its own wave reaches Use.
struct WaveWait {
  view::Site Transfer, Use;
  bool operator==(const WaveWait &) const = default;
};

/// What an unknown value is when its block is entered for the time Entry (from
/// 0); otherwise 0.
struct UnknownOutcome {
  view::ValueId Value = 0;
  uint32_t Entry = 0;
  uint64_t Number = 0;
  auto operator<=>(const UnknownOutcome &) const = default;
};

/// One execution of the kernel, of which two threads are looked at.
struct BoundExecution {
  unsigned Size[3] = {1, 1, 1};
  std::map<uint32_t, uint64_t> Arguments; ///< By number; missing: 0.
  std::vector<UnknownOutcome> Outcomes;   ///< Sorted.
  uint32_t Threads[2] = {0, 0};           ///< The first access is the first's.
  /// Which of the accesses of LDS that its thread makes, from 0.
  uint32_t Accesses[2] = {0, 0};
  bool operator==(const BoundExecution &) const = default;
};

struct BoundPath {
  view::AccessSite From, To;
  std::optional<BoundExecution> Witness;
  std::vector<view::BlockId> Blocks; ///< If it is not shown.
  bool operator==(const BoundPath &) const = default;
};

struct Certificate {
  std::string Kernel;
  std::string Processor; ///< Empty: unknown.
  CertifiedMode Mode = CertifiedMode::Keep;
  std::vector<Barrier> Barriers;   ///< New ones, and those that stay.
  std::vector<view::Site> Removed; ///< First operations.
  /// Signals and waits of the new barriers, where they stand apart; in their
  /// order at each point. Empty: they do not.
  std::vector<CertifiedPart> Split;
  std::vector<WaveWait> WaveWaits;
  std::vector<OrderedPair> Hazards; ///< In the order of the accesses.
  Cost Total, LowerBound;
  std::vector<BoundPath> Bound;
  bool operator==(const Certificate &) const = default;
};

} // namespace fencepost::certificate

#endif
