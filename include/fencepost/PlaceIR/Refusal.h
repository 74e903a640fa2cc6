//===- Refusal.h - Why nothing is placed in a kernel, as values -----------===//
// A reason is an enumerator with what its sentence names: accesses, blocks,
// functions, a defect. It needs no view: the one that it is about (with slots,
// with the placement, or of a copy of the module) is gone when the reason is
// printed. Report/RefusalText.h makes the sentences.
// Tested by test/place-errors and test/place/named.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACEIR_REFUSAL_H
#define FENCEPOST_PLACEIR_REFUSAL_H

#include "fencepost/Check/DefectStatement.h"
#include "fencepost/Place/Hazard.h"
#include "fencepost/Place/PhaseFault.h"
#include "fencepost/Place/ProducerConsumer.h"
#include "fencepost/View/BlockName.h"
#include <variant>

namespace fencepost::placeir {

/// What is said of an access: "load from 'tile'".
struct AccessName {
  enum class VerbKind : uint8_t {
    Load,
    Store,
    Update,
    TransferFrom,
    TransferTo,
  };
  VerbKind Verb = VerbKind::Load;
  std::string Object; ///< Its name, if it is known.
  bool IsLds = false;
};
AccessName nameAccess(const view::SyncView &View, view::AccessSite Access);

/// A point of the view at which the module cannot be changed as planned.
struct NoPosition {
  enum class Reason : uint8_t {
    NoInstruction,
    InsideInstruction, ///< One that makes several accesses.
    NoEndOfBlock,
    NoSourceOfEdge,
    NoTargetOfEdge,
    EdgeNotSplittable,
    ResultUsed, ///< That of a barrier that would be removed.
  };
  Reason Why = Reason::NoInstruction;
  view::BlockName Near;
};

/// A function that a barrier would be needed in.
struct NotInlined {
  std::string Function;
  std::string Cause; ///< What LLVM says; empty: the function is recursive.
};

/// A call of a function that may be another one when it is linked.
struct ReplaceableCall {
  std::string Function;
};

/// What the kernel has that placements do not handle.
struct UnhandledEvent {
  place::PlacementProblemKind Kind = place::PlacementProblemKind::OpaqueEvent;
  std::string Event; ///< An opaque one, as the view calls it.
};

/// Two accesses with no barrier between them.
struct UnplaceablePair {
  enum class Reason : uint8_t {
    NoneMayBeAdded, ///< By --remove-needless.
    WaveSpins,      ///< At some points; at others, control flow is non-uniform.
    NonUniform,
    OneInstruction, ///< It makes both accesses.
    InsidePhase,    ///< Between an existing signal and its wait.
  };
  Reason Why = Reason::NonUniform;
  AccessName From, To;
  bool OnlyForCertificate = false; ///< Nothing else requires their order.
};

/// The others, which need no arguments.
enum class PlainRefusal : uint8_t {
  SynchronizesGroups, ///< So its barriers cannot be removed.
  LimitHit,
  NotCertifiable, ///< It needs nothing, which no certificate can show.
};

/// A DefectStatement is an error that would remain.
using RefusalReason = std::variant<PlainRefusal, ReplaceableCall, NotInlined,
                                   NoPosition, UnhandledEvent, UnplaceablePair,
                                   place::PhaseFault, check::DefectStatement>;

/// What excludes named barriers before they are tried.
enum class NamedObstacle : uint8_t {
  WorkGroupBarriers, ///< The kernel has some, which stay.
  GlobalMemory,      ///< Barriers order it as well.
  Certificate,       ///< It is about barriers of the work-group.
};

/// An error of LLVM.
struct LlvmError {
  std::string Message;
};

using NoNamedReason =
    std::variant<NamedObstacle, place::NoPipeline, NoPosition, LlvmError,
                 place::PhaseFault, check::DefectStatement>;

/// Something to say about a location.
struct PlacementNote {
  enum class NoteKind : uint8_t {
    FirstAccess,  ///< Of a pair.
    Divergence,   ///< Of control flow, at a branch.
    WithItself,   ///< Several work-items may make this access to one byte.
    OnlySimulated ///< Barriers of which nothing is proved.
  };
  view::SourceLocation Where;
  NoteKind Kind = NoteKind::FirstAccess;
  AccessName Access = {}; ///< If it is about one.
};

/// Why barriers were not placed in a kernel.
struct Refusal {
  std::string Kernel;
  view::SourceLocation Where;
  RefusalReason Why;
  std::optional<NoNamedReason> WhyNoNamed = {}; ///< If they could have helped.
  std::vector<PlacementNote> Notes = {}; ///< What else has to do with it.
};

} // namespace fencepost::placeir

#endif
