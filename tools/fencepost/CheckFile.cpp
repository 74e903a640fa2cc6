//===- CheckFile.cpp - One file, checked ----------------------------------===//
#include "CheckFile.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/Check/WitnessLitmus.h"
#include "fencepost/Report/CheckJson.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/View/PrintView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

namespace {

/// Checks one kernel of a file.
class KernelChecker {
public:
  KernelChecker(const view::SyncView &Kernel, KernelFile &Input,
                const CheckOptions &Options, const ReportOptions &Report)
      : Kernel(Kernel), Input(Input), Options(Options), Report(Report) {}

  CheckedKernel run();

private:
  void lookAtMetadata();
  void complete(Finding &F) const;
  bool isHidden(Finding &F) const;
  bool isSuppressed(const check::Defect &Found, Diag Id) const;
  CheckedFinding keep(check::Defect Found, Finding Finding);

  const view::SyncView &Kernel;
  KernelFile &Input;
  const CheckOptions &Options;
  const ReportOptions &Report;
  std::shared_ptr<const view::SyncView> Kept; ///< If races are to be written.
};

} // namespace

/// Names in metadata that are none are reported wherever they stand.
void KernelChecker::lookAtMetadata() {
  auto Look = [&](llvm::ArrayRef<std::string> Names,
                  const view::SourceLocation &At) {
    if (Names.empty())
      return;
    Location Where = check::locationOf(At);
    Input.complete(Where);
    suppressionOf(Names, Where, Input.Problems);
  };
  Look(Kernel.Ignored, Kernel.Where);
  for (const view::Block &B : Kernel.Blocks)
    for (const view::Event &E : B.Events)
      Look(E.Ignored, E.Where);
}

void KernelChecker::complete(Finding &F) const {
  Input.complete(F.Where);
  for (Note &N : F.Notes)
    Input.complete(N.Where);
}

/// Whether -W hides it; what -W promotes is promoted.
bool KernelChecker::isHidden(Finding &F) const {
  std::vector<Finding> Findings{std::move(F)};
  Report.Warnings.apply(Findings);
  if (Findings.empty())
    return true;
  F = std::move(Findings.front());
  return false;
}

bool KernelChecker::isSuppressed(const check::Defect &Found, Diag Id) const {
  if (kindOf(Id).Level == Severity::Unknown)
    return false;
  std::vector<Finding> Known; // Told by lookAtMetadata().
  auto IsIn = [&](const view::SourceLocation &At) {
    Location Where = check::locationOf(At);
    Input.complete(Where);
    return Input.isSuppressed(Where, Id);
  };
  auto IsNamed = [&](llvm::ArrayRef<std::string> Names) {
    return suppressionOf(Names, {}, Known).covers(Id);
  };
  Location Whole = check::locationOf(Kernel.Where);
  Input.complete(Whole);
  if (Input.isSuppressedInKernel(Whole, Id) || IsNamed(Kernel.Ignored))
    return true;
  return llvm::any_of(check::sitesOf(Kernel, Found), [&](view::Site Site) {
    const view::Event &E = Site.in(Kernel);
    return IsNamed(E.Ignored) || IsIn(E.Where) || llvm::any_of(E.Calls, IsIn);
  });
}

CheckedFinding KernelChecker::keep(check::Defect Found, Finding Finding) {
  CheckedFinding Out;
  if (Options.hasBaseline())
    Out.Print = fingerprintOf(Kernel, Found, Finding, Input);
  if (Report.Format == ReportOptions::FormatKind::Json)
    Out.Data = foundJson(Kernel, Found, Finding, Input);
  if (!Options.WitnessDirectory.empty() && check::hasLitmus(Found.Kind) &&
      Found.Certainty == check::Certainty::Error) {
    if (!Kept)
      Kept = std::make_shared<view::SyncView>(Kernel);
    Out.Race = {Finding, std::move(Found), Kept, Input.file()};
  }
  Out.Reported = std::move(Finding);
  return Out;
}

/// What is not understood for one reason at very many places is told for a few
/// of them, with the number of the others.
static void foldUnknown(std::vector<CheckedFinding> &Findings) {
  constexpr unsigned Most = 8;
  struct Seen {
    unsigned Times = 0;
    size_t Last = 0; ///< That is told.
  };
  std::map<std::string, Seen> ByMessage;
  size_t Kept = 0;
  for (CheckedFinding &F : Findings) {
    if (F.Reported.severity() == Severity::Unknown) {
      Seen &S = ByMessage[F.Reported.Message];
      if (++S.Times > Most)
        continue;
      S.Last = Kept;
    }
    if (&Findings[Kept] != &F)
      Findings[Kept] = std::move(F);
    ++Kept;
  }
  Findings.resize(Kept);
  for (const auto &[Message, S] : ByMessage) {
    if (S.Times <= Most)
      continue;
    Finding &Last = Findings[S.Last].Reported;
    Location Where = Last.Where;
    Where.Entity.clear();
    Where.LineText.clear();
    Last.Notes.push_back({Where, "the same at " +
                                     std::to_string(S.Times - Most) +
                                     " more places of the kernel"});
  }
}

CheckedKernel KernelChecker::run() {
  CheckedKernel Out;
  lookAtMetadata();
  if (Report.Format == ReportOptions::FormatKind::Json)
    Out.Facts = kernelJson(Kernel, Input);
  std::vector<check::Defect> Found = check::checkKernel(Kernel, Options.Limits);
  std::vector<Finding> All;
  for (const check::Defect &F : Found)
    All.push_back(check::describe(Kernel, F));
  for (size_t I : check::distinct(All)) {
    Finding &Finding = All[I];
    if (isHidden(Finding))
      continue;
    if (isSuppressed(Found[I], Finding.Id)) {
      ++Out.Suppressed;
      continue;
    }
    complete(Finding);
    Out.Findings.push_back(keep(std::move(Found[I]), std::move(Finding)));
  }
  foldUnknown(Out.Findings);
  return Out;
}

static void addOthers(KernelFile &Input, CheckedFile &Out) {
  if (Input.Kernels.empty()) {
    Location Where;
    Where.File = Input.file();
    Out.Others.push_back(
        {Diag::NothingToCheck, Where, "there is no kernel in it", {}});
  }
  llvm::append_range(Out.Others, Input.Problems);
}

CheckedFile checkFile(StringRef File, const CheckOptions &Options,
                      const ReportOptions &Report) {
  CheckedFile Out;
  llvm::Expected<KernelFile> Input = KernelFile::read(File, Options.Reading);
  if (!Input) {
    Out.Errors = takeFindings(Input.takeError(), Diag::UnreadableInput, File);
    return Out;
  }
  for (const view::SyncView &Kernel : Input->Kernels) {
    if (!Options.DumpSync) {
      Out.Kernels.push_back(
          KernelChecker(Kernel, *Input, Options, Report).run());
      continue;
    }
    llvm::raw_string_ostream OS(Out.Dump);
    OS << (Out.Dump.empty() ? "" : "\n");
    view::SyncView Shown = Kernel;
    Input->nameFiles(Shown);
    printSyncView(OS, Shown);
  }
  addOthers(*Input, Out);
  Out.SourceNames = std::move(Input->SourceNames);
  Report.Warnings.apply(Out.Others);
  return Out;
}

} // namespace fencepost
