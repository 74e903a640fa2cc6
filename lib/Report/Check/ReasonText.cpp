//===- ReasonText.cpp - Why a defect is not certain, in words -------------===//
// See ReasonText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ReasonText.h"
#include "fencepost/Support/EnumTable.h"
#include "fencepost/Symbolic/SolverLibrary.h"

namespace fencepost {

using check::FenceFault;
using check::Reason;

/// What is said of a solver that is missing follows why it is.
static constexpr EnumName<Reason> Reasons[] = {
    {Reason::UnknownAddress, "an address depends on an unknown value"},
    {Reason::UnknownCondition, "a condition depends on an unknown value"},
    {Reason::UnknownAddressOrCondition,
     "an address or a condition depends on an unknown value"},
    {Reason::UnknownConditionOrWait,
     "a condition or a wait depends on an unknown value"},
    {Reason::UnknownAddressConditionOrWait,
     "an address, a condition or a wait depends on an unknown value"},
    {Reason::UnknownStoredValues,
     "the stored values are unknown and may be equal"},
    {Reason::UnknownBarriers,
     "which barriers a wave reaches depends on an unknown value"},
    {Reason::DependsOnArguments, "it depends on the values of arguments"},
    {Reason::DependsOnSize,
     "it depends on the size of the work-group, which is unknown"},
    {Reason::DependsOnArgumentsOrSize,
     "it depends on the values of arguments or the size of the work-group"},
    {Reason::DependsOnArgumentsOrUnknown,
     "it depends on the values of arguments or on unknown values"},
    {Reason::BarrierMayOrder,
     "another barrier, or something not understood, may order them"},
    {Reason::AtomicsMayOrder, "atomic accesses may order them"},
    {Reason::LoadsMayOrder, "values loaded from memory may order them"},
    {Reason::OpaqueMayOrder, "something that is not understood may order them"},
    {Reason::ConditionsMayExclude,
     "conditions that depend on the same input may exclude each other"},
    {Reason::NoSolver, ", which decides about addresses"},
    {Reason::AddressesUndecided, "solver limit: address equality undecided"},
    {Reason::AddressesUndecidedNoSolver, ": address equality undecided"},
    {Reason::DivergenceUndecided, "solver limit: branch divergence undecided"},
    {Reason::DivergenceUndecidedNoSolver, ": branch divergence undecided"},
    {Reason::OpaqueEvent, ""},
    {Reason::IrreducibleControlFlow, "the control flow is not reducible"},
    {Reason::UnknownObject, "the accessed object is unknown"},
    {Reason::UnknownBytes, "the accessed bytes are unknown"},
    {Reason::NoCollisionFound,
     "no two threads were found that collide in a run from the kernel's entry"},
    {Reason::RegionTooLarge, "too much code follows without a barrier"},
    {Reason::TooManyPairs, "too many pairs of accesses to compare"},
    {Reason::TooManyRaces,
     "there are so many races that not all pairs of accesses were checked"},
    {Reason::SimulationTooLarge,
     "waves pass different barriers, and there is too much to simulate"},
    {Reason::ThreadsMayDiverge, "threads may diverge at this branch"},
    {Reason::UnknownBranch, "the branch depends on an unknown value"},
    {Reason::NoThreadFound, "no thread was found that takes such a path"},
    {Reason::UnknownNamedBarrier,
     "which named barrier this is depends on an unknown value"},
    {Reason::OpaqueMayOperate,
     "something that is not understood may operate on barriers"},
    {Reason::LanesReachOthers, "lanes of one wave reach different barriers"},
    {Reason::TransfersMayBeInOrder,
     "transfers of one wave may complete in order"},
    {Reason::UnknownFill,
     "whether the transfer or something else fills it is unknown"},
    {Reason::UnknownTransferBytes,
     "the bytes that the transfer reads are unknown"},
    {Reason::AtomicMaySignal,
     "an atomic access of LDS may signal that it is complete"},
    {Reason::TransferNotReached,
     "no launch was found that reaches the async transfer"},
    {Reason::AsyncKernelTooLarge,
     "the kernel is too large to run its async transfers"},
    {Reason::TensorKernelTooLarge,
     "the kernel is too large to run its tensor transfers"},
    {Reason::TooManyTransferPairs,
     "too many accesses to compare with transfers"},
    {Reason::UnknownOverlap,
     "whether work-groups access the same bytes is unknown"},
    {Reason::UnknownMemory, "the accessed memory is unknown"},
    {Reason::FlagReadOnce, "the flag is read only once"},
    {Reason::AtomicData, "the data is accessed by atomics, which do not race"},
    {Reason::MayBeOneGroup, "there may be only one work-group"},
    {Reason::MayBeOneCluster, "the work-groups may be of one cluster"},
    {Reason::GroupsMayHaveWaited,
     "the work-groups may have waited for each other"},
    {Reason::FenceOfEachItem, "each work-item executes a fence of its own, "
                              "which in the model orders nothing for others"},
    {Reason::RightOnSomePaths,
     "it is right on some paths, or something else may order them"},
    {Reason::TooManyPolls,
     "there are too many reads that may wait for other work-groups"},
    {Reason::ComparisonTooLarge, "there is too much to compare"},
};
static_assert(isIndexedBy(Reasons));

/// \p Opaque is the event that is not understood, as the view calls it.
static std::string reasonText(Reason Why, const std::string &Opaque) {
  std::string Text = rowOf(Reasons, Why).Name.str();
  switch (Why) {
  case Reason::OpaqueEvent:
    return Opaque;
  case Reason::NoSolver:
  case Reason::AddressesUndecidedNoSolver:
  case Reason::DivergenceUndecidedNoSolver:
    return "there is no solver (" + sym::solverTrouble() + ")" + Text;
  default:
    return Text;
  }
}

static std::string fenceText(FenceFault Fault, const char *Fence,
                             const check::FenceFaults &Faults) {
  if (Fault == FenceFault::Absent)
    return std::string("there is no ") + Fence;
  return std::string("the ") + Fence + " does not cover " +
         (Faults.Space == AddressSpace::Local ? "LDS" : "global memory") +
         (Faults.OfCluster ? " for the cluster" : " for the work-group");
}

std::string reasonText(const check::DefectStatement &Statement) {
  std::string Text;
  auto Add = [&](const std::string &Clause) {
    Text += (Text.empty() ? "" : "; ") + Clause;
  };
  const check::FenceFaults &Fences = Statement.Fences;
  if (Fences.Release != FenceFault::None)
    Add(fenceText(Fences.Release, "release fence before the signal", Fences));
  if (Fences.Acquire != FenceFault::None)
    Add(fenceText(Fences.Acquire, "acquire fence after the wait", Fences));
  if (Statement.Reason)
    Add(reasonText(*Statement.Reason, Statement.OpaqueEvent));
  return Text;
}

} // namespace fencepost
