//===- PlaceTextTest.cpp - What is said of a search that hit its limit ---===//
// No input of the command is known to hit the limit, so it is set here.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/PlaceText.h"
#include "../Place/Shapes.h"
#include "gtest/gtest.h"

namespace fencepost {
namespace {

/// The report on the shape (Shapes.h), with \p Nodes for the search.
std::string report(llvm::StringRef Shape, uint64_t Nodes) {
  place::PlaceOptions Options;
  Options.Limits.Nodes = Nodes;
  placeir::KernelPlacement Kernel;
  Kernel.View = place::shape(Shape);
  Kernel.View.Kernel = "k";
  Kernel.Slotted = place::withSlots(Kernel.View);
  Kernel.Placement = place::cheapestPlacement(Kernel.Slotted, Options);
  KernelFile Input = KernelFile::ofModule("k.cl");
  return summaryText(Kernel, notesOf(Kernel, Input));
}

TEST(PlaceText, BestThatWasFoundAndItsGap) {
  EXPECT_EQ(report("loop{ sA rA } mA.mid", 0),
            "kernel k: 3 barriers placed (2 at loop depth 1, 1 outside loops); "
            "minimality not proved, lower bound: 2 at loop depth 1");
  EXPECT_EQ(report("loop{ sA rA } mA.mid", 1000),
            "kernel k: 2 barriers placed (2 at loop depth 1); minimal");
}

TEST(PlaceText, AsManyAtALowerCost) {
  constexpr llvm::StringLiteral Shape =
      "gB.mid some{ mB.mid rB%4+2 aA.lo } wA.lo";
  std::string Barriers = "kernel k: 3 barriers placed (2 at loop depth 1, 1 "
                         "outside loops); ";
  EXPECT_EQ(report(Shape, 0),
            Barriers + "the number is minimal; whether a cheaper placement of "
                       "the same number exists was not decided");
  EXPECT_EQ(report(Shape, 1000), Barriers + "minimal");
}

TEST(PlaceText, TheBoundMayDependOnUnknownValues) {
  EXPECT_EQ(report("if{ loop{ sA rA } mA.mid }", 0),
            "kernel k: 3 barriers placed (2 at loop depth 1, 1 outside loops); "
            "minimality not proved, lower bound: 2 at loop depth 1, assuming "
            "unknown values are unconstrained");
}

} // namespace
} // namespace fencepost
