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
    {ValueKind::ByValue, "by_value", "ByValue", V::V2, "the value itself"},
    {ValueKind::GlobalBuffer, "global_buffer", "GlobalBuffer", V::V2,
     "pointer to global memory"},
    {ValueKind::DynamicSharedPointer, "dynamic_shared_pointer",
     "DynamicSharedPointer", V::V2, "pointer to LDS sized at dispatch"},
    {ValueKind::Sampler, "sampler", "Sampler", V::V2,
     "pointer to a sampler descriptor"},
    {ValueKind::Image, "image", "Image", V::V2,
     "pointer to an image descriptor"},
    {ValueKind::Pipe, "pipe", "Pipe", V::V2, "pointer to an OpenCL pipe"},
    {ValueKind::Queue, "queue", "Queue", V::V2,
     "pointer to an OpenCL device queue"},
    {ValueKind::HiddenGlobalOffsetX, "hidden_global_offset_x",
     "HiddenGlobalOffsetX", V::V2, "global offset of the grid, x"},
    {ValueKind::HiddenGlobalOffsetY, "hidden_global_offset_y",
     "HiddenGlobalOffsetY", V::V2, "global offset of the grid, y"},
    {ValueKind::HiddenGlobalOffsetZ, "hidden_global_offset_z",
     "HiddenGlobalOffsetZ", V::V2, "global offset of the grid, z"},
    {ValueKind::HiddenNone, "hidden_none", "HiddenNone", V::V2,
     "unused, takes room only"},
    {ValueKind::HiddenPrintfBuffer, "hidden_printf_buffer",
     "HiddenPrintfBuffer", V::V2, "pointer to the printf buffer"},
    {ValueKind::HiddenHostcallBuffer, "hidden_hostcall_buffer",
     "HiddenHostcallBuffer", V::V2, "pointer to the hostcall buffer"},
    {ValueKind::HiddenDefaultQueue, "hidden_default_queue",
     "HiddenDefaultQueue", V::V2, "pointer to the default device queue"},
    {ValueKind::HiddenCompletionAction, "hidden_completion_action",
     "HiddenCompletionAction", V::V2,
     "pointer that links enqueued kernels to their parent"},
    {ValueKind::HiddenMultigridSyncArg, "hidden_multigrid_sync_arg",
     "HiddenMultiGridSyncArg", V::V2, "pointer for multi-grid synchronization"},
    {ValueKind::HiddenBlockCountX, "hidden_block_count_x", "", V::V5,
     "number of full work-groups, x"},
    {ValueKind::HiddenBlockCountY, "hidden_block_count_y", "", V::V5,
     "number of full work-groups, y"},
    {ValueKind::HiddenBlockCountZ, "hidden_block_count_z", "", V::V5,
     "number of full work-groups, z"},
    {ValueKind::HiddenGroupSizeX, "hidden_group_size_x", "", V::V5,
     "work-group size, x"},
    {ValueKind::HiddenGroupSizeY, "hidden_group_size_y", "", V::V5,
     "work-group size, y"},
    {ValueKind::HiddenGroupSizeZ, "hidden_group_size_z", "", V::V5,
     "work-group size, z"},
    {ValueKind::HiddenRemainderX, "hidden_remainder_x", "", V::V5,
     "size of the partial work-group, x"},
    {ValueKind::HiddenRemainderY, "hidden_remainder_y", "", V::V5,
     "size of the partial work-group, y"},
    {ValueKind::HiddenRemainderZ, "hidden_remainder_z", "", V::V5,
     "size of the partial work-group, z"},
    {ValueKind::HiddenGridDims, "hidden_grid_dims", "", V::V5,
     "dimensions of the grid"},
    {ValueKind::HiddenHeapV1, "hidden_heap_v1", "", V::V5,
     "pointer to the device malloc heap"},
    {ValueKind::HiddenDynamicLdsSize, "hidden_dynamic_lds_size", "", V::V5,
     "bytes of LDS sized at dispatch"},
    {ValueKind::HiddenPrivateBase, "hidden_private_base", "", V::V5,
     "high half of the private aperture (GFX8)"},
    {ValueKind::HiddenSharedBase, "hidden_shared_base", "", V::V5,
     "high half of the shared aperture (GFX8)"},
    {ValueKind::HiddenQueuePtr, "hidden_queue_ptr", "", V::V5,
     "pointer to the HSA queue (before GFX9)"},
    {ValueKind::Unknown, "", "", V::V2, "not a kind of the specification"},
};

static constexpr bool inOrder() {
  for (unsigned I = 0; I < NumValueKinds; ++I)
    if (ValueKinds[I].Id != static_cast<ValueKind>(I))
      return false;
  return std::size(ValueKinds) == NumValueKinds;
}
static_assert(inOrder(), "one row a value kind, in the order of the enum");

llvm::ArrayRef<ValueKindFacts> valueKinds() {
  return llvm::ArrayRef(ValueKinds).drop_back();
}

const ValueKindFacts &factsOf(ValueKind Kind) {
  return ValueKinds[static_cast<unsigned>(Kind)];
}

ValueKind parseValueKind(llvm::StringRef Name, bool V2) {
  const auto *Row = llvm::find_if(valueKinds(), [&](const auto &Facts) {
    return !Name.empty() && Name == (V2 ? Facts.V2Name : Facts.Name);
  });
  return Row == valueKinds().end() ? ValueKind::Unknown : Row->Id;
}

namespace {
struct Qualifier {
  llvm::StringLiteral Name, V2Name;
};
} // namespace

static constexpr Qualifier AddressSpaces[] = {
    {"", ""},
    {"private", "Private"},
    {"global", "Global"},
    {"constant", "Constant"},
    {"local", "Local"},
    {"generic", "Generic"},
    {"region", "Region"},
};

static constexpr Qualifier Accesses[] = {
    {"", ""},
    {"default", "Default"},
    {"read_only", "ReadOnly"},
    {"write_only", "WriteOnly"},
    {"read_write", "ReadWrite"},
};

/// The position of \p Name in \p Names; 0, which has no name, if it is not
/// there.
static unsigned parseQualifier(llvm::ArrayRef<Qualifier> Names,
                               llvm::StringRef Name, bool V2) {
  for (unsigned I = 1; I < Names.size(); ++I)
    if (Name == (V2 ? Names[I].V2Name : Names[I].Name))
      return I;
  return 0;
}

llvm::StringRef addressSpaceName(AddressSpaceQual Space) {
  return AddressSpaces[static_cast<unsigned>(Space)].Name;
}

llvm::StringRef accessName(AccessQual Access) {
  return Accesses[static_cast<unsigned>(Access)].Name;
}

AddressSpaceQual parseAddressSpace(llvm::StringRef Name, bool V2) {
  return static_cast<AddressSpaceQual>(parseQualifier(AddressSpaces, Name, V2));
}

AccessQual parseAccess(llvm::StringRef Name, bool V2) {
  return static_cast<AccessQual>(parseQualifier(Accesses, Name, V2));
}

} // namespace fencepost
