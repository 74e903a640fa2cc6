//===- BarrierTest.cpp - Barrier ids and operations -----------------------===//
#include "fencepost/Sync/BarrierOp.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;

namespace {
struct IdRow {
  int Operand;
  const char *Name;
  ScopeLevel Scope;
  bool Named, Trap;
};
} // namespace

// spec/000, "s_barrier IDs GFX12".
constexpr IdRow Rows[] = {
    {-4, "cluster trap", ScopeLevel::Cluster, false, true},
    {-3, "cluster", ScopeLevel::Cluster, false, false},
    {-2, "workgroup trap", ScopeLevel::Workgroup, false, true},
    {-1, "workgroup", ScopeLevel::Workgroup, false, false},
    {0, "null", ScopeLevel::Workgroup, true, false},
    {1, "named 1", ScopeLevel::Workgroup, true, false},
    {16, "named 16", ScopeLevel::Workgroup, true, false},
};

TEST(BarrierId, IsTheSpecificationsTable) {
  for (const IdRow &Row : Rows) {
    std::optional<BarrierId> Id = BarrierId::fromOperand(Row.Operand);
    ASSERT_TRUE(Id) << Row.Operand;
    EXPECT_EQ(Id->str(), Row.Name);
    EXPECT_EQ(Id->isCluster(), Row.Scope == ScopeLevel::Cluster) << Row.Name;
    EXPECT_EQ(Id->isNamed(), Row.Named) << Row.Name;
    EXPECT_EQ(Id->isTrap(), Row.Trap) << Row.Name;
    EXPECT_EQ(Id->isNull(), Row.Operand == 0) << Row.Name;
  }
}

TEST(BarrierId, OperandsFromMinusFourToSixteen) {
  for (int64_t Operand = -70; Operand <= 70; ++Operand) {
    std::optional<BarrierId> Id = BarrierId::fromOperand(Operand);
    EXPECT_EQ(Id.has_value(), Operand >= -4 && Operand <= 16) << Operand;
    if (!Id)
      continue;
    EXPECT_EQ(Id->operand(), Operand);
    EXPECT_EQ(BarrierId::parse(Id->str()), Id);
  }
  EXPECT_EQ(BarrierId::fromOperand(int64_t(1) << 32), std::nullopt);
  EXPECT_EQ(BarrierId::fromOperand(-257), std::nullopt);
}

TEST(BarrierId, RejectsWhatIsNoBarrier) {
  for (llvm::StringRef Wrong : {"", "named", "named 0", "named 17", "named 03",
                                "Workgroup", "-1", "trap"})
    EXPECT_EQ(BarrierId::parse(Wrong), std::nullopt) << Wrong.str();
}

TEST(BarrierOp, NamesParseBack) {
  std::set<std::string> Names, Mnemonics;
  for (unsigned I = 0; I < NumBarrierOps; ++I) {
    auto Op = static_cast<BarrierOp>(I);
    EXPECT_TRUE(Names.insert(barrierOpName(Op).str()).second);
    EXPECT_TRUE(Mnemonics.insert(barrierMnemonic(Op).str()).second);
    EXPECT_EQ(parseBarrierOp(barrierOpName(Op)), Op);
    EXPECT_EQ(parseBarrierMnemonic(barrierMnemonic(Op)), Op);
  }
  EXPECT_EQ(parseBarrierOp("barrier.drop"), std::nullopt);
  EXPECT_EQ(parseBarrierMnemonic("s_barrier_"), std::nullopt);
}

TEST(BarrierOp, Kinds) {
  std::set<BarrierOp> Modifies, Arrives, Waits;
  for (unsigned I = 0; I < NumBarrierOps; ++I) {
    auto Op = static_cast<BarrierOp>(I);
    if (modifies(Op))
      Modifies.insert(Op);
    if (arrives(Op))
      Arrives.insert(Op);
    if (waits(Op))
      Waits.insert(Op);
  }
  using enum BarrierOp;
  EXPECT_EQ(Modifies,
            (std::set{Init, Drop, Arrive, ArriveIsFirst, ArriveWait}));
  EXPECT_EQ(Arrives, (std::set{Arrive, ArriveIsFirst, ArriveWait}));
  EXPECT_EQ(Waits, (std::set{Wait, ArriveWait}));
}

// spec/000, "s_barrier GFX12", column Barrier ID.
TEST(BarrierOp, AllowedIsTheSpecificationsTable) {
  for (int Operand = BarrierId::First; Operand <= BarrierId::Last; ++Operand)
    for (unsigned I = 0; I < NumBarrierOps; ++I) {
      auto Op = static_cast<BarrierOp>(I);
      int Lowest = Op == BarrierOp::Init                            ? 1
                   : Op == BarrierOp::Join || Op == BarrierOp::Drop ? 0
                                                                    : -4;
      EXPECT_EQ(isAllowed(Op, *BarrierId::fromOperand(Operand)),
                Operand >= Lowest)
          << barrierOpName(Op).str() << " " << Operand;
    }
}
