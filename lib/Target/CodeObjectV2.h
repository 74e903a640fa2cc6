//===- CodeObjectV2.h - Processors and settings of code object V2 ---------===//
// Code object V2 knows few processors, and the version in its note says how
// their features are set: spec/002, "AMDGPU Code Object V2 Supported Processors
// and Fixed Target Feature Settings". Tested by
// unittests/Target/TargetIDTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_TARGET_CODEOBJECTV2_H
#define FENCEPOST_LIB_TARGET_CODEOBJECTV2_H

#include "fencepost/Target/TargetID.h"

namespace fencepost {

/// One line of the table.
struct V2Row {
  IsaVersion Note;          ///< As the note writes it.
  llvm::StringLiteral Name; ///< The processor it means.
  FeatureSetting SramEcc = FeatureSetting::Unsupported;
  FeatureSetting Xnack = FeatureSetting::Unsupported;

  FeatureSetting setting(Feature F) const {
    return F == Feature::SramEcc ? SramEcc : Xnack;
  }
};

/// Whether V2 can be generated for \p P at all.
bool isInV2(const Processor &P);

/// The only setting V2 has for \p F on \p P; none if it has both.
std::optional<FeatureSetting> fixedV2Setting(const Processor &P, Feature F);

} // namespace fencepost

#endif
