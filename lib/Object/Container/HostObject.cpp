//===- HostObject.cpp - Code objects inside host objects and archives -----===//
// A host program carries device code in sections of known names. LLVM's object
// file classes find the sections, in ELF, COFF and Mach-O of any machine; they
// parse headers only. Tested by unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#include "ContainerReader.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/MachOUniversal.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/TargetParser/Triple.h"

namespace fencepost {

using llvm::object::ObjectFile;

namespace {
/// A section that holds device code, by the start of its name. Images of
/// Windows programs keep 8 characters of a name, Mach-O files 16.
struct DeviceSection {
  llvm::StringLiteral Prefix;
  /// The name continues with a bundle entry's ID.
  bool HoldsEntry = false;
};
} // namespace

static constexpr DeviceSection DeviceSections[] = {
    {.Prefix = ".hip_fat"},
    {.Prefix = "__hip_fatbin"},
    {.Prefix = ".llvm.of"},
    {.Prefix = "__CLANG_OFFLOAD_BUNDLE__", .HoldsEntry = true},
};

static const DeviceSection *findDeviceSection(llvm::StringRef Name) {
  for (const DeviceSection &S : DeviceSections)
    if (Name.starts_with(S.Prefix))
      return &S;
  return nullptr;
}

/// "an ELF file for x86_64"
static std::string formatName(const ObjectFile &Object) {
  llvm::StringRef Format = Object.isELF()    ? "an ELF file"
                           : Object.isCOFF() ? "a COFF file"
                                             : "a Mach-O file";
  llvm::StringRef Machine = llvm::Triple::getArchTypeName(Object.getArch());
  return (Format + " for " + Machine).str();
}

static llvm::Error readHostSection(ContainerReader &Reader,
                                   llvm::StringRef Name,
                                   llvm::StringRef Bytes) {
  const DeviceSection *Kind = findDeviceSection(Name);
  if (!Kind->HoldsEntry) {
    // Some linkers pad the start of a section too.
    return Reader.visitInside("section " + Name, Bytes.ltrim('\0'));
  }
  return readBundleEntry(Reader, Name.drop_front(Kind->Prefix.size()), Bytes);
}

llvm::Error readHostObject(ContainerReader &Reader, llvm::StringRef Bytes) {
  llvm::MemoryBufferRef Buffer(Bytes, Reader.fileName());
  llvm::Expected<std::unique_ptr<llvm::object::Binary>> Binary =
      llvm::object::createBinary(Buffer);
  if (!Binary)
    return Reader.malformed(Bytes, llvm::toString(Binary.takeError()));
  if (auto *Universal =
          llvm::dyn_cast<llvm::object::MachOUniversalBinary>(Binary->get())) {
    for (const auto &Slice : Universal->objects())
      if (llvm::Error E = Reader.visitInside(
              "slice " + Slice.getArchFlagName(),
              Bytes.substr(Slice.getOffset(), Slice.getSize())))
        return E;
    return llvm::Error::success();
  }
  auto *Object = llvm::dyn_cast<ObjectFile>(Binary->get());
  if (!Object)
    return Reader.malformed(Bytes, "not an object file");
  bool Any = false;
  for (const llvm::object::SectionRef &Section : Object->sections()) {
    llvm::Expected<llvm::StringRef> Name = Section.getName();
    if (!Name)
      return Reader.malformed(Bytes, llvm::toString(Name.takeError()));
    if (!findDeviceSection(*Name))
      continue;
    llvm::Expected<llvm::StringRef> Content = Section.getContents();
    if (!Content)
      return Reader.malformed(Bytes, llvm::toString(Content.takeError()));
    Any = true;
    if (llvm::Error E = readHostSection(Reader, *Name, *Content))
      return E;
  }
  if (!Any)
    Reader.addOther(formatName(*Object) +
                    " without a section .hip_fatbin, .llvm.offloading or "
                    "__CLANG_OFFLOAD_BUNDLE__");
  return llvm::Error::success();
}

llvm::Error readArchive(ContainerReader &Reader, llvm::StringRef Bytes) {
  llvm::MemoryBufferRef Buffer(Bytes, Reader.fileName());
  llvm::Expected<std::unique_ptr<llvm::object::Archive>> Archive =
      llvm::object::Archive::create(Buffer);
  if (!Archive)
    return Reader.malformed(Bytes, llvm::toString(Archive.takeError()));
  llvm::Error Damage = llvm::Error::success();
  for (const llvm::object::Archive::Child &Child :
       (*Archive)->children(Damage)) {
    llvm::Expected<llvm::StringRef> Name = Child.getName();
    llvm::Expected<llvm::StringRef> Content = Child.getBuffer();
    if (!Name || !Content) {
      llvm::Error E = llvm::joinErrors(
          Name ? llvm::Error::success() : Name.takeError(),
          Content ? llvm::Error::success() : Content.takeError());
      llvm::consumeError(std::move(Damage));
      return Reader.malformed(Bytes, llvm::toString(std::move(E)));
    }
    if (llvm::Error E =
            Reader.visitInside("archive member " + *Name, *Content)) {
      llvm::consumeError(std::move(Damage));
      return E;
    }
  }
  if (Damage)
    return Reader.malformed(Bytes, llvm::toString(std::move(Damage)));
  return llvm::Error::success();
}

} // namespace fencepost
