//===- CodeObjectImage.cpp - Finding the code objects in a file -----------===//
// Asks what a buffer is and walks into it; the containers themselves are in
// OffloadBundle.cpp, OffloadBinary.cpp and HostObject.cpp. No more than the
// headers of a container are read. Tested by
// unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/CodeObjectImage.h"
#include "ContainerReader.h"
#include "fencepost/Support/FileKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

namespace fencepost {

namespace ELF = llvm::ELF;

/// Deeper than anything real: a program with a section with a bundle with an
/// archive with an object with a section with a compressed bundle with an
/// entry.
static constexpr size_t MaxDepth = 12;

llvm::Error ContainerReader::error(Diag Id, llvm::StringRef Bytes,
                                   const llvm::Twine &Message) const {
  Location Where;
  Where.File = fileName().str();
  if (!InDecompressed)
    Where.Offset = offsetOf(Bytes);
  Where.Entity = llvm::join(Path, ": ");
  return inputError(Id, std::move(Where), Message);
}

llvm::Error ContainerReader::keepProblem(llvm::Error E) {
  constexpr size_t MaxProblems = 100;
  if (Result.Problems.size() >= MaxProblems)
    return E;
  llvm::append_range(
      Result.Problems,
      takeFindings(std::move(E), Diag::MalformedObject, fileName()));
  return llvm::Error::success();
}

void ContainerReader::addOtherEntry(const llvm::Twine &Name) {
  std::string Outer = llvm::join(Path, ": ");
  Result.Others.push_back(Outer.empty() ? Name.str()
                                        : (Outer + ": " + Name).str());
}

void ContainerReader::addOther(const llvm::Twine &Description) {
  if (Path.empty()) {
    WhatTheFileIs = Description.str();
    return;
  }
  Result.Others.push_back(
      (llvm::join(Path, ": ") + " (" + Description + ")").str());
}

llvm::Error ContainerReader::visitInside(const llvm::Twine &Step,
                                         llvm::StringRef Bytes) {
  Path.push_back(Step.str());
  llvm::scope_exit Leave([&] { Path.pop_back(); });
  llvm::Error E = Path.size() > MaxDepth
                      ? malformed(Bytes, "containers nest too deeply")
                      : visit(Bytes);
  return E ? keepProblem(std::move(E)) : llvm::Error::success();
}

llvm::Error ContainerReader::visitEntry(const llvm::Twine &Step,
                                        llvm::StringRef Target,
                                        llvm::StringRef Bytes) {
  std::string Outer = std::exchange(EntryTarget, Target.str());
  llvm::scope_exit Leave([&] { EntryTarget = std::move(Outer); });
  return visitInside(Step, Bytes);
}

llvm::Error ContainerReader::visitDecompressed(const llvm::Twine &Step,
                                               llvm::StringRef Bytes) {
  std::pair<llvm::StringRef, bool> Outer(Root, InDecompressed);
  Root = Bytes;
  InDecompressed = true;
  llvm::scope_exit Leave([&] { std::tie(Root, InDecompressed) = Outer; });
  return visitInside(Step, Bytes);
}

llvm::StringRef ContainerReader::keepDecompressed(
    std::unique_ptr<llvm::WritableMemoryBuffer> Buffer) {
  DecompressedBytes += Buffer->getBufferSize();
  Result.Storage.push_back(std::move(Buffer));
  return Result.Storage.back()->getBuffer();
}

llvm::Error ContainerReader::visit(llvm::StringRef Bytes) {
  VisitedBytes += Bytes.size();
  // Without overlaps, a byte lies in at most as many containers as may nest.
  constexpr uint64_t MaxVisits = MaxDepth + 2;
  if (VisitedBytes > MaxVisits * (File.getBufferSize() + DecompressedBytes))
    return malformed(Bytes, "containers overlap each other");
  FileKind Kind = detectFileKind(Bytes).Kind;
  switch (Kind) {
  case FileKind::CodeObject:
    return visitElf(Bytes);
  case FileKind::Bundle:
  case FileKind::CompressedBundle:
    return readBundles(*this, Bytes);
  case FileKind::OffloadBinary:
    return readOffloadBinaries(*this, Bytes);
  case FileKind::Archive:
    return readArchive(*this, Bytes);
  case FileKind::HostObject:
    return Bytes.starts_with(llvm::ELF::ElfMagic)
               ? visitElf(Bytes)
               : readHostObject(*this, Bytes);
  default:
    addOther(factsOf(Kind).Name);
    return llvm::Error::success();
  }
}

llvm::Error ContainerReader::visitElf(llvm::StringRef Bytes) {
  constexpr size_t MachineAt = 18;
  if (Bytes.size() < MachineAt + 2)
    return malformed(Bytes, "the ELF header is truncated");
  bool BigEndian = Bytes[ELF::EI_DATA] == ELF::ELFDATA2MSB;
  uint16_t Machine =
      BigEndian ? llvm::support::endian::read16be(Bytes.data() + MachineAt)
                : llvm::support::endian::read16le(Bytes.data() + MachineAt);
  if (Machine != ELF::EM_AMDGPU)
    return readHostObject(*this, Bytes);
  if (BigEndian)
    return malformed(Bytes, "a big-endian AMDGPU ELF: all are little-endian");
  return addCodeObject(Bytes);
}

llvm::Error ContainerReader::addCodeObject(llvm::StringRef Bytes) {
  if (Bytes[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return malformed(Bytes, "an AMDGPU ELF of no valid byte order");
  if (Bytes[ELF::EI_CLASS] == ELF::ELFCLASS32)
    return error(Diag::NotACodeObject, Bytes,
                 "a 32-bit AMDGPU ELF, as for R600 processors: only AMDGCN is "
                 "supported, which is 64-bit");
  if (Bytes[ELF::EI_CLASS] != ELF::ELFCLASS64)
    return malformed(Bytes, "an AMDGPU ELF of no valid class");
  if (Bytes.size() < sizeof(ELF::Elf64_Ehdr))
    return malformed(Bytes, "the ELF header is truncated");
  uint32_t Flags = llvm::support::endian::read32le(
      Bytes.data() + offsetof(ELF::Elf64_Ehdr, e_flags));
  bool IsHsa = Bytes[ELF::EI_OSABI] == ELF::ELFOSABI_AMDGPU_HSA;
  bool HasMachine =
      !IsHsa || Bytes[ELF::EI_ABIVERSION] != ELF::ELFABIVERSION_AMDGPU_HSA_V2;
  uint32_t Machine = Flags & ELF::EF_AMDGPU_MACH;
  if (HasMachine && Machine >= ELF::EF_AMDGPU_MACH_R600_FIRST &&
      Machine < ELF::EF_AMDGPU_MACH_AMDGCN_FIRST)
    return error(Diag::NotACodeObject, Bytes,
                 "an AMDGPU ELF for an R600 processor: only AMDGCN is "
                 "supported");
  Result.Images.push_back(
      {Bytes, offsetOf(Bytes), InDecompressed, Path, EntryTarget});
  return llvm::Error::success();
}

llvm::Expected<Container> ContainerReader::read() {
  if (llvm::Error E = visit(Root))
    llvm::append_range(
        Result.Problems,
        takeFindings(std::move(E), Diag::MalformedObject, fileName()));
  if (!Result.Images.empty())
    return std::move(Result);
  if (!Result.Problems.empty())
    return llvm::make_error<InputError>(std::move(Result.Problems.front()));
  if (!WhatTheFileIs.empty())
    return inputError(Diag::NotACodeObject, fileName(),
                      "the file is " + WhatTheFileIs);
  constexpr size_t MaxShown = 4;
  std::string Holds =
      llvm::join(llvm::ArrayRef(Result.Others).take_front(MaxShown), "; ");
  if (Result.Others.size() > MaxShown)
    Holds += "; ...";
  return inputError(Diag::NotACodeObject, fileName(),
                    llvm::Twine("the file is ") +
                        factsOf(detectFileKind(Root).Kind).Name +
                        " without an AMDGPU code object; it holds " +
                        (Holds.empty() ? "nothing" : Holds));
}

llvm::Expected<Container> openContainer(llvm::MemoryBufferRef File) {
  return ContainerReader(File).read();
}

} // namespace fencepost
