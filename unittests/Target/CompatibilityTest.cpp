//===- CompatibilityTest.cpp - What runs where ----------------------------===//
// The rules of spec/002 restated one by one, as naively as possible, and
// compared with canRun() for every code object version, processor, feature
// setting, generic version and device.
//===----------------------------------------------------------------------===//
#include "CodeObjectVersions.h"
#include "fencepost/Target/TargetID.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace fencepost;
using enum FeatureSetting;
using enum CodeObjectVersion;

namespace {

constexpr FeatureSetting Settings[] = {Unsupported, Any, Off, On};

/// spec/002, "AMDGPU Code Object V2 Supported Processors and Fixed Target
/// Feature Settings": the target IDs of its right column.
const std::set<std::string> V2TargetIDs = {"gfx600",
                                           "gfx601",
                                           "gfx602",
                                           "gfx700",
                                           "gfx701",
                                           "gfx702",
                                           "gfx703",
                                           "gfx704",
                                           "gfx705",
                                           "gfx801:xnack+",
                                           "gfx802",
                                           "gfx803",
                                           "gfx805",
                                           "gfx810:xnack+",
                                           "gfx900:xnack-",
                                           "gfx900:xnack+",
                                           "gfx902:xnack-",
                                           "gfx902:xnack+",
                                           "gfx904:xnack-",
                                           "gfx904:xnack+",
                                           "gfx906:sramecc-:xnack-",
                                           "gfx906:sramecc-:xnack+",
                                           "gfx90c:xnack-"};

/// spec/002, "AMDGPU Generic Processors".
const std::map<std::string, std::set<std::string>> Generics = {
    {"gfx9-generic",
     {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}},
    {"gfx9-4-generic", {"gfx942", "gfx950"}},
    {"gfx10-1-generic", {"gfx1010", "gfx1011", "gfx1012", "gfx1013"}},
    {"gfx10-3-generic",
     {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035",
      "gfx1036"}},
    {"gfx11-generic",
     {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151",
      "gfx1152", "gfx1153"}},
    {"gfx12-generic", {"gfx1200", "gfx1201"}}};

bool isNamedInV2(const std::string &Name) {
  for (const std::string &Id : V2TargetIDs)
    if (llvm::StringRef(Id).split(':').first == Name)
      return true;
  return false;
}

/// Whether V2's table has both settings of xnack for the processor.
bool hasBothInV2(const std::string &Name) {
  return V2TargetIDs.count(Name + ":xnack+") ||
                 V2TargetIDs.count(Name + ":sramecc-:xnack+")
             ? V2TargetIDs.count(Name + ":xnack-") ||
                   V2TargetIDs.count(Name + ":sramecc-:xnack-")
             : false;
}

/// "If specified, ... can only be loaded and executed in a process that has a
/// matching setting." "If not specified for code object V2 to V3, ... with
/// XNACK replay enabled." "... V4 or above, ... with either setting."
bool settingSuits(const std::string &Name, const char *Feature,
                  FeatureSetting Code, CodeObjectVersion Version, bool IsOn) {
  if (Code == On)
    return IsOn;
  if (Code == Off)
    return !IsOn;
  if (Code == Unsupported || Version >= V4)
    return true;
  if (Version == V3)
    return IsOn;
  if (std::string(Feature) == "sramecc")
    return !IsOn; // gfx906 is the only one, and fixed at sramecc-.
  return hasBothInV2(Name) ? IsOn : IsOn == (Name != "gfx90c");
}

bool naiveCanRun(const TargetID &Code, CodeObjectVersion Version,
                 unsigned GenericVersion, const Device &D) {
  std::string Name = Code.Proc->Name.str(), Device = D.Proc->Name.str();
  bool Generic = Generics.count(Name);
  // Only the settings of features the processor has can be written.
  if ((Code.SramEcc != Unsupported) !=
      Code.Proc->Features.has(Feature::SramEcc))
    return false;
  if ((Code.Xnack != Unsupported) != Code.Proc->Features.has(Feature::Xnack))
    return false;
  if (Version == V2 && !isNamedInV2(Name))
    return false;
  // "Generic processors are only available on code object V6 and above."
  if (Generic && Version != V6)
    return false;
  // "... versioned between 1 and 255. The version of non-generic code objects
  // is always set to 0."
  if (Generic != (GenericVersion != 0))
    return false;
  // All members joined at version 1.
  if (Generic ? !Generics.at(Name).count(Device) : Name != Device)
    return false;
  return settingSuits(Name, "sramecc", Code.SramEcc, Version, D.SramEcc) &&
         settingSuits(Name, "xnack", Code.Xnack, Version, D.Xnack);
}

std::string describe(const TargetID &Code, CodeObjectVersion Version,
                     unsigned GenericVersion, const Device &D) {
  return Code.Proc->Name.str() + " sramecc " +
         featureSettingName(Code.SramEcc).str() + " xnack " +
         featureSettingName(Code.Xnack).str() + " V" +
         std::to_string(static_cast<unsigned>(Version)) + " generic version " +
         std::to_string(GenericVersion) + " on " + D.Proc->Name.str() +
         (D.SramEcc ? " sramecc+" : " sramecc-") +
         (D.Xnack ? " xnack+" : " xnack-");
}

/// Every code object there is: target ID, version, generic version.
template <typename Fn> void forEachCode(Fn Check) {
  for (const Processor &P : processors())
    for (FeatureSetting SramEcc : Settings)
      for (FeatureSetting Xnack : Settings)
        for (CodeObjectVersion Version : AllCodeObjectVersions)
          for (unsigned GenericVersion : {0u, 1u, 2u, 255u})
            Check(TargetID{&P, SramEcc, Xnack}, Version, GenericVersion);
}

} // namespace

