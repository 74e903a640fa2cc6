//===- LitmusOptions.cpp - What the user asked of `fencepost litmus` ------===//
#include "LitmusOptions.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <thread>

namespace fencepost {

using llvm::StringRef;

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
                    quotedOption(Option) + " wants a number from " +
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
                    "'--time-limit' wants a number of seconds above 0");
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
  return inputError(Diag::Usage, "",
                    "'--graph' wants a file whose name ends in .svg or .dot");
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
    return inputError(Diag::Usage, "", "'--graph-all' wants a directory");
  Options.Explore.Letter = I.has("letter");
  Options.Print.Count = I.has("count");
  Options.Explain = I.has("explain");
  Options.Quiet = I.has("quiet");
  return Options;
}

} // namespace fencepost
