//===- Reason.h - Why a defect is not certain, as a value -----------------===//
// Why a defect is only possible, or why nothing is known. Reasons that several
// checks give come first, then those of each check.
// Report/Check/ReasonText.cpp has the clause of each, and
// test/messages/check.md shows them.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_REASON_H
#define FENCEPOST_CHECK_REASON_H

#include <cstdint>

namespace fencepost::check {

enum class Reason : uint8_t {
  // Values that are unknown.
  UnknownAddress,
  UnknownCondition,
  UnknownAddressOrCondition,
  UnknownConditionOrWait,
  UnknownAddressConditionOrWait,
  UnknownStoredValues, ///< They may be equal.
  UnknownBarriers,     ///< Which ones a wave reaches.

  // It is not so in all launches.
  DependsOnArguments,
  DependsOnSize, ///< Of the work-group.
  DependsOnArgumentsOrSize,
  DependsOnArgumentsOrUnknown,

  // Something may order the accesses, or exclude one of them.
  BarrierMayOrder,
  AtomicsMayOrder,
  LoadsMayOrder, ///< By their values.
  OpaqueMayOrder,
  ConditionsMayExclude,

  // The solver gave no answer, or there is none.
  NoSolver,
  AddressesUndecided,
  AddressesUndecidedNoSolver,
  DivergenceUndecided,
  DivergenceUndecidedNoSolver,

  // Races.
  OpaqueEvent, ///< Event::Text says which.
  IrreducibleControlFlow,
  UnknownObject,
  UnknownBytes,
  NoCollisionFound, ///< In a run from the kernel's entry.
  RegionTooLarge,
  TooManyPairs,
  TooManyRaces,
  SimulationTooLarge,

  // Barriers.
  ThreadsMayDiverge,
  UnknownBranch,
  NoThreadFound, ///< That takes the path.
  UnknownNamedBarrier,
  OpaqueMayOperate, ///< On barriers.
  LanesReachOthers, ///< Other barriers than the lanes beside them.

  // Asynchronous transfers.
  TransfersMayBeInOrder,
  UnknownFill,          ///< The transfer's, or that of something else.
  UnknownTransferBytes, ///< Those that it reads.
  AtomicMaySignal,      ///< That the transfer is complete.
  TransferNotReached,
  AsyncKernelTooLarge,
  TensorKernelTooLarge,
  TooManyTransferPairs,

  // Publication.
  UnknownOverlap, ///< Of what work-groups access.
  UnknownMemory,
  FlagReadOnce,
  AtomicData, ///< It does not race.
  MayBeOneGroup,
  MayBeOneCluster,
  GroupsMayHaveWaited,
  FenceOfEachItem, ///< It orders nothing for others.
  RightOnSomePaths,
  TooManyPolls,

  // Needless synchronization.
  ComparisonTooLarge,
};

} // namespace fencepost::check

#endif
