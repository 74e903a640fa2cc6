//===- VerifierTest.cpp - Is a certificate true? --------------------------===//
// Certificates of good placements are accepted, and those that were changed are
// not, for the right reason.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/Verifier.h"
#include "Certified.h"
#include "RandomShape.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

using place::PlaceMode;

std::string text(const VerifierAnswer &V) {
  std::string Result;
  for (const Objection &O : V.Objections)
    Result += nameOf(O.Fault).str() + ": " + O.Text + "\n";
  return Result;
}

std::set<Fault> faultsOf(const view::SyncView &View,
                         const Certificate &Certificate) {
  std::set<Fault> Result;
  for (const Objection &O : verify(View, Certificate).Objections)
    Result.insert(O.Fault);
  return Result;
}

// The kernels whose least number of barriers is known.
const char *const Known[] = {
    "wA rA",
    "wA oA",
    "wA wB wC rA rB rC",
    "wA wB rA wC rB rC",
    "wA.lo rA.lo wA.hi rA.hi",
    "wA aA rA",
    "loop{wA aA rA}",
    "wA mA rA",
    "wA | wB rA rB",
    "gA wB rB rA",
    "yA wB rB rA",
    "gA | rA",
    "yA | rA",
    "loop{wA rA}",
    "loop{rA wA}",
    "loop{wA rA rA}",
    "loop{wA rA rA wB rB rB}",
    "loop{wA wB rA rB}",
    "wA loop{rA}",
    "loop{wA loop{rA rA}}",
    "wA$ loop{rA$ wA$+1}",
    "wA%2 loop{rA%2 wA%2+1}",
    "wA%3 wA%3+1 loop{rA%3 wA%3+2}",
    "loop{wA%4+2 rA%4}",
    "wA%3 | loop{wA%3+1 rA%3}",
    "wA ^ rA",
    "wA < wB > rA rB",
    "wA if{rA} wB rB",
    "loop{if{wA} rA}",
    "wA some{rA} wA",
    // Accesses that no path leads between without a barrier.
    "loop{ if{ mA | } } rA.lo",
    "some{ jump0 sA.mid } rB.lo mA at0 wB",
    "while{ out mA loop{ bA.lo } } rA",
    "loop{ if{ aA bA } } oA",
};

TEST(Verifier, AcceptsKnownKernels) {
  for (const char *Text : Known)
    for (PlaceMode Mode : {PlaceMode::Keep, PlaceMode::Replace}) {
      Certified C(Text, Mode);
      VerifierAnswer V = verify(C.View, C.Cert);
      EXPECT_TRUE(V.isAccepted()) << Text << "\n" << text(V);
      EXPECT_EQ(C.Cert.LowerBound, C.Cert.Total) << Text;
      EXPECT_EQ(V.NotWitnessed, 0u) << Text;
    }
}

TEST(Verifier, AcceptsWhatStays) {
  for (const char *Text : {"wA | | rA", "wA | loop{| rA}", "wA ^ | rA",
                           "loop{wA | rA | wB | rB |}", "wA | oA"}) {
    Certified C(Text, PlaceMode::RemoveNeedless);
    VerifierAnswer V = verify(C.View, C.Cert);
    EXPECT_TRUE(V.isAccepted()) << Text << "\n" << text(V);
  }
}

TEST(Verifier, SaysWhatNoBarrierOrders) {
  // All waves write one word at once.
  Certified C("many{mA sA} | rA");
  VerifierAnswer V = verify(C.View, C.Cert);
  EXPECT_TRUE(V.isAccepted()) << text(V);
  EXPECT_GE(V.Unorderable, 1u);
}

