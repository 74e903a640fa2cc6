//===- TargetID.h - Processor plus feature settings -----------------------===//
// A target ID such as gfx90a:sramecc+:xnack- names the processor and, for the
// two features that change what code may run where, whether they are on, off or
// either. spec/002, "Target ID", "Target Features" and "ELF Code Object". What
// may run where is Compatibility.h. Tested by
// unittests/Target/TargetIDTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TARGET_TARGETID_H
#define FENCEPOST_TARGET_TARGETID_H

#include "fencepost/Target/Processor.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace fencepost {

/// Unsupported, Any, Off and On are 0 to 3 in the e_flags of V4 and later.
enum class FeatureSetting : uint8_t {
  Unsupported, ///< The processor does not have the feature.
  Any,         ///< Not specified: runs with either setting (V4 and later).
  Off,
  On,
};

/// Code object versions whose rules differ.
enum class CodeObjectVersion : uint8_t { V2 = 2, V3, V4, V5, V6 };

struct TargetID {
  const Processor *Proc = nullptr;
  FeatureSetting SramEcc = FeatureSetting::Unsupported;
  FeatureSetting Xnack = FeatureSetting::Unsupported;

  /// Parses "gfx90a", "gfx90a:xnack+", an alias, features in any order; with
  /// \p Version V2 or V3 also the plus form. A feature that is not given is Any
  /// from V4 on; V2 and V3 cannot say Any and take it as On, but where V2 fixes
  /// a processor's setting it is that. The error is an InputError whose column
  /// is that of the offending part.
  static llvm::Expected<TargetID> parse(llvm::StringRef Text,
                                        CodeObjectVersion Version);

  /// The form that V2 and V3 use in bundle entries and .amdgcn_target:
  /// "gfx906+xnack", in which a feature that is not given is off.
  static llvm::Expected<TargetID> parsePlusForm(llvm::StringRef Text,
                                                CodeObjectVersion Version);

  /// What \p Flags (e_flags) of an AMDHSA code object say. For V2 the processor
  /// is not in the flags and must be given. Null processor if the machine
  /// number is unknown.
  static TargetID fromElfFlags(uint32_t Flags, CodeObjectVersion Version,
                               const Processor *V2Processor = nullptr);

  /// What a V2 note NT_AMD_HSA_ISA_VERSION means, settings included; none if
  /// spec/002 lists no such version.
  static std::optional<TargetID> fromV2IsaVersion(IsaVersion Isa);

  /// Canonical form: primary name, features in alphabetical order. V2 and V3
  /// use the plus form, in which Any counts as On.
  std::string str(CodeObjectVersion Version = CodeObjectVersion::V5) const;

  /// Why no code object of \p Version can have this target ID, in a sentence
  /// without a full stop; "" if one can.
  std::string problem(CodeObjectVersion Version) const;

  /// \p F is SramEcc or Xnack.
  FeatureSetting setting(Feature F) const {
    return F == Feature::SramEcc ? SramEcc : Xnack;
  }
  FeatureSetting &setting(Feature F) {
    return F == Feature::SramEcc ? SramEcc : Xnack;
  }

  bool operator==(const TargetID &) const = default;
};

/// The features a target ID can set, in alphabetical order.
inline constexpr Feature TargetIDFeatures[] = {Feature::SramEcc,
                                               Feature::Xnack};

/// The version of a generic code object, 1 to 255; 0 for other code objects.
unsigned genericVersion(uint32_t Flags, CodeObjectVersion Version);

llvm::StringRef
featureSettingName(FeatureSetting S); ///< "unsupported", "any", ...

/// A device as the loader sees it: every feature it has is on or off.
struct Device {
  const Processor *Proc = nullptr;
  bool SramEcc = false; ///< Without meaning if the processor has no SRAMECC.
  bool Xnack = false;   ///< Likewise.
};

struct Compatibility {
  bool CanRun;
  std::string Reason; ///< Why not, in a sentence without a full stop; or "".
};

/// Decides whether a code object of version \p Version for \p Code runs on \p
/// Device. \p GenericVersion is the version in the top byte of e_flags, 0 for
/// code objects that are not generic.
Compatibility canRun(const TargetID &Code, CodeObjectVersion Version,
                     unsigned GenericVersion, const Device &Device);

} // namespace fencepost

#endif
