//===- PlaceOptions.h - What the user asked of `fencepost place` ----------===//
#ifndef FENCEPOST_TOOLS_PLACEOPTIONS_H
#define FENCEPOST_TOOLS_PLACEOPTIONS_H

#include "CheckOptions.h"
#include "Output.h"
#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost {

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

  /// Whether the input is a file of LLVM IR.
  bool canBeInPlace() const {
    return Input != "-" && !llvm::StringRef(Input).ends_with(".cl");
  }

  static llvm::Expected<PlaceCommandOptions> parse(const Invocation &I);
};

} // namespace fencepost

#endif
