//===- KernelDescriptor.cpp - Reading the 64 bytes of a kernel ------------===//
// From bytes to words, and from words to fields and to the resources they
// stand for. Which bits mean what is in DescriptorFields.cpp. Tested by
// unittests/Object/KernelDescriptorTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/KernelDescriptor.h"
#include "DescriptorFields.h"
#include "FieldReadings.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm::support;

namespace fencepost {

KernelDescriptor KernelDescriptor::read(llvm::ArrayRef<uint8_t> Bytes) {
  assert(Bytes.size() >= Size && "caller checks the size");
  const uint8_t *Start = Bytes.data();
  KernelDescriptor D;
  D.GroupSegmentFixedSize = endian::read32le(Start);
  D.PrivateSegmentFixedSize = endian::read32le(Start + 4);
  D.KernargSize = endian::read32le(Start + 8);
  std::memcpy(D.Reserved0.data(), Start + 12, D.Reserved0.size());
  D.EntryByteOffset = static_cast<int64_t>(endian::read64le(Start + 16));
  std::memcpy(D.Reserved1.data(), Start + 24, D.Reserved1.size());
  D.Rsrc3 = endian::read32le(Start + 44);
  D.Rsrc1 = endian::read32le(Start + 48);
  D.Rsrc2 = endian::read32le(Start + 52);
  D.CodeProperties = endian::read16le(Start + 56);
  D.KernargPreload = endian::read16le(Start + 58);
  std::memcpy(D.Reserved3.data(), Start + 60, D.Reserved3.size());
  return D;
}

std::array<uint8_t, KernelDescriptor::Size> KernelDescriptor::write() const {
  std::array<uint8_t, Size> Bytes = {};
  uint8_t *Start = Bytes.data();
  endian::write32le(Start, GroupSegmentFixedSize);
  endian::write32le(Start + 4, PrivateSegmentFixedSize);
  endian::write32le(Start + 8, KernargSize);
  std::memcpy(Start + 12, Reserved0.data(), Reserved0.size());
  endian::write64le(Start + 16, static_cast<uint64_t>(EntryByteOffset));
  std::memcpy(Start + 24, Reserved1.data(), Reserved1.size());
  endian::write32le(Start + 44, Rsrc3);
  endian::write32le(Start + 48, Rsrc1);
  endian::write32le(Start + 52, Rsrc2);
  endian::write16le(Start + 56, CodeProperties);
  endian::write16le(Start + 58, KernargPreload);
  std::memcpy(Start + 60, Reserved3.data(), Reserved3.size());
  return Bytes;
}

FieldView descriptorView(llvm::ArrayRef<uint8_t> Bytes, const Processor &P) {
  // Struct, then rsrc1, rsrc2, rsrc3, the code properties, the preload words.
  return {Bytes, {0, 384, 416, 352, 448, 464}, {descriptorFields(), {}}, P};
}

std::vector<DecodedField> decode(const KernelDescriptor &D,
                                 const Processor &P) {
  std::array<uint8_t, KernelDescriptor::Size> Bytes = D.write();
  return decodeFields(descriptorView(Bytes, P));
}

static unsigned roundToGranule(unsigned Count, unsigned Granule) {
  return Granule ? llvm::alignTo(Count, Granule) : Count;
}

static void addVectorRegisters(KernelResources &R, const FieldView &F) {
  R.Vgprs =
      vgprsAskedFor(F["GRANULATED_WORKITEM_VGPR_COUNT"], {F.Proc, R.WaveSize});
  const VgprFacts *Facts = F.Proc.vgprs(R.WaveSize);
  R.AllocatedVgprs = roundToGranule(R.Vgprs, Facts ? Facts->Granule : 0);
  R.ArchVgprs = R.Vgprs;
  if (std::optional<uint64_t> Offset = F.find("ACCUM_OFFSET"))
    R.ArchVgprs = std::min<unsigned>(R.Vgprs, (*Offset + 1) * 4);
  R.Agprs =
      F.Proc.Accumulators == Agprs::Separate ? R.Vgprs : R.Vgprs - R.ArchVgprs;
  R.SharedVgprs = F["SHARED_VGPR_COUNT"] * 8;
}

/// spec/002, "compute_pgm_rsrc1 for GFX6-GFX12": "128 SGPRs always allocated"
/// on GFX10+.
static constexpr unsigned AllSgprs = 128;
/// What processors with the SGPR initialization bug must allocate.
static constexpr unsigned SgprsForInitBug = 96;

static void addScalarRegisters(KernelResources &R, const FieldView &F) {
  std::optional<uint64_t> Blocks = F.find("GRANULATED_WAVEFRONT_SGPR_COUNT");
  R.Sgprs = Blocks ? sgprsAskedFor(*Blocks) : AllSgprs;
  R.AllocatedSgprs = roundToGranule(R.Sgprs, F.Proc.SgprGranule);
  if (F.Proc.SgprInitBug)
    R.AllocatedSgprs = std::max(R.AllocatedSgprs, SgprsForInitBug);
  R.UserSgprs = F["USER_SGPR_COUNT"];
}

KernelResources resourcesIn(const FieldView &F) {
  KernelResources R;
  R.WaveSize = F.waveSize();
  addVectorRegisters(R, F);
  addScalarRegisters(R, F);
  R.UsesDynamicStack = F["USES_DYNAMIC_STACK"];
  if (F.Proc.Features.has(Feature::CuMode))
    R.WgpMode = F.findFlag("WGP_MODE");
  R.TgSplit = F.findFlag("TG_SPLIT");
  if (std::optional<uint64_t> Granules = F.find("NAMED_BAR_CNT"))
    R.NamedBarriers = *Granules * 4;
  R.DynamicVgprs = F.findFlag("ENABLE_DYNAMIC_VGPR");
  R.PreloadLength = F["KERNARG_PRELOAD_SPEC_LENGTH"];
  R.PreloadOffset = F["KERNARG_PRELOAD_SPEC_OFFSET"];
  return R;
}

KernelResources resourcesOf(const KernelDescriptor &D, const Processor &P) {
  std::array<uint8_t, KernelDescriptor::Size> Bytes = D.write();
  KernelResources R = resourcesIn(descriptorView(Bytes, P));
  R.LdsBytes = D.GroupSegmentFixedSize;
  R.ScratchBytes = D.PrivateSegmentFixedSize;
  R.KernargBytes = D.KernargSize;
  return R;
}

} // namespace fencepost
