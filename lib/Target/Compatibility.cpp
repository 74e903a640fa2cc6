//===- Compatibility.cpp - Which code objects run on which devices --------===//
// Three questions in turn: is the code object well formed, is the device one it
// is for, and are the device's features set as it expects. Each returns why
// not, or "".
//===----------------------------------------------------------------------===//
#include "CodeObjectV2.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

static std::string malformed(const TargetID &Code, CodeObjectVersion Version,
                             unsigned GenericVersion) {
  std::string Problem = Code.problem(Version);
  if (!Problem.empty())
    return Problem;
  if (Code.Proc->isGeneric() && GenericVersion == 0)
    return "a code object for the generic target " + Code.Proc->Name.str() +
           " has a version from 1 to 255, this one has 0";
  if (!Code.Proc->isGeneric() && GenericVersion != 0)
    return "a code object for " + Code.Proc->Name.str() +
           " has no generic version, this one has " +
           llvm::utostr(GenericVersion);
  return "";
}

static std::string notCovered(const Processor &Code, unsigned GenericVersion,
                              const Processor &Processor) {
  const GenericMember *Member = Code.member(Processor.Name);
  if (!Member)
    return Code.Name.str() + " does not cover " + Processor.Name.str();
  if (GenericVersion < Member->Since)
    return Code.Name.str() + " covers " + Processor.Name.str() +
           " since version " + llvm::utostr(Member->Since) +
           ", this code object has version " + llvm::utostr(GenericVersion);
  return "";
}

static std::string otherProcessor(const Processor &Code,
                                  unsigned GenericVersion,
                                  const Processor &Processor) {
  if (Code.isGeneric())
    return notCovered(Code, GenericVersion, Processor);
  if (&Code == &Processor)
    return "";
  return "the code is for " + Code.Name.str() + ", the device is " +
         Processor.Name.str();
}

/// What the code asks of \p F. V2 and V3 cannot say Any: it counts as on, or
/// as the one setting V2 has for the processor.
static FeatureSetting demanded(const TargetID &Code, Feature F,
                               CodeObjectVersion Version) {
  FeatureSetting S = Code.setting(F);
  if (S != FeatureSetting::Any || Version >= CodeObjectVersion::V4)
    return S;
  auto Fixed = Version == CodeObjectVersion::V2 ? fixedV2Setting(*Code.Proc, F)
                                                : std::nullopt;
  return Fixed.value_or(FeatureSetting::On);
}

static std::string otherSetting(Feature F, FeatureSetting Demanded, bool IsOn) {
  bool Matters =
      Demanded == FeatureSetting::On || Demanded == FeatureSetting::Off;
  if (!Matters || IsOn == (Demanded == FeatureSetting::On))
    return "";
  return "the code needs " + featureName(F).str() + " " +
         featureSettingName(Demanded).str() + ", the device has it " +
         (IsOn ? "on" : "off");
}

static std::string whyNot(const TargetID &Code, CodeObjectVersion Version,
                          unsigned GenericVersion, const Device &Device) {
  std::string Why = malformed(Code, Version, GenericVersion);
  if (Why.empty())
    Why = otherProcessor(*Code.Proc, GenericVersion, *Device.Proc);
  if (Why.empty())
    Why =
        otherSetting(Feature::SramEcc,
                     demanded(Code, Feature::SramEcc, Version), Device.SramEcc);
  if (Why.empty())
    Why = otherSetting(Feature::Xnack, demanded(Code, Feature::Xnack, Version),
                       Device.Xnack);
  return Why;
}

Compatibility canRun(const TargetID &Code, CodeObjectVersion Version,
                     unsigned GenericVersion, const Device &Device) {
  assert(Device.Proc && "a device has a processor");
  std::string Why = whyNot(Code, Version, GenericVersion, Device);
  return {Why.empty(), std::move(Why)};
}

} // namespace fencepost
