//===- DefectStatement.h - The message of a defect, as a value ------------===//
// Everything that the message of a defect is made from, without the view. Two
// defects have the same message if their statements are equal, so findings are
// compared and counted as values before they are printed.
// Tested by test/check and unittests/Report/CheckedKernelTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECTSTATEMENT_H
#define FENCEPOST_CHECK_DEFECTSTATEMENT_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Check/DefectNames.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::check {

enum class StatementForm : uint8_t {
  Detailed,          ///< Defect::Detail.
  Race,              ///< Nothing orders the accesses.
  UnorderedRace,     ///< A barrier between them does not order them.
  NarrowScope,       ///< A scope excludes the thread of the other access.
  NotReached,        ///< A barrier that some work-items do not reach.
  LoopLeft,          ///< They have left the loop of the barrier.
  EndedBefore,       ///< They have ended before the barrier.
  SignalTwice,       ///< Of a split barrier.
  WaitWithoutSignal, ///< Of a split barrier.
  SignalWithoutWait, ///< Of a split barrier.
  NotChecked,        ///< Something that was not understood.
};

enum class MemoryKind : uint8_t { Lds, Global, Unknown };
inline constexpr unsigned NumMemoryKinds = 3;

struct DefectStatement {
  StatementForm Form = StatementForm::Detailed;
  check::Certainty Certainty = check::Certainty::Error;
  DefectDetail Detail;
  std::optional<check::Reason> Reason;
  std::string OpaqueEvent; ///< If that is the reason, what the view calls it.
  FenceFaults Fences;

  // Races.
  MemoryKind Memory = MemoryKind::Unknown;
  std::string Object; ///< Its name, if it is known.
  AccessVerb Verbs[2];
  /// The second access may write, and its address or object is unknown.
  bool MayWrite = false;
  std::optional<uint64_t> Byte; ///< Of the object.
  ScopeLevel Reach = ScopeLevel::System;
  bool ReachesOneSpace = false; ///< Of a scope: its "-one-as" form.

  /// None or one or two: those of the witness.
  std::vector<NamedWorkItem> WorkItems;

  auto operator<=>(const DefectStatement &) const = default;
};

DefectStatement stateDefect(const view::SyncView &View, const Defect &F);

/// An event that a finding about a defect points to, in the order of reading.
struct DefectMention {
  enum class RoleKind : uint8_t { Subject, FirstAccess, SecondAccess, Note };
  view::Site At;
  RoleKind Role = RoleKind::Subject;
  unsigned Note = 0; ///< Of Defect::Notes.
};
std::vector<DefectMention> mentionsOf(const Defect &F);

/// The event that \p F is reported at.
view::Site subjectOf(const Defect &F);

bool isEventOf(const view::SyncView &View, view::Site At);

/// The events of \p F: the barrier to repair, the accesses, and the events of
/// its notes; each once.
std::vector<view::Site> sitesOf(const view::SyncView &View, const Defect &F);

/// The calls around an event that are reported, innermost first.
llvm::ArrayRef<view::SourceLocation> callsAround(const view::SyncView &View,
                                                 view::Site At);

/// All locations that a finding about \p F points to, in order.
std::vector<view::SourceLocation> locationsOf(const view::SyncView &View,
                                              const Defect &F);

} // namespace fencepost::check

#endif
