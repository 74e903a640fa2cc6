//===- Verifier.cpp - Is a certificate true? ------------------------------===//
// See Verifier.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/Verifier.h"
#include "CertifiedView.h"
#include "PhaseAlternation.h"
#include "UnorderedPairs.h"
#include "fencepost/Certificate/LowerBound.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Target/Processor.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::certificate {

using namespace view;
using view::AccessSite;
using view::Site;

llvm::StringRef nameOf(Fault F) {
  static constexpr llvm::StringLiteral Names[] = {
      "other-input",  "not-understood", "wrong-barrier", "hazard-missing",
      "hazard-wrong", "path-uncovered", "wait-missing",  "wrong-cost",
      "wrong-path",   "bound-too-high"};
  static_assert(std::size(Names) == NumFaults);
  return Names[unsigned(F)];
}

namespace {

/// \p Pair of the view of \p Barred, in the original view.
AccessPair original(const CertifiedView &Barred, const AccessPair &Pair) {
  auto Was = [&](AccessSite Access) {
    return AccessSite{Barred.Was.at(Access.Site), Access.Destination};
  };
  return std::minmax(Was(Pair.first), Was(Pair.second));
}

class Verifier {
public:
  Verifier(const SyncView &View, const Certificate &Certificate)
      : View(View), Cert(Certificate), Layout(View, Certificate.Mode) {}
  VerifierAnswer run();

private:
  bool isSupported();
  void checkBarriers();
  void checkNew(const Barrier &B);
  void checkExisting(const Barrier &B);
  bool checkReferences();
  Changes changes() const;
  std::set<Site> transparentExcept(llvm::ArrayRef<uint32_t> Barriers) const;
  void checkHazards();
  void checkUnlisted(UnorderedPairs &Pairs);
  bool isOrderable(const AccessPair &Pair);
  void checkWaits(const CertifiedView &Barred);
  void checkSplit();
  std::set<Site> notOrderingIn(const CertifiedView &Barred) const;
  void checkCost();
  void checkBound();

  void object(Fault Kind, const llvm::Twine &Text) {
    Result.Objections.push_back({Kind, Text.str()});
  }
  std::string nameOf(Site Position) const;
  std::string nameOf(BarrierPoint Point) const;
  std::string nameOf(const AccessPair &Pair) const {
    return nameOf(Pair.first.Site) + " and " + nameOf(Pair.second.Site);
  }
  AccessPair original(const AccessPair &Pair) const {
    return certificate::original(*Placed, Pair);
  }

