//===- WitnessLitmus.cpp - A race as a litmus test -----------------------===//
// See WitnessLitmus.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/WitnessLitmus.h"
#include "StatementWriter.h"
#include "fencepost/Check/WitnessSteps.h"
#include "fencepost/Report/DefectText.h"
#include "fencepost/Report/ReasonText.h"
#include "fencepost/View/MergeLdsObjects.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace fencepost {

using check::Defect;
using check::DefectKind;
using check::WitnessStep;
using check::WitnessSteps;
using check::WitnessThread;
using litmus::Statement;
using litmus::StatementKind;
using view::AccessSite;
using view::Event;
using view::SyncView;

bool isRaceKind(DefectKind Kind) {
  return Kind == DefectKind::LdsRace || Kind == DefectKind::GlobalRace ||
         Kind == DefectKind::BarrierWithoutFence ||
         Kind == DefectKind::FenceTooNarrow ||
         Kind == DefectKind::AsyncNotComplete ||
         Kind == DefectKind::NarrowAtomic;
}

static bool isPublicationKind(DefectKind Kind) {
  return Kind == DefectKind::WeakPublication || Kind == DefectKind::WeakPoll;
}

bool hasLitmus(DefectKind Kind) {
  return isRaceKind(Kind) || isPublicationKind(Kind);
}

namespace {

class TestWriter : StatementWriter {
public:
  TestWriter(const SyncView &View, const Defect &F, const WitnessSteps &Steps,
             llvm::StringRef File)
      : StatementWriter(View, File), F(F), W(*F.Evidence), Steps(Steps),
        Raced(View.Objects[check::racedObject(View, F)]),
        Location(locationName(Raced.Name)) {}

  std::string text(llvm::StringRef Name);

private:
  // Accesses: 0 is the first one of the finding, 1 the second.
  AccessSite site(unsigned Access) const { return Access ? F.Second : F.First; }
  bool isTransfer(unsigned Access) const {
    return site(Access).Site.in(View).Kind == view::EventKind::Transfer;
  }
  /// The other side of a transfer.
  std::string other(unsigned Access) const {
    return Location + (site(Access).Destination ? "_from_" : "_to_") +
           llvm::utostr(Access);
  }
  void comments();
  void actor(unsigned Access);
  void declarations();
  void thread(unsigned Thread);
  void step(WitnessStep Step, bool Alone);
  void accessStep(unsigned Access);
  std::string groupOf(unsigned Access) const;

