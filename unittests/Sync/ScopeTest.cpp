//===- ScopeTest.cpp - Scopes ---------------------------------------------===//
#include "fencepost/Sync/Scope.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;

namespace {
constexpr ScopeLevel Levels[] = {
    ScopeLevel::SingleThread, ScopeLevel::Wavefront, ScopeLevel::Workgroup,
    ScopeLevel::Cluster,      ScopeLevel::Agent,     ScopeLevel::System};
} // namespace

TEST(Scope, BothSpellingsParseBack) {
  std::set<std::string> Names, Strings;
  for (ScopeLevel Level : Levels)
    for (bool OneAs : {false, true}) {
      Scope S{Level, OneAs};
      EXPECT_TRUE(Names.insert(scopeName(S).str()).second);
      EXPECT_TRUE(Strings.insert(syncScopeString(S).str()).second);
      EXPECT_EQ(parseScope(scopeName(S)), S);
      EXPECT_EQ(parseSyncScope(syncScopeString(S)), S);
      EXPECT_EQ(scopeName(S),
                scopeLevelName(Level).str() + (OneAs ? "-one-as" : ""));
    }
}

// spec/002, "AMDHSA LLVM Sync Scopes": only system differs from its name.
TEST(Scope, IrStringsAreTheSpecifications) {
  std::set<std::string> Expected = {"",
                                    "agent",
                                    "cluster",
                                    "workgroup",
                                    "wavefront",
                                    "singlethread",
                                    "one-as",
                                    "agent-one-as",
                                    "cluster-one-as",
                                    "workgroup-one-as",
                                    "wavefront-one-as",
                                    "singlethread-one-as"};
  for (const std::string &Text : Expected) {
    std::optional<Scope> S = parseSyncScope(Text);
    ASSERT_TRUE(S) << Text;
    EXPECT_EQ(S->OneAddressSpace, llvm::StringRef(Text).ends_with("one-as"));
  }
  EXPECT_EQ(parseSyncScope("")->Level, ScopeLevel::System);
  EXPECT_EQ(parseSyncScope("one-as")->Level, ScopeLevel::System);
}

TEST(Scope, DeviceIsAgentButNotInIR) {
  EXPECT_EQ(parseScope("device"), (Scope{ScopeLevel::Agent, false}));
  EXPECT_EQ(parseScope("device-one-as"), (Scope{ScopeLevel::Agent, true}));
  EXPECT_EQ(scopeName(*parseScope("device")), "agent");
}

TEST(Scope, WordsAreTheNamesAndTheOthers) {
  std::set<llvm::StringRef> Words(scopeWords().begin(), scopeWords().end());
  EXPECT_EQ(Words.size(), 2 * NumScopeLevels + 2);
  EXPECT_TRUE(Words.count("device") && Words.count("device-one-as"));
  for (llvm::StringRef Word : Words)
    EXPECT_TRUE(parseScope(Word)) << Word.str();
}

TEST(Scope, RejectsWhatIsNoScope) {
  for (llvm::StringRef Wrong : {"", "Agent", "agent ", "agent-one", "one-as",
                                "Device", "-one-as", "thread"})
    EXPECT_EQ(parseScope(Wrong), std::nullopt) << Wrong.str();
  for (llvm::StringRef Wrong : {"system", "system-one-as", "Agent", "-one-as",
                                "device", "device-one-as"})
    EXPECT_EQ(parseSyncScope(Wrong), std::nullopt) << Wrong.str();
}

// Inclusion is a total order in which narrower() is the lower bound.
TEST(Scope, InclusionIsTotal) {
  for (size_t A = 0; A < std::size(Levels); ++A)
    for (size_t B = 0; B < std::size(Levels); ++B) {
      EXPECT_EQ(includes(Levels[A], Levels[B]), A >= B);
      EXPECT_EQ(narrower(Levels[A], Levels[B]), Levels[std::min(A, B)]);
    }
}
