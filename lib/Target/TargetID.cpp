//===- TargetID.cpp - Processor plus feature settings ---------------------===//
// Reads and writes the two spellings: "gfx90a:sramecc+:xnack-", and the plus
// form of code object V2 and V3. Every error carries the column of the part it
// is about.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/TargetID.h"
#include "CodeObjectV2.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost {

static constexpr EnumName<FeatureSetting> SettingNames[] = {
    {FeatureSetting::Unsupported, "unsupported"},
    {FeatureSetting::Any, "any"},
    {FeatureSetting::Off, "off"},
    {FeatureSetting::On, "on"},
};
static_assert(isIndexedBy(SettingNames), "a setting without a name");

llvm::StringRef featureSettingName(FeatureSetting S) {
  return rowOf(SettingNames, S).Name;
}

static unsigned number(CodeObjectVersion Version) {
  return static_cast<unsigned>(Version);
}

namespace {
/// One parse: the text, which every error quotes, and what it has said so far.
class TargetIDParser {
public:
  TargetIDParser(llvm::StringRef Text, CodeObjectVersion Version)
      : Text(Text), Version(Version) {}

  llvm::Expected<TargetID> parseColonForm();
  llvm::Expected<TargetID> parsePlusForm();

private:
  llvm::Error error(Diag Id, llvm::StringRef Part,
                    const llvm::Twine &Message) const;
  llvm::Error parseProcessor(llvm::StringRef Name);
  llvm::Error parseFeature(llvm::StringRef Name, FeatureSetting Setting);
  llvm::Error unknownFeature(llvm::StringRef Name) const;
  llvm::Error parseSignedFeature(llvm::StringRef Part);
  llvm::Error checkV2(llvm::StringRef Name, Feature F,
                      FeatureSetting Setting) const;
  /// Gives every feature the processor has and the text does not mention its
  /// setting: \p Omitted, or the only one V2 knows.
  void settle(FeatureSetting Omitted);

  llvm::StringRef Text;
  CodeObjectVersion Version;
  TargetID Result;
};
} // namespace

llvm::Error TargetIDParser::error(Diag Id, llvm::StringRef Part,
                                  const llvm::Twine &Message) const {
  Location Where;
  Where.Line = 1;
  Where.Column = Part.data() - Text.data() + 1;
  Where.LineText = Text.str();
  return inputError(Id, std::move(Where), Message);
}

static std::string suggestProcessor(llvm::StringRef Name) {
  llvm::SmallVector<llvm::StringRef> Candidates;
  for (const Processor &P : processors()) {
    Candidates.push_back(P.Name);
    llvm::append_range(Candidates, P.Aliases);
  }
  return didYouMean(Name, Candidates);
}

llvm::Error TargetIDParser::parseProcessor(llvm::StringRef Name) {
  if (Name.empty())
    return error(Diag::BadTargetID, Name, "the processor name is missing");
  Result.Proc = findProcessor(Name);
  if (!Result.Proc)
    return error(Diag::UnknownProcessor, Name,
                 "unknown processor '" + Name + "'" + suggestProcessor(Name));
  if (Result.Proc->isGeneric() && Version < CodeObjectVersion::V6)
    return error(Diag::BadTargetID, Name,
                 "generic target '" + Name +
                     "' needs code object V6, this is V" +
                     llvm::Twine(number(Version)));
  if (Version == CodeObjectVersion::V2 && !isInV2(*Result.Proc))
    return error(Diag::BadTargetID, Name,
                 "code object V2 does not know the processor '" + Name + "'");
  return llvm::Error::success();
}

llvm::Error TargetIDParser::unknownFeature(llvm::StringRef Name) const {
  for (unsigned I = 0; I < NumFeatures; ++I)
    if (featureName(static_cast<Feature>(I)) == Name)
      return error(Diag::BadTargetID, Name,
                   "feature '" + Name + "' is not set by a target ID");
  llvm::SmallVector<llvm::StringRef> Candidates;
  for (Feature F : TargetIDFeatures)
    Candidates.push_back(featureName(F));
  return error(Diag::BadTargetID, Name,
               "unknown target feature '" + Name + "'" +
                   didYouMean(Name, Candidates));
}

llvm::Error TargetIDParser::checkV2(llvm::StringRef Name, Feature F,
                                    FeatureSetting Setting) const {
  auto Fixed = fixedV2Setting(*Result.Proc, F);
  if (Version != CodeObjectVersion::V2 || !Fixed || *Fixed == Setting)
    return llvm::Error::success();
  return error(Diag::BadTargetID, Name,
               "code object V2 has '" + Name + "' of " + Result.Proc->Name +
                   " always " + featureSettingName(*Fixed));
}