TEST(Verifier, ABoundThatIsNotShown) {
  // Nothing can be run where an address is unknown.
  view::SyncView View = place::shape("wA rA");
  View.Blocks[0].Events[1].Memory.Address = view::None;
  place::SlottedView Slotted = place::withSlots(View);
  Certificate Certificate = place::certify(
      View, Slotted, place::cheapestPlacement(Slotted), PlaceMode::Keep);
  VerifierAnswer V = verify(View, Certificate);
  EXPECT_TRUE(V.isAccepted()) << text(V);
  EXPECT_EQ(V.NotWitnessed, 1u);
  EXPECT_EQ(Certificate.LowerBound, Certificate.Total);
}

//===----------------------------------------------------------------------===//
// Changed certificates
//===----------------------------------------------------------------------===//

TEST(Verifier, EveryHazardIsNeeded) {
  for (const char *Text : Known) {
    Certified C(Text);
    for (size_t I = 0; I < C.Cert.Hazards.size(); ++I) {
      Certificate Less = C.Cert;
      Less.Hazards.erase(Less.Hazards.begin() + I);
      EXPECT_TRUE(faultsOf(C.View, Less).count(Fault::HazardMissing)) << Text;
    }
  }
}

TEST(Verifier, EveryBarrierOfAHazardIsNeeded) {
  Certified C("wA rA");
  C.Cert.Hazards[0].Barriers.clear();
  EXPECT_EQ(faultsOf(C.View, C.Cert), std::set<Fault>{Fault::PathUncovered});
  Certified D("loop{wA rA}");
  ASSERT_EQ(D.Cert.Hazards[0].Barriers.size(), 2u);
  D.Cert.Hazards[0].Barriers.pop_back();
  EXPECT_EQ(faultsOf(D.View, D.Cert), std::set<Fault>{Fault::PathUncovered});
}

TEST(Verifier, EveryPathIsNeeded) {
  for (const char *Text : Known) {
    Certified C(Text);
    for (size_t I = 0; I < C.Cert.Bound.size(); ++I) {
      Certificate Less = C.Cert;
      Less.Bound.erase(Less.Bound.begin() + I);
      EXPECT_EQ(faultsOf(C.View, Less), std::set<Fault>{Fault::BoundTooHigh})
          << Text;
    }
  }
}

TEST(Verifier, TheBoundCannotBeRaised) {
  for (const char *Text : Known) {
    Certified C(Text);
    ++C.Cert.LowerBound.Executions;
    EXPECT_TRUE(faultsOf(C.View, C.Cert).count(Fault::BoundTooHigh)) << Text;
    ++C.Cert.Total.Executions;
    EXPECT_TRUE(faultsOf(C.View, C.Cert).count(Fault::WrongCost)) << Text;
  }
}

TEST(Verifier, ALowerBoundMayBeLow) {
  Certified C("wA wB rA wC rB rC");
  C.Cert.LowerBound = Cost();
  C.Cert.Bound.clear();
  EXPECT_TRUE(verify(C.View, C.Cert).isAccepted());
}

TEST(Verifier, BarriersCannotMove) {
  Certified C("wA rA");
  Certificate Moved = C.Cert;
  Moved.Barriers[0].Point.Event = 0;
  EXPECT_EQ(faultsOf(C.View, Moved), std::set<Fault>{Fault::PathUncovered});
  Moved.Barriers[0].Point.Event = 9;
  EXPECT_EQ(faultsOf(C.View, Moved), std::set<Fault>{Fault::WrongBarrier});
  Certified D("wA div{rA}");
  Moved = D.Cert;
  Moved.Barriers[0].Point = {1, 0, view::None};
  EXPECT_EQ(faultsOf(D.View, Moved), std::set<Fault>{Fault::WrongBarrier});
  // Into a loop: right, but it costs more.
  Certified E("wA loop{rA}");
  Moved = E.Cert;
  Moved.Barriers[0].Point = {1, 0, view::None};
  EXPECT_EQ(faultsOf(E.View, Moved), std::set<Fault>{Fault::WrongCost});
}

