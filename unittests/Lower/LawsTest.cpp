//===- LawsTest.cpp - What holds for all sequences ------------------------===//
// A wider scope, a stronger ordering, all address spaces instead of one, no
// annotation instead of one that asks for less, volatile instead of plain, and
// a mode in which more is shared never lose or weaken a step (Strength.h). On
// every processor, in every mode, for every operation and both dialects. Where
// the text or LLVM breaks a law, a row of the table says where and why; a row
// that nothing needs is an error too.
//===----------------------------------------------------------------------===//
#include "AllOperations.h"
#include "Strength.h"
#include "fencepost/Lower/OperationText.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;
using namespace fencepost::lower::test;

namespace {
enum class Law : uint8_t {
  Scope,
  Order,
  OneSpace,
  NoAv,
  Annotation,
  Volatile,
  CuMode,
  OneWave,
};
constexpr const char *LawNames[] = {"a wider scope",      "a stronger ordering",
                                    "all address spaces", "no amdgcn-av none",
                                    "no annotation",      "volatile",
                                    "WGP mode",           "several waves"};

/// Something that may not do more than the operation it was made from.
struct Weaker {
  Law Why;
  Operation Op;
  Mode M;
};

/// Where a law does not hold: what the weaker one may have besides.
struct Exception {
  Law Broken;
  Dialect D;
  bool (*Applies)(const Operation &Weak, const Mode &M);
  bool (*IsBesides)(const Step &S, const CounterWait *Wait);
  bool Bits; ///< The cache bits of the access may be fewer.
  const char *Because;
};
} // namespace

static bool isSynchronizing(const Operation &Op) {
  return isAcquire(Op.Order) || isRelease(Op.Order);
}

static bool isDmaWait(const Step &S, const CounterWait *) {
  return S.When == StepWhen::LdsDmaInFlight;
}

static bool isLdsWait(const Step &, const CounterWait *Wait) {
  return Wait && Wait->Id == Counter::Lgkm;
}

static bool isTranslationWait(const Step &, const CounterWait *Wait) {
  return Wait && Wait->Id == Counter::X;
}

static bool isClusterArrive(const Step &S, const CounterWait *) {
  return S.Mnemonic == "s_barrier_signal";
}

static bool isNothing(const Step &, const CounterWait *) { return false; }

static constexpr Exception Exceptions[] = {
    {Law::Scope, Dialect::Llvm22,
     [](const Operation &Weak, const Mode &M) {
       return Weak.Reach.Level == ScopeLevel::Workgroup &&
              M.Proc->family().LdsDma;
     },
     isDmaWait, false,
     "LLVM waits for LDS DMA in flight at workgroup scope only (difference "
     "lds-dma-scope)"},
    {Law::Scope, Dialect::Spec,
     [](const Operation &Weak, const Mode &M) {
       return Weak.Reach.Level == ScopeLevel::Workgroup && M.TgSplit &&
              Weak.Space == AddressSpace::Generic;
     },
     isLdsWait, false,
     "GFX90A and GFX942, generic acq_rel atomicrmw: the row for workgroup "
     "scope "
     "waits for LDS after it, the one for agent scope does not if in tgsplit "
     "mode (difference split-flat-modify)"},
    {Law::Volatile, Dialect::Spec,
     [](const Operation &Weak, const Mode &M) {
       return M.Proc->FamilyId == Family::GFX125 && Weak.isAtomic();
     },
     isTranslationWait, false,
     "the text gives volatile accesses no wait for address translation "
     "(difference volatile-without-xcnt)"},
    {Law::Order, Dialect::Spec,
     [](const Operation &Weak, const Mode &M) {
       return M.OneWave && Weak.Reach.Level == ScopeLevel::Workgroup &&
              !isSynchronizing(Weak);
     },
     isNothing, true,
     "in a work-group of one wave, workgroup scope is wavefront scope for "
     "synchronizing orderings (spec/002, Memory Model); a monotonic access "
     "keeps its cache bits"},
    {Law::OneWave, Dialect::Llvm22,
     [](const Operation &Weak, const Mode &) {
       return Weak.Kind == OpKind::Barrier &&
              Weak.Object == BarrierId::cluster();
     },
     isClusterArrive, false,
     "a wave alone is the first of its work-group and arrives at the cluster "
     "barrier without asking (difference one-wave-barrier)"},
};

static std::vector<Ordering> weakerOrderings(Ordering Strong, OrderedOp As) {
  std::vector<Ordering> All;
  for (unsigned I = 0; I < NumOrderings; ++I)
    if (auto O = static_cast<Ordering>(I);
        O != Strong && isAtLeast(Strong, O) && isAllowed(O, As))
      All.push_back(O);
  return All;
}