  const Defect &F;
  const sim::Witness &W;
  const WitnessSteps &Steps;
  const view::Object &Raced;
  std::string Location;
};

const char *verbOf(const view::AccessRange &T) {
  return T.Reads && T.Writes ? "updates" : T.Writes ? "writes" : "reads";
}

/// " of work-group (1, 0, 0)" where they are of different ones.
std::string TestWriter::groupOf(unsigned Access) const {
  if (!W.OtherGroup)
    return "";
  return " of work-group " +
         (Access ? tripleText(*W.OtherGroup) : tripleText(W.Group));
}

void TestWriter::actor(unsigned Access) {
  const sim::Actor &A = W.Threads[Access];
  unsigned Thread = std::min<unsigned>(Access, Steps.Threads.size() - 1);
  OS << "// P" << Thread << ": work-item "
     << tripleText({A.Id[0], A.Id[1], A.Id[2]}) << " of wave "
     << Steps.Threads[Thread].Wave << groupOf(Access) << ' '
     << verbOf(site(Access).in(View)) << " it at " << place(site(Access).Site);
  llvm::ListSeparator Comma(", ");
  if (!A.Iterations.empty())
    OS << ", iteration ";
  for (auto [Loop, Count] : A.Iterations)
    OS << Comma << Count;
  OS << '\n';
}

void TestWriter::comments() {
  bool IsLds = Raced.Space == AddressSpace::Local;
  OS << "// Kernel " << onOneLine(View.Kernel) << ": a race on byte "
     << W.Byte - Raced.Base << " of " << (IsLds ? "LDS" : "global memory")
     << " '" << onOneLine(Raced.Name) << "'.\n";
  for (unsigned Access : {0u, 1u})
    actor(Access);
  if (Steps.Threads.size() > 2)
    OS << "// The other threads are waves that take part in barriers.\n";
  OS << "// "
     << (W.OtherGroup ? "A work-group" : "Work-group " + tripleText(W.Group))
     << " has " << W.Size[0] << " x " << W.Size[1] << " x " << W.Size[2]
     << " work-items in waves of " << View.WaveSize << '.';
  for (auto [Argument, Value] : W.Arguments)
    OS << " Argument " << Argument << " is " << Value << '.';
  OS << '\n';
  if (std::string Why = reasonText(check::stateDefect(View, F)); !Why.empty())
    OS << "// The reason: " << onOneLine(Why) << ".\n";
}

void TestWriter::declarations() {
  bool IsLds = Raced.Space == AddressSpace::Local;
  OS << "{ " << (IsLds ? "local " : "global ") << Location << " = 0;";
  for (unsigned Access : {0u, 1u})
    if (isTransfer(Access))
      OS << (IsLds ? " global " : " local ") << other(Access) << " = 0;";
  std::set<std::string> Barriers;
  for (const WitnessThread &T : Steps.Threads)
    for (WitnessStep Step : T.Steps) {
      const Event &E = Step.At.in(View);
      if (E.Kind == view::EventKind::Barrier && E.Op.Object.isNamed() &&
          !E.Op.Object.isNull())
        Barriers.insert(barrierName(E.Op.Object));
    }
  for (const std::string &Name : Barriers)
    OS << " barrier " << Name << ';';
  OS << " }\n";
}

/// The accesses write different values.
void TestWriter::accessStep(unsigned Access) {
  if (isTransfer(Access))
    return transfer(site(Access), Location, other(Access));
  line(access(site(Access), Location, Access + 1), site(Access).Site);
}

void TestWriter::step(WitnessStep Step, bool Alone) {
  if (Step.Access)
    return accessStep(*Step.Access);
  const Event &E = Step.At.in(View);
  Statement S;
  switch (E.Kind) {
  case view::EventKind::Fence:
    return fence(Step.At);
  case view::EventKind::Barrier:
    return barrier(Step.At, Alone);
  case view::EventKind::AsyncMark:
  case view::EventKind::AsyncWait:
    S.Kind = E.Kind == view::EventKind::AsyncMark ? StatementKind::AsyncMark
                                                  : StatementKind::AsyncWait;
    if (E.Kind == view::EventKind::AsyncWait)
      S.Value = number(E.Op.Marks);
    return line(S, Step.At);
  default:
    OS << "  // " << onOneLine(E.Text) << " at " << place(Step.At)
       << " is no fence\n";
  }
}

/// Marks and waits for them say nothing in a thread without a transfer.
void TestWriter::thread(unsigned Thread) {
  const WitnessThread &T = Steps.Threads[Thread];
  bool Transfers = llvm::any_of(T.Steps, [&](WitnessStep Step) {
    return Step.Access && isTransfer(*Step.Access);
  });
  beginThread();
  bool Alone = llvm::count_if(Steps.Threads, [&](const WitnessThread &Other) {
                 return Other.Group == T.Group;
               }) == 1;
  OS << "thread P" << Thread << " @ ";
  if (W.OtherGroup)
    OS << "workgroup " << T.Group << ' ';
  OS << "wavefront " << T.Wave << " {\n";
  for (WitnessStep Step : T.Steps) {
    view::EventKind Kind = Step.At.in(View).Kind;
    if (Transfers || (Kind != view::EventKind::AsyncMark &&
                      Kind != view::EventKind::AsyncWait))
      step(Step, Alone);
  }
  OS << "}\n";
}

std::string TestWriter::text(llvm::StringRef Name) {
  comments();
  OS << "AMDGPU " << testName(Name) << '\n';
  declarations();
  for (unsigned Thread = 0; Thread < Steps.Threads.size(); ++Thread)
    thread(Thread);
  OS << "exists (race)\n";
  return std::move(Text);
}

} // namespace

std::optional<std::string> litmusOf(const SyncView &View, const Defect &F,
                                    llvm::StringRef Name,
                                    llvm::StringRef File) {
  if (isPublicationKind(F.Kind))
    return publicationLitmus(View, F, Name, File);
  if (!isRaceKind(F.Kind) || !F.Evidence ||
      check::racedObject(View, F) == view::None)
    return std::nullopt;
  std::optional<WitnessSteps> Steps = check::witnessSteps(View, F);
  if (!Steps)
    return std::nullopt;
  return TestWriter(View, F, *Steps, File).text(Name);
}

} // namespace fencepost