  const SyncView &View;
  const Certificate &Cert;
  PlacementLayout Layout;
  std::optional<CertifiedView> Placed;
  std::optional<std::set<AccessPair>> Unorderable; ///< Found when it is needed.
  VerifierAnswer Result;
};

std::string Verifier::nameOf(Site Position) const {
  const Block &B = View.Blocks[Position.Block];
  std::string Name = "event " + std::to_string(Position.Event) + " of block " +
                     std::to_string(Position.Block);
  if (!B.Name.empty())
    Name += " (" + B.Name + ")";
  if (unsigned Line = Position.in(View).Where.Line)
    Name += " at line " + std::to_string(Line);
  return Name;
}

std::string Verifier::nameOf(BarrierPoint Point) const {
  std::string Block = "block " + std::to_string(Point.Block);
  if (Point.EdgeTo != None)
    return "the edge from " + Block + " to " + std::to_string(Point.EdgeTo);
  return "event " + std::to_string(Point.Event) + " of " + Block;
}

bool Verifier::isSupported() {
  if (Cert.Kernel != View.Kernel)
    object(Fault::OtherInput, "it is about kernel '" + Cert.Kernel + "'");
  llvm::StringRef Processor = View.Proc ? View.Proc->Name : "";
  if (Cert.Processor != Processor)
    object(Fault::OtherInput, "it is for processor '" + Cert.Processor +
                                  "', not for '" + Processor + "'");
  if (!View.Reducible)
    object(Fault::NotUnderstood, "the control flow is not reducible");
  view::forEachEvent(View, [&](Site Position, const Event &E) {
    if (E.Kind == EventKind::Opaque)
      object(Fault::NotUnderstood, nameOf(Position) + ": " + E.Text);
  });
  return Result.isAccepted();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void Verifier::checkNew(const Barrier &B) {
  if (std::optional<std::string> Why = Layout.objectionTo(B.Point))
    object(Fault::WrongBarrier,
           "no barrier can be placed at " + nameOf(B.Point) + ": " + *Why);
  if (B.Release || B.Acquire)
    object(Fault::WrongBarrier,
           "the new barrier at " + nameOf(B.Point) + " has its fences");
}

void Verifier::checkExisting(const Barrier &B) {
  const Existing *Existing = Layout.existingAt({B.Point.Block, B.Point.Event});
  if (!Existing || B.Point.EdgeTo != None ||
      *Existing->Parts.begin() != Site{B.Point.Block, B.Point.Event})
    return object(Fault::WrongBarrier,
                  "there is no barrier at " + nameOf(B.Point));
  if (!Existing->IsUniform)
    object(Fault::WrongBarrier,
           "non-uniform control flow at the barrier at " + nameOf(B.Point));
  if (Existing->IsFenced && (B.Release || B.Acquire))
    object(Fault::WrongBarrier,
           "the barrier at " + nameOf(B.Point) + " has its fences");
}

void Verifier::checkBarriers() {
  std::set<std::pair<bool, BarrierPoint>> Seen;
  std::set<Site> Known(Cert.Removed.begin(), Cert.Removed.end());
  for (const Barrier &B : Cert.Barriers) {
    if (!Seen.insert({B.IsNew, B.Point}).second)
      object(Fault::WrongBarrier, nameOf(B.Point) + " is named twice");
    if (!B.IsNew)
      Known.insert({B.Point.Block, B.Point.Event});
    B.IsNew ? checkNew(B) : checkExisting(B);
    if (!B.IsNew && Cert.Mode == CertifiedMode::Replace)
      object(Fault::WrongBarrier,
             "the barrier at " + nameOf(B.Point) + " stays");
  }
  for (const CertifiedPart &P : Cert.Split)
    if (std::optional<std::string> Why = Layout.objectionTo(P.Point))
      object(Fault::WrongBarrier,
             std::string("no ") + (P.IsSignal ? "signal" : "wait") +
                 " can be placed at " + nameOf(P.Point) + ": " + *Why);
  if (Cert.Mode == CertifiedMode::Keep && !Cert.Removed.empty())
    object(Fault::WrongBarrier, "a barrier is removed");
  for (const Existing &E : Layout.existing())
    if (!Known.erase(*E.Parts.begin()))
      object(Fault::WrongBarrier, "nothing is listed for the barrier at " +
                                      nameOf(*E.Parts.begin()));
  if (!Known.empty())
    object(Fault::WrongBarrier, "a listed barrier does not exist");
}

/// Whether all accesses, transfers and barriers that are named exist.
bool Verifier::checkReferences() {
  size_t Before = Result.Objections.size();
  auto IsThere = [&](Site Position) {
    return Position.Block < View.Blocks.size() &&
           Position.Event < View.Blocks[Position.Block].Events.size();
  };
  auto IsTransfer = [&](Site Position) {
    return IsThere(Position) && Position.in(View).Kind == EventKind::Transfer;
  };
  for (const Barrier &B : Cert.Barriers)
    if (!llvm::all_of(B.Waits, IsTransfer))
      object(Fault::HazardWrong,
             "a barrier waits for an event that is not a transfer");
  for (const WaveWait &W : Cert.WaveWaits)
    if (!IsTransfer(W.Transfer) || !IsThere(W.Use))
      object(Fault::HazardWrong,
             "a wave waits for an event that is not a transfer");
  std::set<AccessPair> Seen;
  for (const OrderedPair &H : Cert.Hazards) {
    if (!Seen.insert({H.First, H.Second}).second)
      object(Fault::HazardWrong, "a hazard is listed twice");
    bool IsTrue = IsThere(H.First.Site) && IsThere(H.Second.Site) &&
                  mayAccessLds(View, H.First) && mayAccessLds(View, H.Second) &&
                  view::conflict(View, H.First, H.Second);
    if (!IsTrue || H.Second < H.First)
      object(
          Fault::HazardWrong,
          "a listed hazard names events that are not conflicting LDS accesses");
    if (llvm::any_of(H.Barriers,
                     [&](uint32_t B) { return B >= Cert.Barriers.size(); }))
      object(Fault::HazardWrong, "a hazard names a barrier that is not listed");
  }
  return Result.Objections.size() == Before;
}

/// What is done to the kernel; new barriers are whole.
Changes Verifier::changes() const {
  Changes Applied;
  for (const Barrier &B : Cert.Barriers) {
    if (B.IsNew)
      Applied.Barriers.insert(B.Point);
    if (!B.Waits.empty() && B.IsNew)
      Applied.Completed.insert(B.Point);
    if (!B.Waits.empty() && !B.IsNew)
      for (Site Part : Layout.existingAt({B.Point.Block, B.Point.Event})->Parts)
        if (arrives(Part.in(View).Op.Action))
          Applied.CompletedBy.insert(Part);
  }
  for (Site Position : Cert.Removed)
    Applied.Gone.insert(Layout.existingAt(Position)->Parts.begin(),
                        Layout.existingAt(Position)->Parts.end());
  for (const WaveWait &W : Cert.WaveWaits)
    Applied.CompletedBy.insert(W.Use);
  return Applied;
}

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

/// All barriers of the placed view but those of \p Barriers that order.
std::set<Site>
Verifier::transparentExcept(llvm::ArrayRef<uint32_t> Barriers) const {
  std::set<Site> Result;
  view::forEachEvent(Placed->View, [&](Site Position, const Event &E) {
    if (view::isWorkgroupBarrier(E))
      Result.insert(Position);
  });
  for (uint32_t Number : Barriers) {
    const Barrier &B = Cert.Barriers[Number];
    if (B.IsNew) {
      Result.erase(Placed->New.at(B.Point));
      continue;
    }
    const Existing *Existing =
        Layout.existingAt({B.Point.Block, B.Point.Event});
    if (Existing->IsFenced || (B.Release || B.Acquire))
      for (Site Part : Existing->Parts)
        Result.erase(Placed->NewSiteOf.at(Part));
  }
  return Result;
}

/// Whether a barrier at every point would order them.
bool Verifier::isOrderable(const AccessPair &Pair) {
  if (!Unorderable) {
    PlacementLayout All(View, CertifiedMode::Replace);
    Changes Changes;
    Changes.Barriers = All.points();
    for (const Existing &E : Layout.existing())
      Changes.Gone.insert(E.Parts.begin(), E.Parts.end());
    CertifiedView Full(View, Changes);
    Unorderable.emplace();
    for (const AccessPair &P : UnorderedPairs(Full.View).find(
             {}, [](const AccessPair &) { return true; }))
      Unorderable->insert(certificate::original(Full, P));
  }
  return !Unorderable->count(Pair);
}

/// Hazards that the same barriers order are looked at together.
void Verifier::checkHazards() {
  UnorderedPairs Unordered(Placed->View);
  std::map<std::vector<uint32_t>, std::set<AccessPair>> ByBarriers;
  for (const OrderedPair &H : Cert.Hazards)
    ByBarriers[H.Barriers].insert({H.First, H.Second});
  for (const auto &[Barriers, Pairs] : ByBarriers)
    for (const AccessPair &Pair :
         Unordered.find(transparentExcept(Barriers), [&](const AccessPair &P) {
           return Pairs.count(original(P)) != 0;
         }))
      if (isOrderable(original(Pair)))
        object(Fault::PathUncovered,
               nameOf(original(Pair)) +
                   " can collide, and none of the listed barriers orders them");
  checkUnlisted(Unordered);
  if (!Unordered.problem().empty())
    object(Fault::NotUnderstood, Unordered.problem());
}

void Verifier::checkUnlisted(UnorderedPairs &Pairs) {
  std::set<AccessPair> Listed;
  for (const OrderedPair &H : Cert.Hazards)
    Listed.insert({H.First, H.Second});
  for (const AccessPair &Pair :
       Pairs.find(transparentExcept({}), [&](const AccessPair &P) {
         return !Listed.count(original(P));
       })) {
    if (isOrderable(original(Pair)))
      object(Fault::HazardMissing,
             nameOf(original(Pair)) + " can collide, and are not listed");
    else
      ++Result.Unorderable;
  }
}

void Verifier::checkWaits(const CertifiedView &Barred) {
  sym::Analysis Facts(Barred.View);
  for (const check::Defect &F : check::findNotComplete(Facts))
    if (F.Certainty == check::Certainty::Error) {
      auto Was = [&](Site Position) {
        auto It = Barred.Was.find(Position);
        return It == Barred.Was.end() ? Site{0, 0} : It->second;
      };
      object(Fault::WaitMissing, "the transfer " + nameOf(Was(F.Second.Site)) +
                                     " may not be complete when " +
                                     nameOf(Was(F.First.Site)) + " comes");
    }
}

//===----------------------------------------------------------------------===//
// Signals and waits that stand apart
//===----------------------------------------------------------------------===//

/// Existing barriers, and that do not order.
std::set<Site> Verifier::notOrderingIn(const CertifiedView &Barred) const {
  std::set<Site> Result;
  for (const Barrier &B : Cert.Barriers) {
    const Existing *Existing =
        B.IsNew ? nullptr : Layout.existingAt({B.Point.Block, B.Point.Event});
    if (Existing && !Existing->IsFenced && !B.Release && !B.Acquire)
      for (Site Part : Existing->Parts)
        Result.insert(Barred.NewSiteOf.at(Part));
  }
  return Result;
}

void Verifier::checkSplit() {
  if (Cert.Split.empty())
    return;
  Changes Changes = changes();
  Changes.Barriers.clear();
  for (const CertifiedPart &P : Cert.Split)
    Changes.Parts[P.Point].push_back(P);
  CertifiedView Apart(View, Changes);
  if (std::optional<llvm::StringRef> Why = findAlternationFault(Apart.View))
    return object(Fault::WrongBarrier, *Why);
  UnorderedPairs Pairs(Apart.View);
  for (const AccessPair &Pair : Pairs.find(
           notOrderingIn(Apart), [](const AccessPair &) { return true; })) {
    AccessPair Was = certificate::original(Apart, Pair);
    if (isOrderable(Was))
      object(Fault::PathUncovered,
             nameOf(Was) + " can collide, and no signal and wait order them");
  }
  if (!Pairs.problem().empty())
    object(Fault::NotUnderstood, Pairs.problem());
  checkWaits(Apart);
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

void Verifier::checkCost() {
  Cost Sum;
  for (const Barrier &B : Cert.Barriers) {
    if (B.IsNew)
      Sum += Layout.costOf(B.Point);
    else if (Cert.Mode != CertifiedMode::Keep || B.Release || B.Acquire)
      Sum += Layout.costOf(CandidateSlot{true, B.Point});
  }
  if (Sum != Cert.Total)
    object(Fault::WrongCost,
           "the barriers cost " + Sum.text() + ", not " + Cert.Total.text());
  if (Cert.LowerBound > Sum)
    object(Fault::BoundTooHigh, "the lower bound is above the cost");
}

void Verifier::checkBound() {
  ThreadExecutor Runs(View);
  std::vector<CandidateNeed> Needs;
  for (size_t I = 0; I < Cert.Bound.size(); ++I) {
    const BoundPath &Path = Cert.Bound[I];
    llvm::Expected<CandidateNeed> Need = verifyNeed(View, Layout, Runs, Path);
    if (!Need) {
      object(Fault::WrongPath, "path " + llvm::Twine(I) + ": " +
                                   llvm::toString(Need.takeError()));
      continue;
    }
    ++(Path.Witness ? Result.Witnessed : Result.NotWitnessed);
    AccessPair Ends = std::minmax(Path.From, Path.To);
    bool IsListed = llvm::any_of(Cert.Hazards, [&](const OrderedPair &H) {
      return H.First == Ends.first && H.Second == Ends.second;
    });
    if (!Path.Witness && !IsListed)
      object(Fault::WrongPath,
             "path " + llvm::Twine(I) + ": its accesses are no hazard");
    if (llvm::is_contained(Needs, *Need))
      object(Fault::WrongPath,
             "path " + llvm::Twine(I) + ": it adds nothing to another one");
    Needs.push_back(std::move(*Need));
  }
  std::optional<Cost> Least = minimalCost(Layout, Needs);
  if (!Least)
    object(Fault::NotUnderstood,
           "too many paths of the lower bound share slots");
  else if (*Least < Cert.LowerBound)
    object(Fault::BoundTooHigh, "the paths show " + Least->text() + ", not " +
                                    Cert.LowerBound.text());
}

VerifierAnswer Verifier::run() {
  if (!isSupported())
    return std::move(Result);
  checkBarriers();
  if (!checkReferences() || !Result.isAccepted())
    return std::move(Result);
  Placed.emplace(View, changes());
  checkHazards();
  checkWaits(*Placed);
  checkSplit();
  checkCost();
  checkBound();
  return std::move(Result);
}

} // namespace

VerifierAnswer verify(const SyncView &View, const Certificate &Certificate) {
  return Verifier(View, Certificate).run();
}

} // namespace fencepost::certificate
