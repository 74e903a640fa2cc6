//===- CertifiedSplitTest.cpp - Certificates of signals and waits ---------===//
// Certificates of split barriers are accepted; of those in which a signal or a
// wait was moved, exactly those that running the kernel says nothing against.
//===----------------------------------------------------------------------===//
#include "Certified.h"
#include "CertifiedView.h"
#include "PhaseAlternation.h"
#include "RandomShape.h"
#include "SplitOracle.h"
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/Certificate/Verifier.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

using place::PlaceMode;

std::string said(const view::SyncView &View, const Certificate &Certificate) {
  std::string Result;
  for (const Objection &O : verify(View, Certificate).Objections)
    Result += nameOf(O.Fault).str() + ": " + O.Text + "\n";
  return Result;
}

const char *const Kernels[] = {
    "wA rA",
    "wA wB rA",
    "wA oB rA oC",
    "wA rB rA wA",
    "wA if{wB} rA",
    "wA wC | wB rB",
    "wA < wC > rA wB rB",
    "yA wB rB rA",
    "loop{wA rA}",
    "loop{rB wA rA}",
    "loop{wA rA rB}",
    "loop{wA rB rA}",
    "wA loop{rA}",
    "wA$ loop{rA$ wA$+1}",
    "loop{rA%2 rB wA%2+1}",
    "loop{wA loop{rA rA}}",
    "wA some{rA} wA",
};

TEST(CertifiedSplit, IsAccepted) {
  size_t Apart = 0;
  for (const char *Text : Kernels)
    for (PlaceMode Mode : {PlaceMode::Keep, PlaceMode::Replace}) {
      Certified C(Text, Mode);
      Certificate Certificate = C.split();
      EXPECT_EQ(said(C.View, Certificate), "") << Text;
      EXPECT_FALSE(Certificate.Split.empty()) << Text;
      Apart += Certificate.Split.size();
    }
  EXPECT_GT(Apart, 80u);
}

TEST(CertifiedSplit, EveryPartIsNeeded) {
  for (const char *Text : Kernels) {
    Certified C(Text);
    Certificate Cert = C.split();
    for (size_t I = 0; I < Cert.Split.size(); ++I) {
      Certificate Less = Cert;
      Less.Split.erase(Less.Split.begin() + I);
      if (Less.Split.empty())
        continue; // Then they do not stand apart.
      EXPECT_NE(said(C.View, Less).find("wrong-barrier: "), std::string::npos)
          << Text;
    }
  }
}

TEST(CertifiedSplit, NotWhereNotAllWavesCome) {
  Certified C("wA div{rB} rA");
  Certificate Certificate = C.split();
  ASSERT_EQ(Certificate.Split.size(), 2u);
  Certificate.Split[0].Point = {1, 0, view::None};
  EXPECT_EQ(said(C.View, Certificate),
            "wrong-barrier: no signal can be placed at event 0 of block 1: it "
            "is in non-uniform control flow\n");
  Certificate.Split[0].Point = {9, 0, view::None};
  EXPECT_EQ(said(C.View, Certificate),
            "wrong-barrier: no signal can be placed at event 0 of block 9: "
            "there is no such block\n");
}

TEST(CertifiedSplit, TransfersAreComplete) {
  Certified C("yA wB rB rA");
  Certificate Certificate = C.split();
  for (CertifiedPart &P : Certificate.Split)
    P.Completes = false;
  EXPECT_NE(said(C.View, Certificate).find("wait-missing: "),
            std::string::npos);
}

/// Whether running \p View with the signals and waits of \p Of shows nothing.
bool isRight(const view::SyncView &View, const Certificate &Certificate) {
  Changes Changes;
  for (const CertifiedPart &P : Certificate.Split)
    Changes.Parts[P.Point].push_back(P);
  CertifiedView Barred(View, Changes);
  return !findAlternationFault(Barred.View) &&
         place::unorderedIn(Barred.View).empty();
}

/// Moves each part to each point, and compares.
void moveAll(const Certified &C, const std::string &Text, unsigned &Right,
             unsigned &Wrong) {
  Certificate Cert = C.split();
  std::set<BarrierPoint> Points = PlacementLayout(C.View, Cert.Mode).points();
  for (size_t I = 0; I < Cert.Split.size(); ++I)
    for (BarrierPoint To : Points) {
      Certificate Moved = Cert;
      CertifiedPart P = Moved.Split[I];
      P.Point = To;
      Moved.Split.erase(Moved.Split.begin() + I);
      // First at its point if it is a wait, otherwise last.
      Moved.Split.insert(P.IsSignal ? Moved.Split.end() : Moved.Split.begin(),
                         P);
      bool IsTrue = isRight(C.View, Moved);
      std::string Objections = said(C.View, Moved);
      EXPECT_EQ(IsTrue, Objections.empty())
          << Text << ": part " << I << " to " << To.Block << "." << To.Event
          << "\n"
          << Objections;
      ++(IsTrue ? Right : Wrong);
    }
}

TEST(CertifiedSplit, MovedParts) {
  unsigned Right = 0, Wrong = 0;
  for (const char *Text :
       {"wA rA", "wA wB rA", "wA oB rA oC", "wA rB rA wA", "wA if{wB} rA",
        "loop{wA rA}", "loop{rB wA rA}", "loop{wA rA rB}", "loop{wA rB rA}",
        "wA loop{rA}", "loop{rA%2 rB wA%2+1}", "wA some{rA} wA"})
    moveAll(Certified(Text, PlaceMode::Keep, 1), Text, Right, Wrong);
  EXPECT_EQ(Right, 22u);
  EXPECT_EQ(Wrong, 224u);
}

TEST(CertifiedSplit, RandomKernels) {
  unsigned Accepted = 0;
  forRandomKernels(100, [&](const Certified &C, const std::string &Name) {
    Certificate Certificate = C.split();
    Accepted += !Certificate.Split.empty();
    EXPECT_EQ(said(C.View, Certificate), "") << Name;
  });
  EXPECT_GE(Accepted, 30u);
}

} // namespace
} // namespace fencepost::certificate
