//===- PhaseAlternationTest.cpp - One phase of a barrier after the other --===//
#include "PhaseAlternation.h"
#include "Shapes.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

std::string fault(llvm::StringRef Text) {
  return findAlternationFault(place::shape(Text)).value_or("").str();
}

TEST(PhaseAlternation, Alternates) {
  for (const char *Text : {"wA rA", "wA | rA", "< wA > rA", "loop{< wA > rA}",
                           "< loop{rA > wA <} >", "if{< wA >} rA",
                           "< if{wA} > rA", "< > < >", "some{|} < if{rA} >"})
    EXPECT_EQ(fault(Text), "") << Text;
}

TEST(PhaseAlternation, DoesNot) {
  const char *NoPhase = "a wait comes with no phase in flight";
  const char *TwoPhases = "a signal comes while a phase is in flight";
  EXPECT_EQ(fault("wA > rA"), NoPhase);
  EXPECT_EQ(fault("< wA > rA >"), NoPhase);
  EXPECT_EQ(fault("if{<} >"), NoPhase);
  EXPECT_EQ(fault("loop{> <}"), NoPhase);
  EXPECT_EQ(fault("< wA < rA >"), TwoPhases);
  EXPECT_EQ(fault("< | >"), TwoPhases);
  EXPECT_EQ(fault("loop{wA <} >"), TwoPhases);
  EXPECT_EQ(fault("wA <"), "the kernel can end with a phase in flight");
}

} // namespace
} // namespace fencepost::certificate
