//===- OptionValues.cpp - Values of options that other tables hold --------===//
#include "OptionValues.h"
#include "fencepost/Model/Axiom.h"
#include "fencepost/Target/TargetID.h"

namespace fencepost {

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
