//===- Metadata.cpp - HSA metadata, one form for all versions -------------===//
// Each map of spec/002, "Code Object Metadata" of AMDHSA, is a table: a row has
// a key, the version since which it is required, and the member it lands in.
// One loop applies any table to any map. A wrong type, a missing key and a
// value off a closed list each become a finding, and reading goes on. Tested by
// unittests/Object/MetadataTest.cpp, against LLVM's own verifier among others.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Metadata.h"
#include "HsaReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost {
namespace {

template <auto Member, typename T>
llvm::StringRef into(HsaReader &R, const MetadataValue &V, T &Out) {
  return R.set(V, Out.*Member);
}

using HsaModule = HsaMetadata;
using Kern = KernelMetadata;
using Arg = ArgumentMetadata;

// The tables, each in the order in which producers write the keys (sorted), so
// that the search for the next key finds it at once.

constexpr Key<Arg> ArgumentKeys[] = {
    {".access", Never, into<&Arg::Access>},
    {".actual_access", Never, into<&Arg::ActualAccess>},
    {".address_space", Never, into<&Arg::AddressSpace>},
    {".is_const", Never, into<&Arg::IsConst>},
    {".is_pipe", Never, into<&Arg::IsPipe>},
    {".is_restrict", Never, into<&Arg::IsRestrict>},
    {".is_volatile", Never, into<&Arg::IsVolatile>},
    {".name", Never, into<&Arg::Name>},
    {".offset", 3, into<&Arg::Offset>},
    {".pointee_align", Never, into<&Arg::PointeeAlign>},
    {".size", 3, into<&Arg::Size>},
    {".type_name", Never, into<&Arg::TypeName>},
    {".value_kind", 3, into<&Arg::Kind>},
};

constexpr Key<Arg> V2ArgumentKeys[] = {
    {"Name", Never, into<&Arg::Name>},
    {"TypeName", Never, into<&Arg::TypeName>},
    {"Size", 2, into<&Arg::Size>},
    {"Align", 2, into<&Arg::Alignment>},
    {"ValueKind", 2, into<&Arg::Kind>},
    {"PointeeAlign", Never, into<&Arg::PointeeAlign>},
    {"AddrSpaceQual", Never, into<&Arg::AddressSpace>},
    {"AccQual", Never, into<&Arg::Access>},
    {"ActualAccQual", Never, into<&Arg::ActualAccess>},
    {"IsConst", Never, into<&Arg::IsConst>},
    {"IsRestrict", Never, into<&Arg::IsRestrict>},
    {"IsVolatile", Never, into<&Arg::IsVolatile>},
    {"IsPipe", Never, into<&Arg::IsPipe>},
};

// ".agpr_count" is required by the text of spec/002 for GFX908 and GFX90A, but
// it came after V3 and V4 were fixed and LLVM's verifier does not ask for it
// either. LLVM writes ".max_num_workgroups_x"; spec/002 has
// ".max_num_work_groups_x".
constexpr Key<Kern> KernelKeys[] = {
    {".agpr_count", Never, into<&Kern::AgprCount>},
    {".args", Never, into<&Kern::Arguments>},
    {".cluster_dims", Never, into<&Kern::ClusterDims>},
    {".device_enqueue_symbol", Never, into<&Kern::DeviceEnqueueSymbol>},
    {".group_segment_fixed_size", 3, into<&Kern::GroupSegmentFixedSize>},
    {".kernarg_segment_align", 3, into<&Kern::KernargSegmentAlign>},
    {".kernarg_segment_size", 3, into<&Kern::KernargSegmentSize>},
    {".kind", Never, into<&Kern::Kind>},
    {".language", Never, into<&Kern::Language>},
    {".language_version", Never, into<&Kern::LanguageVersion>},
    {".max_flat_workgroup_size", 3, into<&Kern::MaxFlatWorkgroupSize>},
    {".max_num_work_groups_x", Never, into<&Kern::MaxNumWorkgroupsX>},
    {".max_num_work_groups_y", Never, into<&Kern::MaxNumWorkgroupsY>},
    {".max_num_work_groups_z", Never, into<&Kern::MaxNumWorkgroupsZ>},
    {".max_num_workgroups_x", Never, into<&Kern::MaxNumWorkgroupsX>},
    {".max_num_workgroups_y", Never, into<&Kern::MaxNumWorkgroupsY>},
    {".max_num_workgroups_z", Never, into<&Kern::MaxNumWorkgroupsZ>},
    {".name", 3, into<&Kern::Name>},
    {".private_segment_fixed_size", 3, into<&Kern::PrivateSegmentFixedSize>},
    {".reqd_workgroup_size", Never, into<&Kern::ReqdWorkgroupSize>},
    {".sgpr_count", 3, into<&Kern::SgprCount>},
    {".sgpr_spill_count", Never, into<&Kern::SgprSpillCount>},
    {".symbol", 3, into<&Kern::Symbol>},
    {".uniform_work_group_size", Never, into<&Kern::UniformWorkGroupSize>},
    {".uses_dynamic_stack", Never, into<&Kern::UsesDynamicStack>},
    {".vec_type_hint", Never, into<&Kern::VecTypeHint>},
    {".vgpr_count", 3, into<&Kern::VgprCount>},
    {".vgpr_spill_count", Never, into<&Kern::VgprSpillCount>},
    {".wavefront_size", 3, into<&Kern::WavefrontSize>},
    {".workgroup_processor_mode", Never, into<&Kern::WorkgroupProcessorMode>},
    {".workgroup_size_hint", Never, into<&Kern::WorkgroupSizeHint>},
};

constexpr Key<Kern> V2AttributeKeys[] = {
    {"ReqdWorkGroupSize", Never, into<&Kern::ReqdWorkgroupSize>},
    {"WorkGroupSizeHint", Never, into<&Kern::WorkgroupSizeHint>},
    {"VecTypeHint", Never, into<&Kern::VecTypeHint>},
    {"RuntimeHandle", Never, into<&Kern::DeviceEnqueueSymbol>},
};

constexpr Key<Kern> V2CodePropertyKeys[] = {
    {"KernargSegmentSize", 2, into<&Kern::KernargSegmentSize>},
    {"GroupSegmentFixedSize", 2, into<&Kern::GroupSegmentFixedSize>},
    {"PrivateSegmentFixedSize", 2, into<&Kern::PrivateSegmentFixedSize>},
    {"KernargSegmentAlign", 2, into<&Kern::KernargSegmentAlign>},
    {"WavefrontSize", 2, into<&Kern::WavefrontSize>},
    {"NumSGPRs", 2, into<&Kern::SgprCount>},
    {"NumVGPRs", 2, into<&Kern::VgprCount>},
    {"MaxFlatWorkGroupSize", 2, into<&Kern::MaxFlatWorkgroupSize>},
    {"IsDynamicCallStack", Never, into<&Kern::UsesDynamicStack>},
    {"IsXNACKEnabled", Never, into<&Kern::IsXnackEnabled>},
    {"NumSpilledSGPRs", Never, into<&Kern::SgprSpillCount>},
    {"NumSpilledVGPRs", Never, into<&Kern::VgprSpillCount>},
};

/// A map inside the kernel's whose keys are members of the kernel.
template <const auto &Keys>
llvm::StringRef within(HsaReader &R, const MetadataValue &V, Kern &Out) {
  if (!V.isMap())
    return "a map";
  R.readMap<Kern>(Keys, V, Out);
  return "";
}

constexpr Key<Kern> V2KernelKeys[] = {
    {"Name", 2, into<&Kern::Name>},
    {"SymbolName", 2, into<&Kern::Symbol>},
    {"Language", Never, into<&Kern::Language>},
    {"LanguageVersion", Never, into<&Kern::LanguageVersion>},
    {"Attrs", Never, within<V2AttributeKeys>},
    {"Args", Never, into<&Kern::Arguments>},
    {"CodeProps", Never, within<V2CodePropertyKeys>},
};

constexpr Key<HsaModule> ModuleKeys[] = {
    {"amdhsa.kernels", 3, into<&HsaModule::Kernels>},
    {"amdhsa.printf", Never, into<&HsaModule::Printf>},
    {"amdhsa.target", 4, into<&HsaModule::Target>},
    {"amdhsa.version", 3, into<&HsaModule::Version>},
};

constexpr Key<HsaModule> V2ModuleKeys[] = {
    {"Version", 2, into<&HsaModule::Version>},
    {"Printf", Never, into<&HsaModule::Printf>},
    {"Kernels", 2, into<&HsaModule::Kernels>},
};

} // namespace