TEST(Verifier, BarriersThatAreThere) {
  Certified C("wA | rA");
  Certificate Other = C.Cert;
  Other.Barriers.clear();
  Other.Hazards[0].Barriers.clear();
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::WrongBarrier});
  Other.Removed.push_back({0, 2});
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::WrongBarrier});
  Other.Mode = CertifiedMode::Replace;
  EXPECT_TRUE(faultsOf(C.View, Other).count(Fault::PathUncovered));
  Other = C.Cert;
  Other.Barriers.push_back(Other.Barriers[0]);
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::WrongBarrier});
  Other = C.Cert;
  Other.Barriers[0].Point.Event = 1;
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::WrongBarrier});
  // Without the fences that it needs, a barrier orders nothing.
  Certified D("wA ^ rA");
  D.Cert.Barriers[0].Release = D.Cert.Barriers[0].Acquire = false;
  EXPECT_TRUE(faultsOf(D.View, D.Cert).count(Fault::PathUncovered));
}

TEST(Verifier, WaitsCannotBeLeftOut) {
  for (const char *Text : {"yA wB rB rA", "yA | rA"}) {
    Certified C(Text);
    for (Barrier &B : C.Cert.Barriers)
      B.Waits.clear();
    EXPECT_TRUE(faultsOf(C.View, C.Cert).count(Fault::WaitMissing)) << Text;
  }
}

TEST(Verifier, WhatDoesNotExist) {
  Certified C("wA rA");
  Certificate Other = C.Cert;
  Other.Kernel = "other";
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::OtherInput});
  Other = C.Cert;
  Other.Hazards[0].Second.Site.Event = 7;
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::HazardWrong});
  Other = C.Cert;
  Other.Hazards[0].Barriers = {5};
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::HazardWrong});
  Other = C.Cert;
  Other.Barriers[0].Waits = {{0, 0}};
  EXPECT_EQ(faultsOf(C.View, Other), std::set<Fault>{Fault::HazardWrong});
  Other = C.Cert;
  Other.Bound[0].Witness->Threads[0] = ~0u;
  EXPECT_TRUE(faultsOf(C.View, Other).count(Fault::WrongPath));
}

TEST(Verifier, ACertificateIsForOneKernel) {
  Certified C("wA rA"), D("wA wB rA rB");
  EXPECT_FALSE(verify(D.View, C.Cert).isAccepted());
  EXPECT_FALSE(verify(C.View, D.Cert).isAccepted());
}

TEST(Verifier, WhatIsNotUnderstood) {
  Certified C("wA rA");
  C.View.Blocks[0].Events.emplace_back().Kind = view::EventKind::Opaque;
  EXPECT_EQ(faultsOf(C.View, C.Cert), std::set<Fault>{Fault::NotUnderstood});
}

//===----------------------------------------------------------------------===//
// Random kernels
//===----------------------------------------------------------------------===//

/// \p Of without barrier \p Number.
Certificate without(Certificate Certificate, uint32_t Number) {
  Certificate.Barriers.erase(Certificate.Barriers.begin() + Number);
  for (OrderedPair &H : Certificate.Hazards) {
    std::erase(H.Barriers, Number);
    for (uint32_t &B : H.Barriers)
      B -= B > Number;
  }
  return Certificate;
}

TEST(Verifier, RandomKernels) {
  unsigned Accepted = 0;
  forRandomKernels(100, [&](const Certified &C, const std::string &Name) {
    ++Accepted;
    VerifierAnswer V = verify(C.View, C.Cert);
    EXPECT_TRUE(V.isAccepted()) << Name << "\n" << text(V);
    EXPECT_EQ(C.Cert.LowerBound, C.Cert.Total) << Name;
    // None of the new barriers can be missed, whatever it costs then.
    for (uint32_t B = 0; B < C.Cert.Barriers.size(); ++B)
      if (C.Cert.Barriers[B].IsNew) {
        EXPECT_TRUE(
            faultsOf(C.View, without(C.Cert, B)).count(Fault::PathUncovered))
            << Name;
      }
  });
  EXPECT_GE(Accepted, 70u);
}

} // namespace
} // namespace fencepost::certificate
