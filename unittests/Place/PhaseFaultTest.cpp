//===- PhaseFaultTest.cpp - Do signals and waits alternate? ---------------===//
#include "fencepost/Place/PhaseFault.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

std::string fault(llvm::StringRef Text) {
  std::optional<LocatedPhaseFault> Found = findPhaseFault(shape(Text));
  return Found ? faultText(Found->Fault).str() : "";
}

TEST(PhaseFault, Alternate) {
  for (const char *Text :
       {"wA | rA", "wA < wB > rA", "wA < > < > rA", "loop{wA < > rA | wB}",
        "< loop{> wA < rA} >", "< if{wA} > rA", "wA rA"})
    EXPECT_EQ(fault(Text), "") << Text;
}

TEST(PhaseFault, WaitWithoutSignal) {
  EXPECT_EQ(fault("wA > rA"), "a wait comes before its signal");
  EXPECT_EQ(fault("wA < > > rA"), "a wait comes before its signal");
  EXPECT_EQ(fault("wA if{> rA <}"), "a wait comes before its signal");
}

TEST(PhaseFault, SignalInFlight) {
  EXPECT_EQ(fault("wA < < > rA"),
            "a signal comes before the wait for the previous one");
  EXPECT_EQ(fault("wA < | > rA"),
            "a signal comes before the wait for the previous one");
}

TEST(PhaseFault, NotWaitedFor) {
  EXPECT_EQ(fault("wA <"), "a signal is not waited for");
  EXPECT_EQ(fault("< loop{> wA < rA}"), "a signal is not waited for");
}

TEST(PhaseFault, PathsDiffer) {
  const char *Differ =
      "a barrier is in flight on one path to this point and not on another";
  EXPECT_EQ(fault("wA if{<} > rA"), Differ);
  EXPECT_EQ(fault("wA < if{>} rA"), Differ);
  EXPECT_EQ(fault("loop{wA <}"), Differ);
  EXPECT_EQ(fault("< loop{wA >} rA"), Differ);
}

} // namespace
} // namespace fencepost::place
