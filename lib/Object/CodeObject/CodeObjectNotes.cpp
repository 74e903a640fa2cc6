//===- CodeObjectNotes.cpp - The note records of a code object ------------===//
// spec/002, "Note Records": what each record is called and says, which target a
// V2 code object is for, and the records that hold metadata. An object linked
// from several may have several metadata records; their kernels are joined.
// Tested by unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "CodeObjectNotes.h"
#include "Container/ByteReader.h"
#include "Metadata/MetadataFindings.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {
namespace {

enum : uint32_t {
  HsaCodeObjectVersion = 1,
  HsaHsail = 2,
  HsaIsaVersion = 3,
  HsaMetadataYaml = 10,
  HsaIsaName = 11,
  PalMetadataPairs = 12,
  AmdgpuMetadata = 32,
  AmdgpuKfdCoreState = 33,
};

struct NoteType {
  llvm::StringLiteral Owner;
  uint32_t Type;
  llvm::StringLiteral Name;
};

constexpr NoteType NoteTypes[] = {
    {.Owner = "AMD",
     .Type = HsaCodeObjectVersion,
     .Name = "NT_AMD_HSA_CODE_OBJECT_VERSION"},
    {.Owner = "AMD", .Type = HsaHsail, .Name = "NT_AMD_HSA_HSAIL"},
    {.Owner = "AMD", .Type = HsaIsaVersion, .Name = "NT_AMD_HSA_ISA_VERSION"},
    {.Owner = "AMD", .Type = HsaMetadataYaml, .Name = "NT_AMD_HSA_METADATA"},
    {.Owner = "AMD", .Type = HsaIsaName, .Name = "NT_AMD_HSA_ISA_NAME"},
    {.Owner = "AMD", .Type = PalMetadataPairs, .Name = "NT_AMD_PAL_METADATA"},
    {.Owner = "AMDGPU", .Type = AmdgpuMetadata, .Name = "NT_AMDGPU_METADATA"},
    {.Owner = "AMDGPU",
     .Type = AmdgpuKfdCoreState,
     .Name = "NT_AMDGPU_KFD_CORE_STATE"},
    {.Owner = "GNU", .Type = 1, .Name = "NT_GNU_ABI_TAG"},
    {.Owner = "GNU", .Type = 3, .Name = "NT_GNU_BUILD_ID"},
    {.Owner = "GNU", .Type = 4, .Name = "NT_GNU_GOLD_VERSION"},
    {.Owner = "GNU", .Type = 5, .Name = "NT_GNU_PROPERTY_TYPE_0"},
};

/// The description of an NT_AMD_HSA_ISA_VERSION record.
struct IsaNote {
  llvm::StringRef Vendor, Architecture;
  IsaVersion Version;
};

} // namespace

static llvm::StringRef noteTypeName(llvm::StringRef Owner, uint32_t Type) {
  const auto *Row = llvm::find_if(NoteTypes, [&](const NoteType &N) {
    return N.Owner == Owner && N.Type == Type;
  });
  return Row == std::end(NoteTypes) ? "" : llvm::StringRef(Row->Name);
}

static std::optional<IsaNote> readIsaNote(llvm::StringRef Description) {
  ByteReader Reader(Description);
  uint16_t VendorSize = Reader.read<uint16_t>();
  uint16_t ArchitectureSize = Reader.read<uint16_t>();
  IsaNote Note;
  Note.Version.Major = Reader.read<uint32_t>();
  Note.Version.Minor = Reader.read<uint32_t>();
  Note.Version.Stepping = Reader.read<uint32_t>();
  Note.Vendor = Reader.take(VendorSize).split('\0').first;
  Note.Architecture = Reader.take(ArchitectureSize).split('\0').first;
  if (Reader.failed())
    return std::nullopt;
  return Note;
}

static std::string versionText(llvm::StringRef Description) {
  ByteReader Reader(Description);
  uint32_t Major = Reader.read<uint32_t>(), Minor = Reader.read<uint32_t>();
  return Reader.failed()
             ? ""
             : (llvm::Twine(Major) + "." + llvm::Twine(Minor)).str();
}

static std::string isaText(llvm::StringRef Description) {
  std::optional<IsaNote> Note = readIsaNote(Description);
  if (!Note)
    return "";
  return (Note->Vendor + ":" + Note->Architecture + ":" +
          llvm::Twine(Note->Version.Major) + ":" +
          llvm::Twine(Note->Version.Minor) + ":" +
          llvm::Twine(Note->Version.Stepping))
      .str();
}

static std::string noteText(const NoteRecord &Note) {
  if (Note.Owner == "AMD") {
    if (Note.Type == HsaCodeObjectVersion || Note.Type == HsaHsail)
      return versionText(Note.Description);
    if (Note.Type == HsaIsaVersion)
      return isaText(Note.Description);
    if (Note.Type == HsaIsaName)
      return Note.Description.rtrim('\0').str();
  }
  if (Note.TypeName == "NT_GNU_BUILD_ID")
    return llvm::toHex(Note.Description, /*LowerCase=*/true);
  return "";
}

