//===- PlaceOptions.cpp - What the user asked of `fencepost place` --------===//
#include "PlaceOptions.h"
#include "OutputTarget.h"
#include "fencepost/Support/InputError.h"

namespace fencepost {

static llvm::Error parseOutput(const Invocation &I, PlaceCommandOptions &Out) {
  Out.Output = I.value("o", I.has("S") ? "-" : "").str();
  Out.AsText = I.has("S");
  if (I.has("o") && I.value("o").empty())
    return usageError("'-o' wants the name of a file");
  if (I.has("in-place")) {
    if (I.has("o"))
      return usageError("'--in-place' and '-o' say two different things");
    if (!Out.canBeInPlace())
      return usageError("'--in-place' wants a file of LLVM IR");
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
static llvm::Error refuseBeside(const Invocation &I, llvm::StringRef What,
                                llvm::ArrayRef<llvm::StringLiteral> Others) {
  for (llvm::StringRef Name : Others)
    if (I.has(Name))
      return usageError("'" + What + "' places nothing, so " +
                        quotedOption(Name) + " means nothing beside it");
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
    return usageError("'--verify' wants the name of a certificate");
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
    return usageError("'place' wants one file (see 'fencepost help place')");
  Out.Input = I.operands().front();
  Out.Explain = I.has("explain");
  if (llvm::Error E = parseDiff(I, Out))
    return E;
  Out.RemarksFile = I.value("remarks").str();
  Out.GraphFile = I.value("graph").str();
  if (llvm::StringRef Name = Out.GraphFile;
      I.has("graph") && !Name.ends_with(".svg") && !Name.ends_with(".dot"))
    return usageError("'--graph' wants a file that ends in '.svg' or '.dot'");
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
    Out.Place.NoNamed = "a certificate is about barriers of the work-group";
    Out.Place.Place.AllGlobal = true;
  }
  if (llvm::Error E = parseOutput(I, Out))
    return E;
  return Out;
}

} // namespace fencepost
