//===- WitnessPublication.cpp - A weak flag as a litmus test -------------===//
// See WitnessLitmus.h. One work-group stores the data and writes the flag, the
// other reads the flag and, if it saw the write, loads the data. Between them
// are the fences and barriers of a shortest path: an error holds on every path.
// Where one wave acts for others, its data is that of another wave, which
// executes the path up to its last barrier (or from its first one).
//
// There is no test if other barriers than the work-group's or opaque events lie
// on the path.
// Tested by unittests/Check/WitnessLitmusTest.cpp.
//===----------------------------------------------------------------------===//
#include "StatementWriter.h"
#include "fencepost/Check/WitnessSteps.h"
#include "fencepost/Report/DefectText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using check::Certainty;
using check::Defect;
using litmus::Statement;
using litmus::StatementKind;
using view::AccessSite;
using view::Site;
using view::SyncView;

namespace {

class PublicationWriter : StatementWriter {
public:
  PublicationWriter(const SyncView &View, const Defect &F,
                    llvm::StringRef File);
  std::optional<std::string> text(llvm::StringRef Name);

private:
  std::string nameOf(const view::AccessRange &T, const char *Else) const;
  void comments();
  void declarations();
  void begin(unsigned Group, unsigned Wave);
  void end() { OS << "}\n"; }
  void steps(llvm::ArrayRef<Site> Sync);
  void finishPhase(llvm::ArrayRef<Site> Sync);
  bool isBarrier(Site At) const {
    return At.in(View).Kind == view::EventKind::Barrier;
  }
  void data(AccessSite At, int32_t Value);
  Statement flag(Site At, bool Writes) const;
  void writers();
  void readers();
  void pollAlone(const Statement &Poll);
  void pollForOthers(const Statement &Poll);

  const Defect &F;
  const check::Publication &H;
  std::string Data, Flag;
  std::vector<Site> Before, After; ///< The flag's write and its read.
  unsigned Threads = 0;
};

} // namespace

PublicationWriter::PublicationWriter(const SyncView &View, const Defect &F,
                                     llvm::StringRef File)
    : StatementWriter(View, File), F(F), H(*F.Publication),
      Data(nameOf(H.Store.in(View), "data")),
      Flag(nameOf(H.Read.in(View).Memory, "flag")) {
  if (Data == Flag)
    Flag += "_flag";
}

std::string PublicationWriter::nameOf(const view::AccessRange &T,
                                      const char *Else) const {
  return T.Object == view::None ? Else
                                : locationName(View.Objects[T.Object].Name);
}

void PublicationWriter::comments() {
  OS << "// Kernel " << onOneLine(View.Kernel) << ": "
     << onOneLine(plainText(check::stateDefect(View, F))) << ".\n";
}

void PublicationWriter::declarations() {
  OS << "{ global " << Data << " = 0; global " << Flag << " = 0;";
  for (AccessSite At : {H.Store, H.Load})
    if (At.Site.in(View).Kind == view::EventKind::Transfer)
      OS << " local " << Data << (At.Destination ? "_from" : "_to") << " = 0;";
  OS << " }\n";
}

void PublicationWriter::begin(unsigned Group, unsigned Wave) {
  OS << "thread P" << Threads++ << " @ workgroup " << Group << " wavefront "
     << Wave << " {\n";
  beginThread();
}

void PublicationWriter::steps(llvm::ArrayRef<Site> Sync) {
  for (Site At : Sync)
    isBarrier(At) ? barrier(At, true) : fence(At);
}

/// Waits if the last signal has no wait yet.
void PublicationWriter::finishPhase(llvm::ArrayRef<Site> Sync) {
  std::optional<Site> Open;
  for (Site At : Sync)
    if (isBarrier(At))
      Open = waits(At.in(View).Op.Action) ? std::nullopt : std::optional(At);
  if (!Open)
    return;
  Statement S;
  S.Kind = StatementKind::Barrier;
  S.Barrier = BarrierOp::Wait;
  S.Object.Text = "workgroup";
  line(S, *Open);
}

void PublicationWriter::data(AccessSite At, int32_t Value) {
  if (At.Site.in(View).Kind == view::EventKind::Transfer)
    return transfer(At, Data, Data + (At.Destination ? "_from" : "_to"));
  line(access(At, Data, Value), At.Site);
}

/// The flag is 0 and becomes 1, whatever its values are in the kernel.
Statement PublicationWriter::flag(Site At, bool Writes) const {
  Statement S = access({At, false}, Flag, 1);
  if (S.Kind == StatementKind::ReadModifyWrite && S.Modify != ModifyOp::Xchg)
    S.Modify = ModifyOp::Add;
  if (Writes)
    return S;
  S.Result.Text = ResultName;
  if (S.Kind == StatementKind::CompareExchange) {
    S.Compare = number(1);
    S.Value = number(2);
  }
  return S;
}

void PublicationWriter::writers() {
  unsigned Wave = 0;
  begin(0, Wave++);
  data(H.Store, 1);
  if (H.StoredByOthers) {
    llvm::ArrayRef<Site> Common = Before;
    while (!Common.empty() && !isBarrier(Common.back()))
      Common = Common.drop_back();
    steps(Common);
    finishPhase(Common);
    end();
    begin(0, Wave);
  }
  steps(Before);
  line(flag(H.Write, true), H.Write);
  finishPhase(Before);
  end();
}

void PublicationWriter::pollAlone(const Statement &Poll) {
  begin(1, 0);
  line(Poll, H.Read);
  OS << "  if (" << ResultName << " == 1) {\n";
  Indent += "  ";
  steps(After);
  data(H.Load, 2);
  finishPhase(After);
  Indent = "  ";
  OS << "  }\n";
  end();
}

/// The other waves continue only if the flag was seen, so a wave that has not
/// seen it does not reach the barrier.
void PublicationWriter::pollForOthers(const Statement &Poll) {
  begin(1, 0);
  line(Poll, H.Read);
  OS << "  while (" << ResultName << " == 0) {\n  }\n";
  steps(After);
  finishPhase(After);
  end();
  begin(1, 1);
  llvm::ArrayRef<Site> Common = After;
  while (!Common.empty() && !isBarrier(Common.front()))
    Common = Common.drop_front();
  steps(Common);
  data(H.Load, 2);
  finishPhase(Common);
  end();
}

void PublicationWriter::readers() {
  Statement Poll = flag(H.Read, false);
  H.LoadedByOthers ? pollForOthers(Poll) : pollAlone(Poll);
}

std::optional<std::string> PublicationWriter::text(llvm::StringRef Name) {
  auto ToWrite = check::syncBetween(View, H.Store.Site, H.Write);
  auto ToLoad = check::syncBetween(View, H.Read, H.Load.Site);
  if (!ToWrite || !ToLoad)
    return std::nullopt;
  Before = std::move(*ToWrite);
  After = std::move(*ToLoad);
  comments();
  OS << "AMDGPU " << testName(Name) << '\n';
  declarations();
  writers();
  readers();
  OS << "exists (race)\n";
  return std::move(Text);
}

std::optional<std::string> publicationLitmus(const SyncView &View,
                                             const Defect &F,
                                             llvm::StringRef Name,
                                             llvm::StringRef File) {
  if (!F.Publication || F.Certainty != Certainty::Error)
    return std::nullopt;
  return PublicationWriter(View, F, File).text(Name);
}

} // namespace fencepost
