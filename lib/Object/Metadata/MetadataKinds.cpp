//===- MetadataKinds.cpp - The values that metadata keys may take ---------===//
// The closed lists of spec/002, "Code Object Metadata" of AMDHSA: argument
// kinds, address spaces and accesses, with the spelling of V2 and of later
// versions. Tested by unittests/Object/MetadataTest.cpp.
//===----------------------------------------------------------------------===//
#include "MetadataKinds.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using V = CodeObjectVersion;

static constexpr ValueKindFacts ValueKinds[] = {
    // clang-format off
    {.Id = ValueKind::ByValue, .Name = "by_value", .V2Name = "ByValue",
     .Since = V::V2, .Meaning = "the value itself"},
    {.Id = ValueKind::GlobalBuffer, .Name = "global_buffer",
     .V2Name = "GlobalBuffer", .Since = V::V2,
     .Meaning = "pointer to global memory"},
    {.Id = ValueKind::DynamicSharedPointer, .Name = "dynamic_shared_pointer",
     .V2Name = "DynamicSharedPointer", .Since = V::V2,
     .Meaning = "pointer to LDS sized at dispatch"},
    {.Id = ValueKind::Sampler, .Name = "sampler", .V2Name = "Sampler",
     .Since = V::V2, .Meaning = "pointer to a sampler descriptor"},
    {.Id = ValueKind::Image, .Name = "image", .V2Name = "Image", .Since = V::V2,
     .Meaning = "pointer to an image descriptor"},
    {.Id = ValueKind::Pipe, .Name = "pipe", .V2Name = "Pipe", .Since = V::V2,
     .Meaning = "pointer to an OpenCL pipe"},
    {.Id = ValueKind::Queue, .Name = "queue", .V2Name = "Queue", .Since = V::V2,
     .Meaning = "pointer to an OpenCL device queue"},
    {.Id = ValueKind::HiddenGlobalOffsetX, .Name = "hidden_global_offset_x",
     .V2Name = "HiddenGlobalOffsetX", .Since = V::V2,
     .Meaning = "global offset of the grid, x"},
    {.Id = ValueKind::HiddenGlobalOffsetY, .Name = "hidden_global_offset_y",
     .V2Name = "HiddenGlobalOffsetY", .Since = V::V2,
     .Meaning = "global offset of the grid, y"},
    {.Id = ValueKind::HiddenGlobalOffsetZ, .Name = "hidden_global_offset_z",
     .V2Name = "HiddenGlobalOffsetZ", .Since = V::V2,
     .Meaning = "global offset of the grid, z"},
    {.Id = ValueKind::HiddenNone, .Name = "hidden_none", .V2Name = "HiddenNone",
     .Since = V::V2, .Meaning = "unused, takes room only"},
    {.Id = ValueKind::HiddenPrintfBuffer, .Name = "hidden_printf_buffer",
     .V2Name = "HiddenPrintfBuffer", .Since = V::V2,
     .Meaning = "pointer to the printf buffer"},
    {.Id = ValueKind::HiddenHostcallBuffer, .Name = "hidden_hostcall_buffer",
     .V2Name = "HiddenHostcallBuffer", .Since = V::V2,
     .Meaning = "pointer to the hostcall buffer"},
    {.Id = ValueKind::HiddenDefaultQueue, .Name = "hidden_default_queue",
     .V2Name = "HiddenDefaultQueue", .Since = V::V2,
     .Meaning = "pointer to the default device queue"},
    {.Id = ValueKind::HiddenCompletionAction,
     .Name = "hidden_completion_action", .V2Name = "HiddenCompletionAction",
     .Since = V::V2,
     .Meaning = "pointer that links enqueued kernels to their parent"},
    {.Id = ValueKind::HiddenMultigridSyncArg,
     .Name = "hidden_multigrid_sync_arg", .V2Name = "HiddenMultiGridSyncArg",
     .Since = V::V2, .Meaning = "pointer for multi-grid synchronization"},
    {.Id = ValueKind::HiddenBlockCountX, .Name = "hidden_block_count_x",
     .Since = V::V5, .Meaning = "number of full work-groups, x"},
    {.Id = ValueKind::HiddenBlockCountY, .Name = "hidden_block_count_y",
     .Since = V::V5, .Meaning = "number of full work-groups, y"},
    {.Id = ValueKind::HiddenBlockCountZ, .Name = "hidden_block_count_z",
     .Since = V::V5, .Meaning = "number of full work-groups, z"},
    {.Id = ValueKind::HiddenGroupSizeX, .Name = "hidden_group_size_x",
     .Since = V::V5, .Meaning = "work-group size, x"},
    {.Id = ValueKind::HiddenGroupSizeY, .Name = "hidden_group_size_y",
     .Since = V::V5, .Meaning = "work-group size, y"},
    {.Id = ValueKind::HiddenGroupSizeZ, .Name = "hidden_group_size_z",
     .Since = V::V5, .Meaning = "work-group size, z"},
    {.Id = ValueKind::HiddenRemainderX, .Name = "hidden_remainder_x",
     .Since = V::V5, .Meaning = "size of the partial work-group, x"},
    {.Id = ValueKind::HiddenRemainderY, .Name = "hidden_remainder_y",
     .Since = V::V5, .Meaning = "size of the partial work-group, y"},
    {.Id = ValueKind::HiddenRemainderZ, .Name = "hidden_remainder_z",
     .Since = V::V5, .Meaning = "size of the partial work-group, z"},
    {.Id = ValueKind::HiddenGridDims, .Name = "hidden_grid_dims",
     .Since = V::V5, .Meaning = "dimensions of the grid"},
    {.Id = ValueKind::HiddenHeapV1, .Name = "hidden_heap_v1", .Since = V::V5,
     .Meaning = "pointer to the device malloc heap"},
    {.Id = ValueKind::HiddenDynamicLdsSize, .Name = "hidden_dynamic_lds_size",
     .Since = V::V5, .Meaning = "bytes of LDS sized at dispatch"},
    {.Id = ValueKind::HiddenPrivateBase, .Name = "hidden_private_base",
     .Since = V::V5, .Meaning = "high half of the private aperture (GFX8)"},
    {.Id = ValueKind::HiddenSharedBase, .Name = "hidden_shared_base",
     .Since = V::V5, .Meaning = "high half of the shared aperture (GFX8)"},
    {.Id = ValueKind::HiddenQueuePtr, .Name = "hidden_queue_ptr",
     .Since = V::V5, .Meaning = "pointer to the HSA queue (before GFX9)"},
    {.Id = ValueKind::Unknown, .Name = "", .Since = V::V2,
     .Meaning = "not a kind of the specification"},
    // clang-format on
};