/// An argument or kernel of which nothing could be read is not kept, so that a
/// byte of a damaged file does not become a large struct.
llvm::StringRef HsaReader::set(const MetadataValue &V,
                               std::vector<ArgumentMetadata> &Out) {
  if (!V.isArray())
    return "a sequence of maps";
  Out.reserve(std::min<size_t>(V.elements().size(), 64));
  for (const auto &[I, Element] : llvm::enumerate(V.elements())) {
    CurrentArgument = I;
    if (Element.entries().empty()) {
      report("the argument is not a map with keys");
      continue;
    }
    ArgumentMetadata &Argument = Out.emplace_back();
    readMap(isV2() ? KeyTable<Arg>(V2ArgumentKeys)
                   : KeyTable<Arg>(ArgumentKeys),
            Element, Argument);
  }
  CurrentArgument.reset();
  if (isV2())
    layOutV2Arguments(Out);
  return "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V,
                               std::vector<KernelMetadata> &Out) {
  if (!V.isArray())
    return "a sequence of maps";
  for (const MetadataValue &Element : V.elements()) {
    CurrentKernel = &Element;
    if (Element.entries().empty()) {
      report("the kernel is not a map with keys");
      continue;
    }
    KernelMetadata &Kernel = Out.emplace_back();
    Kernel.FileOffset = NoteOffset;
    readMap(isV2() ? KeyTable<Kern>(V2KernelKeys) : KeyTable<Kern>(KernelKeys),
            Element, Kernel);
  }
  CurrentKernel = nullptr;
  return "";
}

