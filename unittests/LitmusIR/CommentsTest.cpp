//===- CommentsTest.cpp - Placements and the condition --------------------===//
#include "IRTests.h"
#include "fencepost/Model/Condition.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

constexpr llvm::StringLiteral Threads = R"(@x = addrspace(1) global i32 0
@l = addrspace(3) global i32 poison
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  ret void
}
define void @P1() {
  %r = load i32, ptr addrspace(1) @x
  %2 = load i32, ptr addrspace(1) @x
  %a.b = add i32 %r, %2
  ret void
}
)"; // 13 lines with the empty one after it.

std::string conditionOf(const llvm::Twine &Comments) {
  LitmusTest Test = readIR((Threads + Comments).str());
  return model::str(Test.Condition, Test.Program);
}

std::vector<model::Place> placesOf(const llvm::Twine &Comments) {
  std::vector<model::Place> Places;
  for (const model::Thread &T :
       readIR((Threads + Comments).str()).Program.Threads)
    Places.push_back(T.Where);
  return Places;
}

std::string errorIn(const llvm::Twine &Comments) {
  return errorOf((Threads + Comments).str());
}

TEST(LitmusIRComments, TheTestIsNamedAfterItsFile) {
  EXPECT_EQ(readIR(Threads).Name, "the-test");
}

TEST(LitmusIRComments, Conditions) {
  EXPECT_EQ(conditionOf("; exists (P1:r = 1)\n"), "exists (1:r=1)");
  EXPECT_EQ(conditionOf("  ;; ~exists(P1:r = 1 /\\ [x] = 2)"),
            "~exists (1:r=1 /\\ [x]=2)");
  EXPECT_EQ(conditionOf(";forall (not P1:2 = -1)\r\n"), "forall (not 1:2=-1)");
  EXPECT_EQ(conditionOf("; exists (P1:a.b = 1)"), "exists (1:a.b=1)");
  EXPECT_EQ(conditionOf("; exists (undef(P1:r) \\/ race \\/ ub)"),
            "exists (undef(1:r) \\/ race \\/ ub)");
}

TEST(LitmusIRComments, ConditionsOverSeveralLines) {
  llvm::StringRef All = "exists (1:r=1 /\\ (1:2=2 \\/ [x]=3))";
  EXPECT_EQ(conditionOf("; exists (P1:r = 1 /\\\n"
                        ";   (P1:2 = 2\n"
                        ";      \\/ [x] = 3))\n"
                        "; and nothing else\n"),
            All);
  EXPECT_EQ(conditionOf("; exists (P1:r = 1) /\\\n; (P1:2 = 2 \\/ [x] = 3)\n"),
            All);
  EXPECT_EQ(conditionOf("; exists (P1:r = 1)\n;  /\\ (P1:2 = 2 \\/ [x] = 3)\n"),
            All);
}

TEST(LitmusIRComments, OtherCommentsAreForPeople) {
  EXPECT_EQ(conditionOf("; exists in many forms\n"
                        "; existsence (of x)\n"
                        "; forall we know\n"
                        "; P0: workgroup 7\n"
                        "; @P0 stores\n"
                        "; @Px: workgroup 7\n"
                        "@y = global i32 0 ; exists (P1:r = 7)\n"
                        "; exists (P1:r = 1)\n"),
            "exists (1:r=1)");
}

TEST(LitmusIRComments, Placements) {
  EXPECT_EQ(placesOf("; @P0: workgroup 1 wavefront 2\n"
                     ";@P1 :  agent 1 cluster 2 workgroup 3 wavefront 4\n"),
            (std::vector<model::Place>{{0, 0, 1, 2}, {1, 2, 3, 4}}));
  // A wavefront that is left out is a wavefront of its own.
  std::vector<model::Place> Own = placesOf("; @P1: workgroup 0\n");
  EXPECT_EQ(Own[0].Workgroup, Own[1].Workgroup);
  EXPECT_NE(Own[0].Wavefront, Own[1].Wavefront);
}

TEST(LitmusIRComments, Errors) {
  EXPECT_EQ(errorOf(Threads),
            "1:1: the test has no final condition; it is a comment line such "
            "as `; exists (P0:r = 1)`");
  EXPECT_EQ(errorIn("; exists (race)\n; exists (ub)\n"),
            "14:3: a litmus test has one final condition; this is a second "
            "one");
  EXPECT_EQ(errorIn("; @P0: workgroup 0\n; @P0: workgroup 1\n"),
            "14:3: @P0 is placed a second time");
  EXPECT_EQ(errorIn("; exists (race)\n  ; @P5: workgroup 0\n"),
            "14:10: there is no thread @P5 to place");
  EXPECT_TRUE(
      llvm::StringRef(errorIn("; exists (P1:q = 1)")).starts_with("13:14: "));
  EXPECT_TRUE(
      llvm::StringRef(errorIn("; exists (P1:r 1)")).starts_with("13:16: "));
  EXPECT_TRUE(llvm::StringRef(errorIn("; exists (race /\\\n;   ) x\n"))
                  .starts_with("14:5: "));
  EXPECT_TRUE(llvm::StringRef(
                  errorIn("; exists (race\ndefine void @f() {\nret void\n}"))
                  .contains("expected"));
  EXPECT_TRUE(llvm::StringRef(errorIn("; @P0: warp 1\n; exists (race)"))
                  .starts_with("13:8: expected a level"));
  EXPECT_TRUE(llvm::StringRef(errorIn("; @P0:\n; exists (race)"))
                  .contains("expected a level"));
}

} // namespace
} // namespace fencepost::litmus