static_assert(isIndexedBy(ValueKinds, &ValueKindFacts::Id),
              "one row a value kind, in order");

llvm::ArrayRef<ValueKindFacts> valueKinds() {
  return llvm::ArrayRef(ValueKinds).drop_back();
}

const ValueKindFacts &factsOf(ValueKind Kind) {
  return rowOf(ValueKinds, Kind);
}

ValueKind parseValueKind(llvm::StringRef Name, bool V2) {
  const auto *Row = llvm::find_if(valueKinds(), [&](const auto &Facts) {
    return !Name.empty() && Name == (V2 ? Facts.V2Name : Facts.Name);
  });
  return Row == valueKinds().end() ? ValueKind::Unknown : Row->Id;
}

namespace {
template <typename Enum> struct QualifierNames {
  Enum Id;
  llvm::StringLiteral Name, V2Name;
};
} // namespace

static constexpr QualifierNames<AddressSpaceQual> AddressSpaces[] = {
    {.Id = AddressSpaceQual::None, .Name = "", .V2Name = ""},
    {.Id = AddressSpaceQual::Private, .Name = "private", .V2Name = "Private"},
    {.Id = AddressSpaceQual::Global, .Name = "global", .V2Name = "Global"},
    {.Id = AddressSpaceQual::Constant,
     .Name = "constant",
     .V2Name = "Constant"},
    {.Id = AddressSpaceQual::Local, .Name = "local", .V2Name = "Local"},
    {.Id = AddressSpaceQual::Generic, .Name = "generic", .V2Name = "Generic"},
    {.Id = AddressSpaceQual::Region, .Name = "region", .V2Name = "Region"},
};
static_assert(isIndexedBy(AddressSpaces, &QualifierNames<AddressSpaceQual>::Id),
              "an address space without a name");

static constexpr QualifierNames<AccessQual> Accesses[] = {
    {.Id = AccessQual::None, .Name = "", .V2Name = ""},
    {.Id = AccessQual::Default, .Name = "default", .V2Name = "Default"},
    {.Id = AccessQual::ReadOnly, .Name = "read_only", .V2Name = "ReadOnly"},
    {.Id = AccessQual::WriteOnly, .Name = "write_only", .V2Name = "WriteOnly"},
    {.Id = AccessQual::ReadWrite, .Name = "read_write", .V2Name = "ReadWrite"},
};
static_assert(isIndexedBy(Accesses, &QualifierNames<AccessQual>::Id),
              "an access without a name");

/// The qualifier called \p Name; None, which has no name, if there is none.
template <typename Enum, size_t N>
static Enum parseQualifier(const QualifierNames<Enum> (&Names)[N],
                           llvm::StringRef Name, bool V2) {
  for (const QualifierNames<Enum> &Row : Names)
    if (Name == (V2 ? Row.V2Name : Row.Name))
      return Row.Id;
  return Enum::None;
}

llvm::StringRef addressSpaceName(AddressSpaceQual Space) {
  return rowOf(AddressSpaces, Space).Name;
}

llvm::StringRef accessName(AccessQual Access) {
  return rowOf(Accesses, Access).Name;
}

AddressSpaceQual parseAddressSpace(llvm::StringRef Name, bool V2) {
  return parseQualifier(AddressSpaces, Name, V2);
}

AccessQual parseAccess(llvm::StringRef Name, bool V2) {
  return parseQualifier(Accesses, Name, V2);
}

} // namespace fencepost