static OrderedOp orderedOp(OpKind Kind) {
  static constexpr OrderedOp Ops[] = {
      OrderedOp::Load, OrderedOp::Store, OrderedOp::ReadModifyWrite,
      OrderedOp::CmpXchgSuccess, OrderedOp::Fence};
  return Ops[static_cast<unsigned>(Kind)];
}

static void addWeakerOrderings(const Operation &Op, const Mode &M,
                               std::vector<Weaker> &All) {
  if (Op.Kind > OpKind::Fence || !Op.isAtomic())
    return;
  for (Ordering Order : weakerOrderings(Op.Order, orderedOp(Op.Kind))) {
    Operation Less = Op;
    Less.Order = Order;
    Less.Tags.NoAv &= isAtomic(Order);
    All.push_back({Law::Order, Less, M});
  }
  if (Op.Kind != OpKind::CmpXchg)
    return;
  for (Ordering Order :
       weakerOrderings(Op.FailureOrder, OrderedOp::CmpXchgFailure)) {
    Operation Less = Op;
    Less.FailureOrder = Order;
    All.push_back({Law::Order, Less, M});
  }
}

static void addWeakerAnnotations(const Operation &Op, const Mode &M,
                                 std::vector<Weaker> &All) {
  static constexpr AddressSpaceSet Local = {AddressSpace::Local},
                                   Global = {AddressSpace::Global},
                                   Both = Local | Global;
  if (Op.Kind != OpKind::Fence)
    return;
  AddressSpaceSet Has = Op.Tags.Synchronize;
  for (AddressSpaceSet Tags : {Local, Global, Both})
    if (Has.empty() || (Has.contains(Tags) && Has != Tags)) {
      Operation Less = Op;
      Less.Tags.Synchronize = Tags;
      All.push_back({Law::Annotation, Less, M});
    }
}

static std::vector<Weaker> weakerOnes(const Operation &Op, const Mode &M) {
  std::vector<Weaker> All;
  bool Scoped = Op.isAtomic() || Op.Kind == OpKind::LoadVisible ||
                Op.Kind == OpKind::StoreAvailable;
  Operation Less = Op;
  if (Scoped && Op.Reach.Level != ScopeLevel::SingleThread) {
    auto Level = static_cast<unsigned>(Op.Reach.Level) - 1;
    Less.Reach.Level = static_cast<ScopeLevel>(Level);
    All.push_back({Law::Scope, Less, M});
  }
  Less = Op;
  Less.Reach.OneAddressSpace = true;
  if (Scoped && !Op.Reach.OneAddressSpace)
    All.push_back({Law::OneSpace, Less, M});
  Less = Op;
  Less.Tags.NoAv = true;
  if (Op.isAtomic() && !Op.Tags.NoAv)
    All.push_back({Law::NoAv, Less, M});
  Less = Op;
  Less.Volatile = false;
  if (Op.Volatile && !Op.NonTemporal && !Op.LastUse) {
    All.push_back({Law::Volatile, Less, M});
    // Volatile accesses pass by the caches as those of system scope do.
    Less.Order = Ordering::Monotonic;
    bool Shared =
        Op.Space != AddressSpace::Constant && Op.Space != AddressSpace::Private;
    if (Shared && (Op.Kind == OpKind::Load || Op.Kind == OpKind::Store))
      All.push_back({Law::Volatile, Less, M});
  }
  addWeakerOrderings(Op, M, All);
  addWeakerAnnotations(Op, M, All);
  Mode LessMode = M;
  LessMode.CuMode = true;
  if (!M.CuMode && M.Proc->Features.has(Feature::CuMode))
    All.push_back({Law::CuMode, Op, LessMode});
  LessMode = M;
  LessMode.OneWave = true;
  if (!M.OneWave)
    All.push_back({Law::OneWave, Op, LessMode});
  return All;
}

/// \p Weak without what \p Row lets it have; barrier steps that it lets it
/// have are done by one wave only.
static Sequence lessened(Sequence Weak, const Exception &Row) {
  for (Step &S : Weak.Steps) {
    llvm::erase_if(S.Waits, [&](const CounterWait &Wait) {
      return Row.IsBesides(S, &Wait);
    });
    if (S.Kind == StepKind::Barrier && Row.IsBesides(S, nullptr))
      S.When = StepWhen::FirstWave;
    if (Row.Bits && S.Kind == StepKind::Access)
      S.Policy = {};
  }
  return Weak;
}

namespace {
class Laws {
public:
  size_t Compared = 0;
  size_t Uses[std::size(Exceptions)] = {};

