//===- Metadata.cpp - HSA metadata, one form for all versions -------------===//
// Each map of spec/002, "Code Object Metadata" of AMDHSA, is a table: a row has
// a key, the version since which it is required, and the member it lands in.
// One loop applies any table to any map. A wrong type, a missing key and a
// value off a closed list each become a finding, and reading continues. Tested
// by unittests/Object/MetadataTest.cpp, against LLVM's own verifier among
// others.
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
    // clang-format off
    {.Name = ".access", .Set = into<&Arg::Access>},
    {.Name = ".actual_access", .Set = into<&Arg::ActualAccess>},
    {.Name = ".address_space", .Set = into<&Arg::AddressSpace>},
    {.Name = ".is_const", .Set = into<&Arg::IsConst>},
    {.Name = ".is_pipe", .Set = into<&Arg::IsPipe>},
    {.Name = ".is_restrict", .Set = into<&Arg::IsRestrict>},
    {.Name = ".is_volatile", .Set = into<&Arg::IsVolatile>},
    {.Name = ".name", .Set = into<&Arg::Name>},
    {.Name = ".offset", .RequiredSince = 3, .Set = into<&Arg::Offset>},
    {.Name = ".pointee_align", .Set = into<&Arg::PointeeAlign>},
    {.Name = ".size", .RequiredSince = 3, .Set = into<&Arg::Size>},
    {.Name = ".type_name", .Set = into<&Arg::TypeName>},
    {.Name = ".value_kind", .RequiredSince = 3, .Set = into<&Arg::Kind>},
    // clang-format on
};

constexpr Key<Arg> V2ArgumentKeys[] = {
    // clang-format off
    {.Name = "Name", .Set = into<&Arg::Name>},
    {.Name = "TypeName", .Set = into<&Arg::TypeName>},
    {.Name = "Size", .RequiredSince = 2, .Set = into<&Arg::Size>},
    {.Name = "Align", .RequiredSince = 2, .Set = into<&Arg::Alignment>},
    {.Name = "ValueKind", .RequiredSince = 2, .Set = into<&Arg::Kind>},
    {.Name = "PointeeAlign", .Set = into<&Arg::PointeeAlign>},
    {.Name = "AddrSpaceQual", .Set = into<&Arg::AddressSpace>},
    {.Name = "AccQual", .Set = into<&Arg::Access>},
    {.Name = "ActualAccQual", .Set = into<&Arg::ActualAccess>},
    {.Name = "IsConst", .Set = into<&Arg::IsConst>},
    {.Name = "IsRestrict", .Set = into<&Arg::IsRestrict>},
    {.Name = "IsVolatile", .Set = into<&Arg::IsVolatile>},
    {.Name = "IsPipe", .Set = into<&Arg::IsPipe>},
    // clang-format on
};

// ".agpr_count" is required by the text of spec/002 for GFX908 and GFX90A, but
// it came after V3 and V4 were fixed and LLVM's verifier does not ask for it
// either. LLVM writes ".max_num_workgroups_x"; spec/002 has
// ".max_num_work_groups_x".
constexpr Key<Kern> KernelKeys[] = {
    // clang-format off
    {.Name = ".agpr_count", .Set = into<&Kern::AgprCount>},
    {.Name = ".args", .Set = into<&Kern::Arguments>},
    {.Name = ".cluster_dims", .Set = into<&Kern::ClusterDims>},
    {.Name = ".device_enqueue_symbol", .Set = into<&Kern::DeviceEnqueueSymbol>},
    {.Name = ".group_segment_fixed_size", .RequiredSince = 3,
     .Set = into<&Kern::GroupSegmentFixedSize>},
    {.Name = ".kernarg_segment_align", .RequiredSince = 3,
     .Set = into<&Kern::KernargSegmentAlign>},
    {.Name = ".kernarg_segment_size", .RequiredSince = 3,
     .Set = into<&Kern::KernargSegmentSize>},
    {.Name = ".kind", .Set = into<&Kern::Kind>},
    {.Name = ".language", .Set = into<&Kern::Language>},
    {.Name = ".language_version", .Set = into<&Kern::LanguageVersion>},
    {.Name = ".max_flat_workgroup_size", .RequiredSince = 3,
     .Set = into<&Kern::MaxFlatWorkgroupSize>},
    {.Name = ".max_num_work_groups_x", .Set = into<&Kern::MaxNumWorkgroupsX>},
    {.Name = ".max_num_work_groups_y", .Set = into<&Kern::MaxNumWorkgroupsY>},
    {.Name = ".max_num_work_groups_z", .Set = into<&Kern::MaxNumWorkgroupsZ>},
    {.Name = ".max_num_workgroups_x", .Set = into<&Kern::MaxNumWorkgroupsX>},
    {.Name = ".max_num_workgroups_y", .Set = into<&Kern::MaxNumWorkgroupsY>},
    {.Name = ".max_num_workgroups_z", .Set = into<&Kern::MaxNumWorkgroupsZ>},
    {.Name = ".name", .RequiredSince = 3, .Set = into<&Kern::Name>},
    {.Name = ".private_segment_fixed_size", .RequiredSince = 3,
     .Set = into<&Kern::PrivateSegmentFixedSize>},
    {.Name = ".reqd_workgroup_size", .Set = into<&Kern::ReqdWorkgroupSize>},
    {.Name = ".sgpr_count", .RequiredSince = 3, .Set = into<&Kern::SgprCount>},
    {.Name = ".sgpr_spill_count", .Set = into<&Kern::SgprSpillCount>},
    {.Name = ".symbol", .RequiredSince = 3, .Set = into<&Kern::Symbol>},
    {.Name = ".uniform_work_group_size",
     .Set = into<&Kern::UniformWorkGroupSize>},
    {.Name = ".uses_dynamic_stack", .Set = into<&Kern::UsesDynamicStack>},
    {.Name = ".vec_type_hint", .Set = into<&Kern::VecTypeHint>},
    {.Name = ".vgpr_count", .RequiredSince = 3, .Set = into<&Kern::VgprCount>},
    {.Name = ".vgpr_spill_count", .Set = into<&Kern::VgprSpillCount>},
    {.Name = ".wavefront_size", .RequiredSince = 3,
     .Set = into<&Kern::WavefrontSize>},
    {.Name = ".workgroup_processor_mode",
     .Set = into<&Kern::WorkgroupProcessorMode>},
    {.Name = ".workgroup_size_hint", .Set = into<&Kern::WorkgroupSizeHint>},
    // clang-format on
};

