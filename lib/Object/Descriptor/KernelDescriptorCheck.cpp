//===- KernelDescriptorCheck.cpp - What a descriptor must not say ---------===//
// Reserved bits, user SGPR counts and limits (spec/002, "Kernel Descriptor").
// Where the entry point lies is checked with the ELF file, not here. A user
// SGPR count above what is enabled is no finding: "must be greater than or
// equal" (compute_pgm_rsrc2), and compilers do pad it on GFX11. Tested by
// unittests/Object/KernelDescriptorTest.cpp and, for silence on what compilers
// emit, CompilerOutputTest.cpp.
//===----------------------------------------------------------------------===//
#include "DescriptorFields.h"
#include "FieldReadings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::Twine;

namespace fencepost {

namespace {
/// Collects findings about one structure on one processor.
class DescriptorChecker {
public:
  DescriptorChecker(const FieldView &F, const KernelResources &R,
                    const Location &Where)
      : P(F.Proc), F(F), R(R), Where(Where) {}

  std::vector<Finding> run();

private:
  void checkRow(const FieldRow &Row);
  void checkReservedBits();
  void checkUserSgprs();
  void checkWaveSize();
  void checkRegisters();
  void checkOthers();
  void add(Diag Id, const Twine &Message) {
    Findings.push_back({Id, Where, Message.str(), {}});
  }

  const Processor &P;
  const FieldView &F;
  const KernelResources &R;
  const Location &Where;
  std::vector<Finding> Findings;
};
} // namespace

/// "compute_pgm_rsrc1 bit 20 (PRIV)", "bits 31:17 (RESERVED)"
static std::string placeOf(const FieldRow &Row) {
  llvm::StringRef Word = fieldWordName(Row.Word);
  std::string Place = Word.empty() ? "" : (Word + " ").str();
  if (Row.Width == 1)
    Place += "bit " + std::to_string(Row.Bit);
  else
    Place += "bits " + std::to_string(Row.Bit + Row.Width - 1) + ":" +
             std::to_string(Row.Bit);
  return Place + " (" + Row.Name.str() + ")";
}

void DescriptorChecker::checkRow(const FieldRow &Row) {
  if (!Row.Applies.holdsFor(P) || F.ruleOf(Row) == FieldRule::Value)
    return;
  uint64_t Value = F.get(Row);
  if (!Value)
    return;
  bool ByCp = Row.Rule == FieldRule::FilledByCp;
  add(Diag::ReservedBits,
      Twine(placeOf(Row)) + " must be 0 on " + P.Name +
          (ByCp ? ", because CP fills it in" : ", where it is reserved") +
          "; it is 0x" + llvm::utohexstr(Value, /*LowerCase=*/true));
}

void DescriptorChecker::checkReservedBits() {
  for (llvm::ArrayRef<FieldRow> Rows : F.Tables)
    for (const FieldRow &Row : Rows)
      checkRow(Row);
  if (F["ENABLE_VGPR_WORKITEM_ID"] == 3)
    add(Diag::ReservedBits,
        "compute_pgm_rsrc2 bits 12:11 (ENABLE_VGPR_WORKITEM_ID) are 3, which "
        "is undefined");
}

void DescriptorChecker::checkUserSgprs() {
  unsigned Enabled = enabledUserSgprs(F);
  unsigned Max = P.family().MaxUserSgprs;
  if (Enabled > R.UserSgprs)
    add(Diag::UserSGPRCount,
        Twine(counted(Enabled, "user SGPR")) + (Enabled == 1 ? " is" : " are") +
            " enabled, but USER_SGPR_COUNT is " + Twine(R.UserSgprs));
  if (std::max(Enabled, R.UserSgprs) > Max)
    add(Diag::UserSGPRCount,
        Twine(counted(std::max(Enabled, R.UserSgprs), "user SGPR")) +
            " asked for, but " + P.Name + " initializes only " + Twine(Max));
}

void DescriptorChecker::checkWaveSize() {
  if (!P.supportsWaveSize(R.WaveSize))
    add(Diag::OverLimit, Twine("wavefront size ") + Twine(R.WaveSize) +
                             " is not supported by " + P.Name);
  if (F["WGP_MODE"] && !R.WgpMode)
    add(Diag::OverLimit, Twine("WGP mode is not supported by ") + P.Name);
}

/// spec/002, "compute_pgm_rsrc1 for GFX6-GFX12": "sgprs_used 0..112".
static constexpr unsigned MaxSgprs = 112;

void DescriptorChecker::checkRegisters() {
  const VgprFacts *Vgprs = P.vgprs(R.WaveSize);
  if (Vgprs && R.Vgprs > Vgprs->Addressable)
    add(Diag::OverLimit, Twine(R.Vgprs) + " VGPRs asked for, but a wave of " +
                             P.Name + " has at most " +
                             Twine(Vgprs->Addressable));
  if (P.SgprGranule && R.Sgprs > MaxSgprs)
    add(Diag::OverLimit, Twine(R.Sgprs) + " SGPRs asked for, but a wave of " +
                             P.Name + " has at most " + Twine(MaxSgprs));
  if (std::optional<uint64_t> Offset = F.find("ACCUM_OFFSET"))
    if ((*Offset + 1) * 4 > R.Vgprs)
      add(Diag::OverLimit, "AccVGPRs start at " + Twine((*Offset + 1) * 4) +
                               ", but only " + Twine(R.Vgprs) +
                               " VGPRs are asked for");
  if (R.SharedVgprs && R.WaveSize == 32)
    add(Diag::OverLimit, "shared VGPRs need wavefront size 64");
  else if (R.SharedVgprs && R.Vgprs + R.SharedVgprs > 256)
    add(Diag::OverLimit, Twine(R.Vgprs) + " VGPRs and " + Twine(R.SharedVgprs) +
                             " shared VGPRs are more than 256 together");
}

void DescriptorChecker::checkOthers() {
  if (R.LdsBytes > P.LdsSize)
    add(Diag::OverLimit, Twine(R.LdsBytes) +
                             " bytes of LDS asked for, but a work-group on " +
                             P.Name + " has at most " + Twine(P.LdsSize));
  unsigned MaxNamed = P.family().Barriers.Named;
  if (R.NamedBarriers.value_or(0) > MaxNamed)
    add(Diag::OverLimit, Twine(*R.NamedBarriers) +
                             " named barriers asked for, but a work-group on " +
                             P.Name + " has at most " + Twine(MaxNamed));
}

std::vector<Finding> DescriptorChecker::run() {
  checkReservedBits();
  checkUserSgprs();
  checkWaveSize();
  checkRegisters();
  checkOthers();
  return std::move(Findings);
}

std::vector<Finding> checkFields(const FieldView &F, const KernelResources &R,
                                 const Location &Where) {
  return DescriptorChecker(F, R, Where).run();
}

std::vector<Finding> checkDescriptor(const KernelDescriptor &D,
                                     const Processor &P,
                                     const Location &Where) {
  std::array<uint8_t, KernelDescriptor::Size> Bytes = D.write();
  return checkFields(descriptorView(Bytes, P), resourcesOf(D, P), Where);
}

} // namespace fencepost
