//===- Options.cpp - What the user asked of the commands ------------------===//
// See Options.h.
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Output.h"
#include "OutputTarget.h"
#include "fencepost/Lower/Mode.h"
#include "fencepost/Model/Axiom.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <thread>

namespace fencepost {

using llvm::StringRef;

/// What all commands that read kernels ask for: -mcpu and -mattr.
static llvm::Expected<KernelFileOptions> readingOptions(const Invocation &I) {
  KernelFileOptions Reading;
  Reading.View.Features = I.value("mattr").str();
  Reading.Clang = I.rest().vec();
  if (!I.has("mcpu"))
    return Reading;
  llvm::Expected<TargetID> Id =
      TargetID::parse(I.value("mcpu"), CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  Reading.View.Cpu = Id->Proc->Name.str();
  llvm::Expected<lower::Mode> M =
      lower::Mode::parse(Reading.View.Cpu, Reading.View.Features);
  if (!M)
    return usageError("'--mattr': " + llvm::toString(M.takeError()));
  return Reading;
}

// `fencepost check`

/// "256", "16,16" or "8,8,4"; an x may stand for the comma.
static llvm::Error parseWorkGroup(StringRef Text, CheckOptions &Options) {
  std::array<unsigned, 3> Size = {1, 1, 1};
  llvm::SmallVector<StringRef, 3> Parts;
  Text.split(Parts, Text.contains('x') ? 'x' : ',');
  uint64_t All = 1;
  bool Good = Parts.size() <= 3;
  for (size_t D = 0; Good && D < Parts.size(); ++D) {
    Good =
        !Parts[D].getAsInteger(10, Size[D]) && Size[D] >= 1 && Size[D] <= 1024;
    All *= Size[D];
  }
  if (!Good || All > 1024)
    return usageError(
        "'--work-group=" + Text +
        "': expected one to three numbers, 1 to 1024 work-items altogether");
  Options.Reading.View.WorkGroup = Size;
  return llvm::Error::success();
}

llvm::Expected<CheckOptions> CheckOptions::parse(const Invocation &I) {
  CheckOptions Options;
  if (llvm::Error E = readingOptions(I).moveInto(Options.Reading))
    return E;
  if (I.has("work-group"))
    if (llvm::Error E = parseWorkGroup(I.value("work-group"), Options))
      return E;
  Options.DumpSync = I.has("dump-sync");
  Options.BaselineFile = I.value("baseline").str();
  Options.NewBaselineFile = I.value("write-baseline").str();
  if (I.has("write-baseline") && Options.NewBaselineFile.empty())
    return usageError("'--write-baseline' requires the name of a file");
  Options.Summary = I.has("summary");
  Options.WitnessDirectory = I.value("witness").str();
  if (I.has("witness") && Options.WitnessDirectory.empty())
    return usageError("'--witness' requires a directory");
  if (I.has("witness") && I.has("write-baseline"))
    return usageError("'--write-baseline' takes findings as known, so "
                      "'--witness' would write none");
  Options.Jobs = std::max(1u, std::thread::hardware_concurrency());
  if (I.has("j") && (I.value("j").getAsInteger(10, Options.Jobs) ||
                     Options.Jobs < 1 || Options.Jobs > 1024))
    return usageError("'-j " + I.value("j") +
                      "': expected a number from 1 to 1024");
  return Options;
}

// `fencepost place`

static llvm::Error parseOutput(const Invocation &I, PlaceCommandOptions &Out) {
  Out.Output = I.value("o", I.has("S") ? "-" : "").str();
  Out.AsText = I.has("S");
  if (I.has("o") && I.value("o").empty())
    return usageError("'-o' requires the name of a file");
  if (I.has("in-place")) {
    if (I.has("o"))
      return usageError("'--in-place' and '-o' exclude each other");
    if (Out.Input == "-")
      return usageError("'--in-place' requires a file of LLVM IR");
    Out.Output = Out.Input;
  }
  bool WritesToStandardOutput = isStandardOutput(Out.Output);
  if (WritesToStandardOutput)
    Out.Output = "-"; // The report then goes elsewhere.
  if (WritesToStandardOutput && (Out.isJson() || Out.Diff || Out.SourceDiff))
    return usageError("the module and '--" +
                      llvm::Twine(Out.isJson() ? "json"
                                  : Out.Diff   ? "diff"
                                               : "source-diff") +
                      "' cannot both go to standard output");
  for (llvm::StringRef Option : {"remarks", "certificate"})
    if (Out.isJson() && isStandardOutput(I.value(Option)))
      return usageError("'--" + Option +
                        "' and '--json' cannot both go to standard output");
  return llvm::Error::success();
}

/// What places nothing has no use for options that say how or where to.
static llvm::Error refuseBeside(const Invocation &I, llvm::StringRef Option,
                                llvm::ArrayRef<llvm::StringLiteral> Others) {
  for (llvm::StringRef Name : Others)
    if (I.has(Name))
      return usageError("'" + Option + "' places nothing, so " +
                        quotedOption(Name) + " has no effect with it");
  return llvm::Error::success();
}

/// Other strategies can leave races, so what they do is only said.
static llvm::Error parseStrategy(const Invocation &I,
                                 PlaceCommandOptions &Out) {
  Out.Strategy = I.value("strategy", "optimal").str();
  if (Out.Strategy != "optimal")
    return refuseBeside(I, "--strategy=" + Out.Strategy,
                        {"o", "S", "in-place", "replace", "remove-needless",
                         "explain", "diff", "source-diff", "remarks", "graph",
                         "certificate"});
  Out.Strategy.clear();
  return llvm::Error::success();
}

static llvm::Error parseVerify(const Invocation &I, PlaceCommandOptions &Out) {
  Out.CertificateFile = I.value("certificate").str();
  Out.Verify = I.value("verify").str();
  if (!I.has("verify"))
    return llvm::Error::success();
  if (Out.Verify.empty())
    return usageError("'--verify' requires the name of a certificate");
  return refuseBeside(I, "--verify",
                      {"o", "S", "in-place", "replace", "remove-needless",
                       "explain", "diff", "source-diff", "remarks", "graph",
                       "certificate", "strategy"});
}

static llvm::Error parseDiff(const Invocation &I, PlaceCommandOptions &Out) {
  Out.Diff = I.has("diff");
  Out.SourceDiff = I.has("source-diff");
  llvm::SmallVector<llvm::StringRef, 3> Forms;
  for (llvm::StringRef Form : {"json", "diff", "source-diff"})
    if (Form == "json" ? Out.isJson() : I.has(Form))
      Forms.push_back(Form);
  if (Forms.size() < 2)
    return llvm::Error::success();
  return usageError("'--" + Forms[0] + "' and '--" + Forms[1] +
                    "' are two forms of one answer");
}

llvm::Expected<PlaceCommandOptions>
PlaceCommandOptions::parse(const Invocation &I) {
  PlaceCommandOptions Out;
  llvm::Expected<CheckOptions> Checking = CheckOptions::parse(I);
  if (!Checking)
    return Checking.takeError();
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return Report.takeError();
  Out.Reading = std::move(Checking->Reading);
  Out.Report = std::move(*Report);
  Out.Place.View = Out.Reading.View;
  if (I.operands().size() != 1)
    return usageError("'place' requires one file (see 'fencepost help place')");
  Out.Input = I.operands().front();
  Out.Explain = I.has("explain");
  if (llvm::Error E = parseDiff(I, Out))
    return E;
  Out.RemarksFile = I.value("remarks").str();
  Out.GraphFile = I.value("graph").str();
  if (llvm::StringRef Name = Out.GraphFile;
      I.has("graph") && !Name.ends_with(".svg") && !Name.ends_with(".dot"))
    return usageError(
        "'--graph' requires a file that ends in '.svg' or '.dot'");
  if (I.has("replace") && I.has("remove-needless"))
    return usageError("'--replace' and '--remove-needless' exclude each other");
  if (I.has("replace"))
    Out.Place.Place.Mode = place::PlaceMode::Replace;
  if (I.has("remove-needless"))
    Out.Place.Place.Mode = place::PlaceMode::RemoveNeedless;
  if (llvm::Error E = parseStrategy(I, Out))
    return E;
  if (llvm::Error E = parseVerify(I, Out))
    return E;
  if (!Out.CertificateFile.empty()) {
    Out.Place.IsCertified = true;
    Out.Place.Place.AllGlobal = true;
  }
  if (llvm::Error E = parseOutput(I, Out))
    return E;
  return Out;
}

// `fencepost litmus`

/// The number after \p Option, which is from \p Least to \p Most.
static llvm::Expected<unsigned> numberAfter(const Invocation &I,
                                            StringRef Option, unsigned Least,
                                            unsigned Most, unsigned Default) {
  if (!I.has(Option))
    return Default;
  unsigned Number;
  if (!I.value(Option).getAsInteger(10, Number) && Number >= Least &&
      Number <= Most)
    return Number;
  return inputError(Diag::Usage, "",
                    quotedOption(Option) + " requires a number from " +
                        llvm::Twine(Least) + " to " + llvm::Twine(Most));
}

static llvm::Expected<double> timeLimit(const Invocation &I) {
  if (!I.has("time-limit"))
    return 0.0;
  double Seconds;
  // Written so that it also rejects what is no number.
  if (!I.value("time-limit").getAsDouble(Seconds) && Seconds > 0 &&
      Seconds <= 1e6)
    return Seconds;
  return inputError(Diag::Usage, "",
                    "'--time-limit' requires a number of seconds above 0");
}

static llvm::Expected<model::AxiomSet> skippedAxioms(const Invocation &I) {
  model::AxiomSet Skip;
  for (const std::string &Name : I.values("skip-axiom")) {
    if (std::optional<model::Axiom> A = model::parseAxiom(Name)) {
      Skip.insert(*A);
      continue;
    }
    llvm::SmallVector<StringRef> Names;
    for (const model::AxiomFacts &Row : model::axioms())
      Names.push_back(Row.Name);
    return inputError(Diag::Usage, "",
                      llvm::Twine("'") + Name + "' is not an axiom (" +
                          llvm::join(Names, ", ") + ")" +
                          didYouMean(Name, Names));
  }
  return Skip;
}

static llvm::Expected<const Processor *> target(const Invocation &I) {
  if (!I.has("mcpu"))
    return nullptr;
  llvm::Expected<TargetID> Id =
      TargetID::parse(I.value("mcpu"), CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  return Id->Proc;
}

static llvm::Expected<std::string> graphFile(const Invocation &I) {
  StringRef File = I.value("graph");
  if (!I.has("graph") || File.ends_with(".svg") || File.ends_with(".dot"))
    return File.str();
  return inputError(
      Diag::Usage, "",
      "'--graph' requires a file whose name ends in .svg or .dot");
}

llvm::Expected<LitmusOptions> LitmusOptions::parse(const Invocation &I) {
  LitmusOptions Options;
  unsigned Cores = std::max(1u, std::thread::hardware_concurrency());
  if (llvm::Error E = numberAfter(I, "unroll", 0, 1000, Options.Explore.Unroll)
                          .moveInto(Options.Explore.Unroll))
    return E;
  if (llvm::Error E = numberAfter(I, "j", 1, 256, Cores).moveInto(Options.Jobs))
    return E;
  if (llvm::Error E = timeLimit(I).moveInto(Options.Explore.TimeLimitSeconds))
    return E;
  if (llvm::Error E = skippedAxioms(I).moveInto(Options.Explore.Skip))
    return E;
  if (llvm::Error E = target(I).moveInto(Options.Target))
    return E;
  if (llvm::Error E = graphFile(I).moveInto(Options.GraphFile))
    return E;
  Options.GraphDirectory = I.value("graph-all").str();
  if (I.has("graph-all") && Options.GraphDirectory.empty())
    return inputError(Diag::Usage, "", "'--graph-all' requires a directory");
  Options.Explore.Letter = I.has("letter");
  Options.Print.Count = I.has("count");
  Options.Explain = I.has("explain");
  Options.Quiet = I.has("quiet");
  return Options;
}

// `fencepost lower`

llvm::Expected<LowerOptions> LowerOptions::parse(const Invocation &I) {
  LowerOptions Options;
  if (llvm::Error E = readingOptions(I).moveInto(Options.Reading))
    return E;
  Options.Listing.As = *lower::parseDialect(I.value("as", "spec"));
  Options.Listing.All = I.has("all");
  Options.Summary = I.has("summary");
  return Options;
}

// Values of options that other tables hold.

/// What a feature of a target ID can be on \p P.
static std::vector<FeatureSetting> settingsOf(const Processor &P, Feature F) {
  using enum FeatureSetting;
  if (!P.Features.has(F))
    return {Unsupported};
  return {Any, Off, On};
}

static void addSettings(const Processor &P, std::vector<std::string> &Out) {
  for (FeatureSetting SramEcc : settingsOf(P, Feature::SramEcc))
    for (FeatureSetting Xnack : settingsOf(P, Feature::Xnack))
      if (std::string Text = TargetID{&P, SramEcc, Xnack}.str(); Text != P.Name)
        Out.push_back(std::move(Text));
}

std::vector<std::string> targetIDs() {
  std::vector<std::string> Out;
  for (const Processor &P : processors()) {
    Out.push_back(P.Name.str());
    Out.insert(Out.end(), P.Aliases.begin(), P.Aliases.end());
  }
  for (const Processor &P : processors())
    addSettings(P, Out);
  return Out;
}

std::vector<std::string> axiomNames() {
  std::vector<std::string> Out;
  for (const model::AxiomFacts &Row : model::axioms())
    Out.push_back(Row.Name.str());
  return Out;
}

} // namespace fencepost
