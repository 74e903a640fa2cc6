//===- CounterTest.cpp - Counter names
//--------------------------------------===//
#include "fencepost/Sync/Counter.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;

TEST(Counter, EveryNameParsesBack) {
  std::set<std::string> Seen;
  for (unsigned I = 0; I < NumCounters; ++I) {
    auto C = static_cast<Counter>(I);
    EXPECT_TRUE(Seen.insert(counterName(C).str()).second);
    EXPECT_EQ(parseCounter(counterName(C)), C);
  }
}

TEST(Counter, NamesAreExact) {
  EXPECT_EQ(counterName(Counter::Vm), "vmcnt");
  EXPECT_EQ(counterName(Counter::Tensor), "tensorcnt");
  for (llvm::StringRef Wrong : {"", "vm", "VMCNT", "vmcnt ", "vmcntx"})
    EXPECT_EQ(parseCounter(Wrong), std::nullopt) << Wrong.str();
}
