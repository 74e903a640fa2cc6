//===- StepCounts.cpp - Machine instructions counted by what they are for -===//
#include "fencepost/Lower/StepCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace fencepost::lower {

static void addTimes(uint64_t &To, uint64_t Count, uint64_t Times) {
  constexpr uint64_t Most = std::numeric_limits<int64_t>::max();
  uint64_t Sum;
  bool Over = __builtin_mul_overflow(Count, Times, &Sum) ||
              __builtin_add_overflow(Sum, To, &Sum);
  To = Over ? Most : std::min(Sum, Most);
}

void StepCounts::add(const StepCounts &Other, uint64_t Times) {
  addTimes(Waits, Other.Waits, Times);
  addTimes(WriteBacks, Other.WriteBacks, Times);
  addTimes(Invalidates, Other.Invalidates, Times);
  addTimes(Barriers, Other.Barriers, Times);
  addTimes(Atomics, Other.Atomics, Times);
}

static bool isModify(const Operation &Op) {
  return Op.Kind == OpKind::ReadModifyWrite || Op.Kind == OpKind::CmpXchg;
}

StepCounts countSteps(const Sequence &S, const Operation &Op) {
  StepCounts Counts;
  for (const Step &Each : S.Steps) {
    switch (Each.Kind) {
    case StepKind::Wait:
      ++Counts.Waits;
      break;
    case StepKind::WriteBack:
      ++Counts.WriteBacks;
      break;
    case StepKind::Invalidate:
      ++Counts.Invalidates;
      break;
    case StepKind::Barrier:
      ++Counts.Barriers;
      break;
    case StepKind::Access:
      break;
    }
  }
  // Private memory needs no atomicity: its read-modify-write is a load and a
  // store.
  if (isModify(Op) && S.access().size() == 1)
    Counts.Atomics = 1;
  return Counts;
}

namespace {
struct MnemonicRow {
  llvm::StringLiteral Start; ///< Of the mnemonic.
  StepCounts Counts;
};
} // namespace

static constexpr StepCounts Wait = {.Waits = 1};
static constexpr StepCounts WriteBack = {.WriteBacks = 1};
static constexpr StepCounts Invalidate = {.Invalidates = 1};
static constexpr StepCounts Barrier = {.Barriers = 1};
static constexpr StepCounts Atomic = {.Atomics = 1};

/// The first row that fits counts.
static constexpr MnemonicRow MnemonicTable[] = {
    {"buffer_atomic_", Atomic},
    {"buffer_gl0_inv", Invalidate},
    {"buffer_gl1_inv", Invalidate},
    {"buffer_inv", Invalidate},
    {"buffer_wbinvl1", Invalidate},
    {"buffer_wbl2", WriteBack},
    {"ds_gws_barrier", Barrier},
    {"flat_atomic_", Atomic},
    {"global_atomic_", Atomic},
    {"global_inv", Invalidate},
    {"global_wbinv", {.WriteBacks = 1, .Invalidates = 1}},
    {"global_wb", WriteBack},
    {"image_atomic_", Atomic},
    {"s_barrier", Barrier},
    {"s_dcache_inv", Invalidate},
    {"s_dcache_wb", WriteBack},
    {"s_wait_", Wait},
    {"s_waitcnt", Wait},
};

StepCounts countLine(llvm::StringRef Line) {
  llvm::StringRef Mnemonic = Line.ltrim();
  const auto *Row = llvm::find_if(MnemonicTable, [&](const MnemonicRow &R) {
    return Mnemonic.starts_with(R.Start);
  });
  return Row == std::end(MnemonicTable) ? StepCounts() : Row->Counts;
}

} // namespace fencepost::lower