constexpr Key<Kern> V2AttributeKeys[] = {
    // clang-format off
    {.Name = "ReqdWorkGroupSize", .Set = into<&Kern::ReqdWorkgroupSize>},
    {.Name = "WorkGroupSizeHint", .Set = into<&Kern::WorkgroupSizeHint>},
    {.Name = "VecTypeHint", .Set = into<&Kern::VecTypeHint>},
    {.Name = "RuntimeHandle", .Set = into<&Kern::DeviceEnqueueSymbol>},
    // clang-format on
};

constexpr Key<Kern> V2CodePropertyKeys[] = {
    // clang-format off
    {.Name = "KernargSegmentSize", .RequiredSince = 2,
     .Set = into<&Kern::KernargSegmentSize>},
    {.Name = "GroupSegmentFixedSize", .RequiredSince = 2,
     .Set = into<&Kern::GroupSegmentFixedSize>},
    {.Name = "PrivateSegmentFixedSize", .RequiredSince = 2,
     .Set = into<&Kern::PrivateSegmentFixedSize>},
    {.Name = "KernargSegmentAlign", .RequiredSince = 2,
     .Set = into<&Kern::KernargSegmentAlign>},
    {.Name = "WavefrontSize", .RequiredSince = 2,
     .Set = into<&Kern::WavefrontSize>},
    {.Name = "NumSGPRs", .RequiredSince = 2, .Set = into<&Kern::SgprCount>},
    {.Name = "NumVGPRs", .RequiredSince = 2, .Set = into<&Kern::VgprCount>},
    {.Name = "MaxFlatWorkGroupSize", .RequiredSince = 2,
     .Set = into<&Kern::MaxFlatWorkgroupSize>},
    {.Name = "IsDynamicCallStack", .Set = into<&Kern::UsesDynamicStack>},
    {.Name = "IsXNACKEnabled", .Set = into<&Kern::IsXnackEnabled>},
    {.Name = "NumSpilledSGPRs", .Set = into<&Kern::SgprSpillCount>},
    {.Name = "NumSpilledVGPRs", .Set = into<&Kern::VgprSpillCount>},
    // clang-format on
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
    // clang-format off
    {.Name = "Name", .RequiredSince = 2, .Set = into<&Kern::Name>},
    {.Name = "SymbolName", .RequiredSince = 2, .Set = into<&Kern::Symbol>},
    {.Name = "Language", .Set = into<&Kern::Language>},
    {.Name = "LanguageVersion", .Set = into<&Kern::LanguageVersion>},
    {.Name = "Attrs", .Set = within<V2AttributeKeys>},
    {.Name = "Args", .Set = into<&Kern::Arguments>},
    {.Name = "CodeProps", .Set = within<V2CodePropertyKeys>},
    // clang-format on
};

constexpr Key<HsaModule> ModuleKeys[] = {
    // clang-format off
    {.Name = "amdhsa.kernels", .RequiredSince = 3,
     .Set = into<&HsaModule::Kernels>},
    {.Name = "amdhsa.printf", .Set = into<&HsaModule::Printf>},
    {.Name = "amdhsa.target", .RequiredSince = 4,
     .Set = into<&HsaModule::Target>},
    {.Name = "amdhsa.version", .RequiredSince = 3,
     .Set = into<&HsaModule::Version>},
    // clang-format on
};

constexpr Key<HsaModule> V2ModuleKeys[] = {
    // clang-format off
    {.Name = "Version", .RequiredSince = 2, .Set = into<&HsaModule::Version>},
    {.Name = "Printf", .Set = into<&HsaModule::Printf>},
    {.Name = "Kernels", .RequiredSince = 2, .Set = into<&HsaModule::Kernels>},
    // clang-format on
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