llvm::Error readNotes(CodeObject &Object, uint64_t Offset, uint64_t Size,
                      uint64_t Alignment) {
  llvm::StringRef Region;
  if (!sliceOf(Object.Image.Bytes, Offset, Size, Region))
    return inputError(Diag::MalformedObject, Object.locate(Offset),
                      "the notes extend past the end of the code object");
  // Where a tool removed notes, zeros are left.
  uint64_t End = Region.rtrim('\0').size();
  ByteReader Reader(Region);
  while (Reader.position() < End) {
    NoteRecord &Note = Object.Notes.emplace_back();
    Note.Offset = Offset + Reader.position();
    uint32_t NameSize = Reader.read<uint32_t>();
    uint32_t DescriptionSize = Reader.read<uint32_t>();
    Note.Type = Reader.read<uint32_t>();
    Note.Owner = Reader.take(NameSize).split('\0').first;
    Reader.align(Alignment == 8 ? 8 : 4);
    Note.Description = Reader.take(DescriptionSize);
    if (Reader.failed())
      return inputError(Diag::MalformedObject, Object.locate(Note.Offset),
                        "a note record extends past the end of its section");
    Reader.align(Alignment == 8 ? 8 : 4);
    Note.TypeName = noteTypeName(Note.Owner, Note.Type);
    Note.Text = noteText(Note);
  }
  return llvm::Error::success();
}

static const NoteRecord *findNote(const CodeObject &Object,
                                  llvm::StringRef Owner, uint32_t Type) {
  auto It = llvm::find_if(Object.Notes, [&](const NoteRecord &Note) {
    return Note.Owner == Owner && Note.Type == Type;
  });
  return It == Object.Notes.end() ? nullptr : &*It;
}

TargetID targetOfV2Notes(const CodeObject &Object) {
  const NoteRecord *Record = findNote(Object, "AMD", HsaIsaVersion);
  std::optional<IsaNote> Isa =
      Record ? readIsaNote(Record->Description) : std::nullopt;
  if (!Isa)
    return TargetID();
  std::optional<TargetID> Target = TargetID::fromV2IsaVersion(Isa->Version);
  if (!Target)
    return TargetID();
  // The Finalizer, unlike LLVM, has xnack in e_flags.
  if (findNote(Object, "AMD", HsaHsail))
    Target->Xnack = TargetID::fromElfFlags(Object.Flags, CodeObjectVersion::V2,
                                           Target->Proc)
                        .Xnack;
  return *Target;
}

static void addDamage(CodeObject &Object, const Location &Where,
                      const MetadataTree &Tree) {
  if (Tree.Problem.empty())
    return;
  Object.Findings.push_back({Diag::MetadataInvalid,
                             inside(Where, "metadata"),
                             "the metadata is damaged: " + Tree.Problem,
                             {}});
}

static void joinHsa(CodeObject &Object, HsaMetadata More) {
  if (!Object.Hsa) {
    Object.Hsa = std::move(More);
    return;
  }
  HsaMetadata &Hsa = *Object.Hsa;
  llvm::append_range(Hsa.Printf, More.Printf);
  llvm::append_range(Hsa.Extras, More.Extras);
  llvm::move(More.Kernels, std::back_inserter(Hsa.Kernels));
}

static void readYamlNote(CodeObject &Object, const NoteRecord &Note) {
  Location Where = Object.locate(Note.Offset);
  MetadataTree Tree = readYaml(Note.Description.rtrim('\0'), *Object.Memory);
  addDamage(Object, Where, Tree);
  joinHsa(Object, readHsaMetadata(Tree.Root, CodeObjectVersion::V2, Where,
                                  *Object.Memory, Object.Findings));
}

/// HSA and PAL share the record's type; which one it is, the keys say.
static void readMessagePackNote(CodeObject &Object, const NoteRecord &Note) {
  Location Where = Object.locate(Note.Offset);
  MetadataTree Tree = readMessagePack(Note.Description, *Object.Memory);
  addDamage(Object, Where, Tree);
  bool IsPal = Object.Os == OsAbi::AmdPal || Tree.Root.find("amdpal.pipelines");
  if (IsPal)
    Object.Pal = readPalMetadata(Tree.Root, Where, Object.Findings);
  else
    joinHsa(Object,
            readHsaMetadata(Tree.Root,
                            Object.Version.value_or(CodeObjectVersion::V6),
                            Where, *Object.Memory, Object.Findings));
}

void readMetadataNotes(CodeObject &Object) {
  for (const NoteRecord &Note : Object.Notes) {
    if (Note.Owner == "AMDGPU" && Note.Type == AmdgpuMetadata)
      readMessagePackNote(Object, Note);
    else if (Note.Owner == "AMD" && Note.Type == HsaMetadataYaml)
      readYamlNote(Object, Note);
    else if (Note.Owner == "AMD" && Note.Type == PalMetadataPairs)
      Object.Pal = readLegacyPalMetadata(
          Note.Description, Object.locate(Note.Offset), Object.Findings);
  }
}

} // namespace fencepost