llvm::Error TargetIDParser::parseFeature(llvm::StringRef Name,
                                         FeatureSetting Setting) {
  const Feature *F = llvm::find_if(
      TargetIDFeatures, [=](Feature F) { return featureName(F) == Name; });
  if (F == std::end(TargetIDFeatures))
    return unknownFeature(Name);
  if (!Result.Proc->Features.has(*F))
    return error(Diag::BadTargetID, Name,
                 Result.Proc->Name + llvm::Twine(" does not support '") + Name +
                     "'");
  FeatureSetting &Slot = Result.setting(*F);
  if (Slot != FeatureSetting::Unsupported)
    return error(Diag::BadTargetID, Name,
                 "feature '" + Name + "' is given twice");
  Slot = Setting;
  return checkV2(Name, *F, Setting);
}

llvm::Error TargetIDParser::parseSignedFeature(llvm::StringRef Part) {
  if (Part.empty())
    return error(Diag::BadTargetID, Part, "a feature name is missing");
  if (Part.back() != '+' && Part.back() != '-')
    return error(Diag::BadTargetID, Part,
                 "feature '" + Part + "' must end in '+' or '-'");
  return parseFeature(Part.drop_back(), Part.back() == '+'
                                            ? FeatureSetting::On
                                            : FeatureSetting::Off);
}

void TargetIDParser::settle(FeatureSetting Omitted) {
  for (Feature F : TargetIDFeatures) {
    FeatureSetting &Slot = Result.setting(F);
    if (!Result.Proc->Features.has(F) || Slot != FeatureSetting::Unsupported)
      continue;
    auto Fixed = Version == CodeObjectVersion::V2
                     ? fixedV2Setting(*Result.Proc, F)
                     : std::nullopt;
    Slot = Fixed.value_or(Omitted);
  }
}

llvm::Expected<TargetID> TargetIDParser::parseColonForm() {
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.split(Parts, ':');
  if (llvm::Error E = parseProcessor(Parts.front()))
    return E;
  for (llvm::StringRef Part : llvm::drop_begin(Parts))
    if (llvm::Error E = parseSignedFeature(Part))
      return E;
  settle(Version >= CodeObjectVersion::V4 ? FeatureSetting::Any
                                          : FeatureSetting::On);
  return Result;
}

llvm::Expected<TargetID> TargetIDParser::parsePlusForm() {
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.split(Parts, '+');
  if (llvm::Error E = parseProcessor(Parts.front()))
    return E;
  for (llvm::StringRef Part : llvm::drop_begin(Parts)) {
    if (Part.empty())
      return error(Diag::BadTargetID, Part, "a feature name is missing");
    if (llvm::Error E = parseFeature(Part, FeatureSetting::On))
      return E;
  }
  settle(FeatureSetting::Off);
  return Result;
}

/// A plus sign that does not end a ":feature+".
static bool isPlusForm(llvm::StringRef Text) {
  return Text.contains('+') && !Text.contains(':');
}

llvm::Expected<TargetID> TargetID::parse(llvm::StringRef Text,
                                         CodeObjectVersion Version) {
  if (Version <= CodeObjectVersion::V3 && isPlusForm(Text))
    return parsePlusForm(Text, Version);
  return TargetIDParser(Text, Version).parseColonForm();
}

llvm::Expected<TargetID> TargetID::parsePlusForm(llvm::StringRef Text,
                                                 CodeObjectVersion Version) {
  return TargetIDParser(Text, Version).parsePlusForm();
}

static void appendPlusForm(std::string &Text, Feature F, FeatureSetting S) {
  if (S == FeatureSetting::On || S == FeatureSetting::Any)
    Text += "+" + featureName(F).str();
}

static void appendColonForm(std::string &Text, Feature F, FeatureSetting S) {
  if (S == FeatureSetting::On || S == FeatureSetting::Off)
    Text += ":" + featureName(F).str() + (S == FeatureSetting::On ? "+" : "-");
}

std::string TargetID::str(CodeObjectVersion Version) const {
  std::string Text = Proc ? Proc->Name.str() : "unknown";
  for (Feature F : TargetIDFeatures) {
    if (Version <= CodeObjectVersion::V3)
      appendPlusForm(Text, F, setting(F));
    else
      appendColonForm(Text, F, setting(F));
  }
  return Text;
}

std::string TargetID::problem(CodeObjectVersion Version) const {
  if (!Proc)
    return "the processor is unknown";
  std::string Name = Proc->Name.str();
  if (Proc->isGeneric() && Version < CodeObjectVersion::V6)
    return "the generic target " + Name + " needs code object V6";
  if (Version == CodeObjectVersion::V2 && !isInV2(*Proc))
    return "code object V2 does not know " + Name;
  for (Feature F : TargetIDFeatures) {
    bool Set = setting(F) != FeatureSetting::Unsupported;
    if (Set != Proc->Features.has(F))
      return featureName(F).str() + " is " +
             (Set ? "set" : "marked as unsupported") + ", but " + Name +
             (Set ? " does not support it" : " supports it");
  }
  return "";
}

} // namespace fencepost
