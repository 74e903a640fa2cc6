//===- Options.h - What the user asked of the commands --------------------===//
// Words of the command line are copied into plain structs at once; what cannot
// be meant is refused here.
// Tested by test/cli and by the tests of each command.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_OPTIONS_H
#define FENCEPOST_TOOLS_OPTIONS_H

#include "CommandLine.h"
#include "Output.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Input/KernelFile.h"
#include "fencepost/Lower/Listing.h"
#include "fencepost/PlaceIR/ModulePlacement.h"
#include "fencepost/Report/LitmusReport.h"
#include "fencepost/Target/Processor.h"

namespace fencepost {

struct CheckOptions {
  KernelFileOptions Reading;
  sym::AnalysisLimits Limits;
  bool DumpSync = false;
  std::string WitnessDirectory; ///< Empty: races are not written.
  std::string BaselineFile;     ///< Findings in it are not reported.
  std::string NewBaselineFile;  ///< Where all findings are written.
  bool Summary = false;         ///< Even if nothing was found.
  unsigned Jobs = 1;

  bool hasBaseline() const {
    return !BaselineFile.empty() || !NewBaselineFile.empty();
  }

  static llvm::Expected<CheckOptions> parse(const Invocation &I);
};

struct PlaceCommandOptions {
  placeir::PlacementOptions Place;
  KernelFileOptions Reading;
  ReportOptions Report;
  std::string Input;
  std::string Output;  ///< Empty: nothing is written; "-": standard output.
  bool AsText = false; ///< Not bitcode, whatever the name.
  bool Explain = false;
  bool Diff = false, SourceDiff = false;
  std::string RemarksFile;
  std::string CertificateFile;
  std::string GraphFile;
  /// Of those that are only compared; empty: the cheapest is placed.
  std::string Strategy;
  std::string Verify; ///< A certificate: it is verified, and nothing placed.

  bool isJson() const {
    return Report.Format == ReportOptions::FormatKind::Json;
  }

  static llvm::Expected<PlaceCommandOptions> parse(const Invocation &I);
};

struct LitmusOptions {
  model::ExploreOptions Explore;
  LitmusPrintOptions Print;
  bool Explain = false;
  bool Quiet = false;
  const Processor *Target = nullptr; ///< -mcpu
  unsigned Jobs = 1;
  std::string GraphFile;      ///< --graph; empty: no picture.
  std::string GraphDirectory; ///< --graph-all

  static llvm::Expected<LitmusOptions> parse(const Invocation &I);
};

struct LowerOptions {
  KernelFileOptions Reading; ///< Its processor by its first name.
  lower::ListingOptions Listing;
  bool Summary = false;

  static llvm::Expected<LowerOptions> parse(const Invocation &I);
};

// Values of options that other tables hold, for completion. An option whose
// values the command line itself decides about has them in its own row
// (OptionRow::Choices). Tested by test/cli/completion-*.test.

/// Every processor by name and alias, then every target ID with settings.
std::vector<std::string> targetIDs();
/// Every axiom of the memory model.
std::vector<std::string> axiomNames();

} // namespace fencepost

#endif
