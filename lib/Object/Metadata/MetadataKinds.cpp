//===- MetadataKinds.cpp - The values that metadata keys may take ---------===//
// The closed lists of spec/002, "Code Object Metadata" of AMDHSA: argument
// kinds, address spaces and accesses, with the spelling of V2 and of later
// versions. Tested by unittests/Object/MetadataTest.cpp.
//===----------------------------------------------------------------------===//
#include "MetadataKinds.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using V = CodeObjectVersion;

static constexpr ArgumentKindFacts ArgumentKinds[] = {
    // clang-format off
    {.Id = ArgumentKind::ByValue, .Name = "by_value", .V2Name = "ByValue",
     .Since = V::V2, .Meaning = "the value itself"},
    {.Id = ArgumentKind::GlobalBuffer, .Name = "global_buffer",
     .V2Name = "GlobalBuffer", .Since = V::V2,
     .Meaning = "pointer to global memory"},
    {.Id = ArgumentKind::DynamicSharedPointer, .Name = "dynamic_shared_pointer",
     .V2Name = "DynamicSharedPointer", .Since = V::V2,
     .Meaning = "pointer to LDS sized at dispatch"},
    {.Id = ArgumentKind::Sampler, .Name = "sampler", .V2Name = "Sampler",
     .Since = V::V2, .Meaning = "pointer to a sampler descriptor"},
    {.Id = ArgumentKind::Image, .Name = "image", .V2Name = "Image", .Since = V::V2,
     .Meaning = "pointer to an image descriptor"},
    {.Id = ArgumentKind::Pipe, .Name = "pipe", .V2Name = "Pipe", .Since = V::V2,
     .Meaning = "pointer to an OpenCL pipe"},
    {.Id = ArgumentKind::Queue, .Name = "queue", .V2Name = "Queue", .Since = V::V2,
     .Meaning = "pointer to an OpenCL device queue"},
    {.Id = ArgumentKind::HiddenGlobalOffsetX, .Name = "hidden_global_offset_x",
     .V2Name = "HiddenGlobalOffsetX", .Since = V::V2,
     .Meaning = "global offset of the grid, x"},
    {.Id = ArgumentKind::HiddenGlobalOffsetY, .Name = "hidden_global_offset_y",
     .V2Name = "HiddenGlobalOffsetY", .Since = V::V2,
     .Meaning = "global offset of the grid, y"},
    {.Id = ArgumentKind::HiddenGlobalOffsetZ, .Name = "hidden_global_offset_z",
     .V2Name = "HiddenGlobalOffsetZ", .Since = V::V2,
     .Meaning = "global offset of the grid, z"},
    {.Id = ArgumentKind::HiddenNone, .Name = "hidden_none", .V2Name = "HiddenNone",
     .Since = V::V2, .Meaning = "unused, takes room only"},
    {.Id = ArgumentKind::HiddenPrintfBuffer, .Name = "hidden_printf_buffer",
     .V2Name = "HiddenPrintfBuffer", .Since = V::V2,
     .Meaning = "pointer to the printf buffer"},
    {.Id = ArgumentKind::HiddenHostcallBuffer, .Name = "hidden_hostcall_buffer",
     .V2Name = "HiddenHostcallBuffer", .Since = V::V2,
     .Meaning = "pointer to the hostcall buffer"},
    {.Id = ArgumentKind::HiddenDefaultQueue, .Name = "hidden_default_queue",
     .V2Name = "HiddenDefaultQueue", .Since = V::V2,
     .Meaning = "pointer to the default device queue"},
    {.Id = ArgumentKind::HiddenCompletionAction,
     .Name = "hidden_completion_action", .V2Name = "HiddenCompletionAction",
     .Since = V::V2,
     .Meaning = "pointer that links enqueued kernels to their parent"},
    {.Id = ArgumentKind::HiddenMultigridSyncArg,
     .Name = "hidden_multigrid_sync_arg", .V2Name = "HiddenMultiGridSyncArg",
     .Since = V::V2, .Meaning = "pointer for multi-grid synchronization"},
    {.Id = ArgumentKind::HiddenBlockCountX, .Name = "hidden_block_count_x",
     .Since = V::V5, .Meaning = "number of full work-groups, x"},
    {.Id = ArgumentKind::HiddenBlockCountY, .Name = "hidden_block_count_y",
     .Since = V::V5, .Meaning = "number of full work-groups, y"},
    {.Id = ArgumentKind::HiddenBlockCountZ, .Name = "hidden_block_count_z",
     .Since = V::V5, .Meaning = "number of full work-groups, z"},
    {.Id = ArgumentKind::HiddenGroupSizeX, .Name = "hidden_group_size_x",
     .Since = V::V5, .Meaning = "work-group size, x"},
    {.Id = ArgumentKind::HiddenGroupSizeY, .Name = "hidden_group_size_y",
     .Since = V::V5, .Meaning = "work-group size, y"},
    {.Id = ArgumentKind::HiddenGroupSizeZ, .Name = "hidden_group_size_z",
     .Since = V::V5, .Meaning = "work-group size, z"},
    {.Id = ArgumentKind::HiddenRemainderX, .Name = "hidden_remainder_x",
     .Since = V::V5, .Meaning = "size of the partial work-group, x"},
    {.Id = ArgumentKind::HiddenRemainderY, .Name = "hidden_remainder_y",
     .Since = V::V5, .Meaning = "size of the partial work-group, y"},
    {.Id = ArgumentKind::HiddenRemainderZ, .Name = "hidden_remainder_z",
     .Since = V::V5, .Meaning = "size of the partial work-group, z"},
    {.Id = ArgumentKind::HiddenGridDims, .Name = "hidden_grid_dims",
     .Since = V::V5, .Meaning = "dimensions of the grid"},
    {.Id = ArgumentKind::HiddenHeapV1, .Name = "hidden_heap_v1", .Since = V::V5,
     .Meaning = "pointer to the device malloc heap"},
    {.Id = ArgumentKind::HiddenDynamicLdsSize, .Name = "hidden_dynamic_lds_size",
     .Since = V::V5, .Meaning = "bytes of LDS sized at dispatch"},
    {.Id = ArgumentKind::HiddenPrivateBase, .Name = "hidden_private_base",
     .Since = V::V5, .Meaning = "high half of the private aperture (GFX8)"},
    {.Id = ArgumentKind::HiddenSharedBase, .Name = "hidden_shared_base",
     .Since = V::V5, .Meaning = "high half of the shared aperture (GFX8)"},
    {.Id = ArgumentKind::HiddenQueuePtr, .Name = "hidden_queue_ptr",
     .Since = V::V5, .Meaning = "pointer to the HSA queue (before GFX9)"},
    {.Id = ArgumentKind::Unknown, .Name = "", .Since = V::V2,
     .Meaning = "not a kind of the specification"},
    // clang-format on
};

static_assert(isIndexedBy(ArgumentKinds, &ArgumentKindFacts::Id),
              "one row a value kind, in order");

llvm::ArrayRef<ArgumentKindFacts> argumentKinds() {
  return llvm::ArrayRef(ArgumentKinds).drop_back();
}

const ArgumentKindFacts &factsOf(ArgumentKind Kind) {
  return rowOf(ArgumentKinds, Kind);
}

ArgumentKind parseArgumentKind(llvm::StringRef Name, bool V2) {
  const auto *Row = llvm::find_if(argumentKinds(), [&](const auto &Facts) {
    return !Name.empty() && Name == (V2 ? Facts.V2Name : Facts.Name);
  });
  return Row == argumentKinds().end() ? ArgumentKind::Unknown : Row->Id;
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