/// V2 gives sizes and alignments only; arguments follow each other in memory
/// (spec/002, "Kernel Dispatch": the layout of the HSA reference manual).
void HsaReader::layOutV2Arguments(std::vector<ArgumentMetadata> &Arguments) {
  uint64_t End = 0;
  for (auto [I, Argument] : llvm::enumerate(Arguments)) {
    uint32_t Alignment = Argument.Alignment.value_or(1);
    if (!llvm::isPowerOf2_32(Alignment)) {
      CurrentArgument = I;
      report("'Align' is " + llvm::Twine(Alignment) + ", not a power of two");
      CurrentArgument.reset();
      Alignment = 1;
    }
    Argument.Offset = (End + Alignment - 1) & ~uint64_t(Alignment - 1);
    End = Argument.Offset + Argument.Size;
  }
}

HsaMetadata HsaReader::read(const MetadataValue &Root) {
  HsaMetadata Metadata;
  if (!Root.isMap())
    report("the metadata is " + llvm::Twine(kindName(Root.kind())) +
           ", not a map");
  else
    readMap(isV2() ? KeyTable<HsaModule>(V2ModuleKeys)
                   : KeyTable<HsaModule>(ModuleKeys),
            Root, Metadata);
  return Metadata;
}

HsaMetadata readHsaMetadata(const MetadataValue &Root,
                            CodeObjectVersion Version, const Location &Where,
                            llvm::BumpPtrAllocator &Memory,
                            std::vector<Finding> &Findings) {
  return HsaReader(Version, Where, Memory, Findings).read(Root);
}

} // namespace fencepost
