//===- RulesTest.cpp - The rows of rules ----------------------------------===//
#include "fencepost/Lower/Rules.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost::lower;

TEST(Rules, EveryRowIsFilledAndNamedOnce) {
  std::set<std::string> Names;
  for (const RuleFacts &Row : rules()) {
    EXPECT_EQ(&factsOf(Row.Id), &Row);
    EXPECT_TRUE(Names.insert(Row.Name.str()).second) << Row.Name.str();
    EXPECT_FALSE(Row.Purpose.empty() || Row.Motion.empty());
    EXPECT_TRUE(Row.Source.starts_with("spec/00")) << Row.Name.str();
    EXPECT_FALSE(Row.Purpose.ends_with(".") || Row.Motion.ends_with("."));
  }
  EXPECT_EQ(Names.size(), NumRules);
}