TEST(Compatibility, IsTheSpecificationsForEveryCodeObjectAndDevice) {
  size_t Checked = 0, Runs = 0, Wrong = 0;
  forEachCode([&](const TargetID &Code, CodeObjectVersion Version,
                  unsigned GenericVersion) {
    for (const Processor &P : processors())
      for (bool SramEcc : {false, true})
        for (bool Xnack : {false, true}) {
          Device D{&P, SramEcc, Xnack};
          Compatibility Answer = canRun(Code, Version, GenericVersion, D);
          bool Expected = naiveCanRun(Code, Version, GenericVersion, D);
          ++Checked;
          Runs += Answer.CanRun;
          EXPECT_EQ(Answer.CanRun, Answer.Reason.empty());
          if (Answer.CanRun != Expected && ++Wrong <= 10)
            ADD_FAILURE() << describe(Code, Version, GenericVersion, D)
                          << ": expected " << Expected << ", got \""
                          << Answer.Reason << '"';
        }
  });
  EXPECT_EQ(Wrong, 0u);
  EXPECT_EQ(Checked,
            processors().size() * processors().size() * 16 * 5 * 4 * 4);
  EXPECT_GT(Runs, 1000u);
  RecordProperty("checked", std::to_string(Checked));
}

static std::string reason(llvm::StringRef Code, CodeObjectVersion Version,
                          unsigned GenericVersion, const Device &D) {
  llvm::Expected<TargetID> Id = TargetID::parse(Code, Version);
  if (!Id)
    return "parse: " + toString(Id.takeError());
  return canRun(*Id, Version, GenericVersion, D).Reason;
}

TEST(Compatibility, ReasonsSayWhatToChange) {
  Device Gfx90a{findProcessor("gfx90a"), true, false};
  Device Gfx1250{findProcessor("gfx1250"), true, true};
  EXPECT_EQ(reason("gfx90a:xnack-", V5, 0, Gfx90a), "");
  EXPECT_EQ(reason("gfx90a", V5, 0, Gfx90a), "");
  EXPECT_EQ(reason("gfx90a", V3, 0, Gfx90a),
            "the code needs xnack on, the device has it off");
  EXPECT_EQ(reason("gfx90a:sramecc-", V4, 0, Gfx90a),
            "the code needs sramecc off, the device has it on");
  EXPECT_EQ(reason("gfx908", V5, 0, Gfx90a),
            "the code is for gfx908, the device is gfx90a");
  EXPECT_EQ(reason("gfx12-generic", V6, 1, Gfx1250),
            "gfx12-generic does not cover gfx1250");
  EXPECT_EQ(reason("gfx12-generic", V6, 0, Gfx1250),
            "a code object for the generic target gfx12-generic has a version "
            "from 1 to 255, this one has 0");
  EXPECT_EQ(reason("gfx1250", V6, 3, Gfx1250),
            "a code object for gfx1250 has no generic version, this one has 3");
  EXPECT_EQ(canRun({}, V5, 0, Gfx90a).Reason, "the processor is unknown");
}

// No generic target has a member that joined later yet, so the rule is tried on
// a target of the test's own.
TEST(Compatibility, AGenericCodeObjectMustBeAsNewAsTheMember) {
  const GenericMember Members[] = {{"gfx1200", 1}, {"gfx1201", 3}};
  Processor Generic = *findProcessor("gfx12-generic");
  Generic.GenericVersion = 4;
  Generic.Members = Members;
  TargetID Code{&Generic, Unsupported, Unsupported};
  Device Old{findProcessor("gfx1200")}, New{findProcessor("gfx1201")};
  for (unsigned Version = 1; Version <= 255; ++Version) {
    EXPECT_TRUE(canRun(Code, V6, Version, Old).CanRun);
    EXPECT_EQ(canRun(Code, V6, Version, New).CanRun, Version >= 3);
  }
  EXPECT_EQ(
      canRun(Code, V6, 2, New).Reason,
      "gfx12-generic covers gfx1201 since version 3, this code object has "
      "version 2");
}
