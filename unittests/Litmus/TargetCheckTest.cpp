//===- TargetCheckTest.cpp - Operations that processors lack --------------===//
// Each operation on each family: where it must be reported and where not. The
// facts about the families themselves are held against LLVM in
// unittests/Target.
//===----------------------------------------------------------------------===//
#include "fencepost/Litmus/TargetCheck.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::litmus;

static std::vector<Finding> lacking(llvm::StringRef Cpu, llvm::StringRef Body) {
  std::string Text = ("AMDGPU t\n{ global x; local buf; barrier b; }\n"
                      "thread P0 {\n" +
                      Body + "\n}\nexists race")
                         .str();
  LitmusTest T = llvm::cantFail(parseLitmus(Text, "t.litmus"));
  return lackingOn(*findProcessor(Cpu), T.Program, {Text, "t.litmus"});
}

static constexpr llvm::StringLiteral Cpus[] = {
    "gfx600", "gfx700",  "gfx803",  "gfx900",  "gfx908", "gfx90a",
    "gfx942", "gfx1030", "gfx1100", "gfx1200", "gfx1250"};

namespace {
struct Row {
  const char *Statement;
  /// The processors, as indices into Cpus, from which on it exists; all that
  /// do not are said by Lacking.
  unsigned Since;
  const char *Lacking;
};
} // namespace

TEST(TargetCheck, EveryOperationOnEveryFamily) {
  constexpr unsigned Always = 0, Gfx12 = 9, Gfx125 = 10;
  const Row Rows[] = {
      {"barrier", Always, ""},
      {"barrier.arrive workgroup\nbarrier.wait workgroup", Always, ""},
      {"store atomic x, 1 release agent noav", Always, ""},
      {"store.av x, 1 agent", Always, ""},
      {"r = load.vis x system", Always, ""},
      {"fence seq_cst workgroup-one-as local", Always, ""},
      {"asyncmark\nwait.asyncmark 0", Always, ""},
      {"barrier.arrive workgroup", Gfx12, "split barriers"},
      {"barrier.wait workgroup", Gfx12, "split barriers"},
      {"r = barrier.arrive.isfirst workgroup", Gfx12, "split barriers"},
      {"barrier.wait trap", Gfx12, "a trap barrier"},
      {"barrier.init b, 1", Gfx125, "named barriers"},
      {"barrier.join b", Gfx125, "named barriers"},
      {"barrier.leave", Gfx125, "named barriers"},
      {"barrier b", Gfx125, "named barriers"},
      {"barrier.wait null", Gfx125, "named barriers"},
      {"barrier cluster", Gfx125, "cluster barriers"},
      {"barrier.wait cluster_trap", Gfx125, "cluster barriers"},
      {"fence acquire cluster", Gfx125, "agent scope"},
      {"r = load.vis x cluster-one-as", Gfx125, "agent scope"},
  };
  for (const Row &R : Rows)
    for (unsigned I = 0; I < std::size(Cpus); ++I) {
      std::vector<Finding> Found = lacking(Cpus[I], R.Statement);
      ASSERT_EQ(Found.size(), I < R.Since ? 1u : 0u)
          << R.Statement << " on " << Cpus[I].str();
      if (!Found.empty()) {
        EXPECT_NE(Found[0].Message.find(R.Lacking), std::string::npos)
            << Found[0].Message;
        EXPECT_NE(Found[0].Message.find(Cpus[I].str()), std::string::npos);
        EXPECT_EQ(Found[0].Where.Line, 4u);
      }
    }
}

TEST(TargetCheck, AsynchronousLoads) {
  for (llvm::StringRef Cpu : Cpus) {
    Family F = findProcessor(Cpu)->FamilyId;
    bool Has = (F >= Family::GFX9 && F <= Family::GFX10) || F == Family::GFX125;
    EXPECT_EQ(lacking(Cpu, "async.load x -> buf").size(), Has ? 0u : 1u)
        << Cpu.str();
  }
}

/// An arrive and a wait that only sometimes follow each other are apart.
TEST(TargetCheck, JoinedMeansAlwaysTogether) {
  EXPECT_EQ(lacking("gfx942", "if (r) { barrier.arrive workgroup }\n"
                              "barrier.wait workgroup")
                .size(),
            2u);
  EXPECT_EQ(lacking("gfx942", "barrier.arrive workgroup\nr = 1\n"
                              "barrier.wait workgroup")
                .size(),
            2u);
  EXPECT_EQ(lacking("gfx942", "while (r) { barrier }\nbarrier\nbarrier").size(),
            0u);
}

TEST(TargetCheck, FindingsHaveTheirPlace) {
  std::vector<Finding> Found =
      lacking("gfx1100", "barrier\n  fence release cluster noav");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Id, Diag::TargetLacks);
  EXPECT_EQ(Found[0].Where.Line, 5u);
  EXPECT_EQ(Found[0].Where.Column, 3u);
  EXPECT_EQ(Found[0].Where.LineText, "  fence release cluster noav");
  EXPECT_EQ(Found[0].Message,
            "'fence release cluster noav': gfx1100 has no workgroup clusters: "
            "there cluster scope behaves like agent scope");
}