  void check(const Operation &Op, const Mode &M, Dialect D) {
    llvm::Expected<Sequence> Strong = lower::lower(Op, M, D);
    if (!Strong) {
      llvm::consumeError(Strong.takeError());
      return;
    }
    for (const Weaker &Less : weakerOnes(Op, M)) {
      ++Compared;
      llvm::Expected<Sequence> Weak = lower::lower(Less.Op, Less.M, D);
      if (Weak && holds(*Strong, *Weak, Less, D))
        continue;
      FAIL() << LawNames[static_cast<unsigned>(Less.Why)] << ", "
             << dialectName(D).str() << ", " << textOf(M) << ": "
             << printOperation(Op) << " has only " << textOf(*Strong)
             << "\n  but on " << textOf(Less.M) << " "
             << printOperation(Less.Op) << " has "
             << (Weak ? textOf(*Weak) : llvm::toString(Weak.takeError()));
    }
  }

private:
  bool holds(const Sequence &Strong, const Sequence &Weak, const Weaker &Less,
             Dialect D) {
    if (isAtLeast(Strong, Weak))
      return true;
    for (auto [Row, Use] : llvm::zip_equal(Exceptions, Uses))
      if (Row.Broken == Less.Why && Row.D == D &&
          Row.Applies(Less.Op, Less.M) &&
          isAtLeast(Strong, lessened(Weak, Row))) {
        ++Use;
        return true;
      }
    return false;
  }
};
} // namespace

TEST(Laws, MoreNeverDoesLess) {
  std::vector<Operation> Ops = memoryOperations();
  for (const Operation &Op : executionOperations())
    Ops.push_back(Op);
  Laws All;
  for (const Mode &M : allModes())
    for (Dialect D : {Dialect::Spec, Dialect::Llvm22})
      for (const Operation &Op : Ops) {
        All.check(Op, M, D);
        if (HasFatalFailure())
          return;
      }
  for (auto [Row, Uses] : llvm::zip_equal(Exceptions, All.Uses))
    EXPECT_GT(Uses, 0u) << "needed by nothing: " << Row.Because;
  EXPECT_GE(All.Compared, 8000000u);
}

/// \p S with those steps alone that are there because of \p Why.
static Sequence onlyBecause(const Sequence &S, Rule Why) {
  Sequence Some;
  for (const Step &Each : S.Steps)
    if (Each.Why == Why)
      Some.Steps.push_back(Each);
  Some.AccessBegin = Some.AccessEnd = Some.Steps.size();
  return Some;
}

// What a seq_cst store waits for because it releases, a seq_cst load of the
// same scope and address space waits for, too: it may not pass it. But for
// -one-as release stores, of which the text asks more than of anything else.
TEST(Laws, SeqCstLoadsWaitAsReleasesDo) {
  const std::vector<Operation> Ops = memoryOperations();
  size_t Compared = 0;
  for (const Mode &M : allModes())
    for (DifferenceSet D :
         {DifferenceSet::none(), DifferenceSet::all(M.Proc->FamilyId)
                                     .without(Difference::OneSpaceFlatRelease)})
      for (Operation Op : Ops) {
        if (Op.Kind != OpKind::Load ||
            Op.Order != Ordering::SequentiallyConsistent)
          continue;
        llvm::Expected<Sequence> Load = lower::lower(Op, M, D);
        Op.Kind = OpKind::Store;
        llvm::Expected<Sequence> Store = lower::lower(Op, M, D);
        ASSERT_EQ(static_cast<bool>(Load), static_cast<bool>(Store));
        if (!Load) {
          llvm::consumeError(Load.takeError());
          llvm::consumeError(Store.takeError());
          continue;
        }
        ++Compared;
        ASSERT_TRUE(isAtLeast(onlyBecause(*Load, Rule::SeqCstWait),
                              onlyBecause(*Store, Rule::ReleaseWait)))
            << textOf(M) << ": " << printOperation(Op) << " has "
            << textOf(*Store) << "\n  but the load has " << textOf(*Load);
      }
  EXPECT_GE(Compared, 10000u);
}

// Neither dialect, nor the table of any family, looks at the wave size.
TEST(Laws, WaveSizeChangesNothing) {
  std::vector<Operation> Ops = memoryOperations();
  for (const Mode &M : allModes(/*WaveSizes=*/true)) {
    Mode Native = M;
    Native.WaveSize = M.Proc->nativeWaveSize();
    if (M == Native || M.CuMode || M.OneWave)
      continue;
    for (const Operation &Op : Ops) {
      llvm::Expected<Sequence> A = lower::lower(Op, M, Dialect::Spec),
                               B = lower::lower(Op, Native, Dialect::Spec);
      ASSERT_EQ(static_cast<bool>(A), static_cast<bool>(B));
      EXPECT_TRUE(!A || isSame(*A, *B)) << textOf(M) << printOperation(Op);
      llvm::consumeError(A.takeError());
      llvm::consumeError(B.takeError());
    }
  }
}
