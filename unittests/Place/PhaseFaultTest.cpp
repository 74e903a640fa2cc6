//===- PhaseFaultTest.cpp - Do signals and waits alternate? ---------------===//
#include "fencepost/Place/PhaseFault.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

std::optional<PhaseFault> fault(llvm::StringRef Text) {
  std::optional<LocatedPhaseFault> Found = findPhaseFault(shape(Text));
  return Found ? std::optional(Found->Fault) : std::nullopt;
}

TEST(PhaseFault, Alternate) {
  for (const char *Text :
       {"wA | rA", "wA < wB > rA", "wA < > < > rA", "loop{wA < > rA | wB}",
        "< loop{> wA < rA} >", "< if{wA} > rA", "wA rA"})
    EXPECT_EQ(fault(Text), std::nullopt) << Text;
}

TEST(PhaseFault, WaitWithoutSignal) {
  EXPECT_EQ(fault("wA > rA"), PhaseFault::WaitWithoutSignal);
  EXPECT_EQ(fault("wA < > > rA"), PhaseFault::WaitWithoutSignal);
  EXPECT_EQ(fault("wA if{> rA <}"), PhaseFault::WaitWithoutSignal);
}

TEST(PhaseFault, SignalInFlight) {
  EXPECT_EQ(fault("wA < < > rA"), PhaseFault::SignalInFlight);
  EXPECT_EQ(fault("wA < | > rA"), PhaseFault::SignalInFlight);
}

TEST(PhaseFault, NotWaitedFor) {
  EXPECT_EQ(fault("wA <"), PhaseFault::NotWaitedFor);
  EXPECT_EQ(fault("< loop{> wA < rA}"), PhaseFault::NotWaitedFor);
}

TEST(PhaseFault, PathsDiffer) {
  EXPECT_EQ(fault("wA if{<} > rA"), PhaseFault::PathsDiffer);
  EXPECT_EQ(fault("wA < if{>} rA"), PhaseFault::PathsDiffer);
  EXPECT_EQ(fault("loop{wA <}"), PhaseFault::PathsDiffer);
  EXPECT_EQ(fault("< loop{wA >} rA"), PhaseFault::PathsDiffer);
}

} // namespace
} // namespace fencepost::place
