//===- OffloadBinary.cpp - LLVM's offload binaries ------------------------===//
// What clang's new driver puts into the section .llvm.offloading: a header, an
// entry, strings such as the triple and the processor, and one image; several
// follow each other. The layout is llvm/Object/OffloadBinary.h, version 1; it
// is read here because LLVM's reader trusts the offsets. Tested by
// unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#include "ByteReader.h"
#include "ContainerReader.h"
#include "llvm/ADT/ScopeExit.h"
#include <utility>

namespace fencepost {

static constexpr llvm::StringLiteral Magic = "\x10\xff\x10\xad";

namespace {
struct OffloadEntry {
  uint64_t StringsAt = 0, NumStrings = 0;
  uint64_t ImageAt = 0, ImageSize = 0;
  llvm::StringRef Triple, Processor;
};
} // namespace

llvm::Error ContainerReader::visitOffloadBinaries(llvm::StringRef Bytes) {
  while (true) {
    Bytes = Bytes.ltrim('\0');
    if (Bytes.empty())
      return llvm::Error::success();
    if (!Bytes.starts_with(Magic))
      return malformed(Bytes, "data that is none follows an offload binary");
    llvm::Expected<uint64_t> Size = visitOffloadBinary(Bytes);
    if (!Size)
      return Size.takeError();
    Bytes = Bytes.drop_front(*Size);
  }
}

/// The NUL-terminated string at \p Offset; false if it does not end.
static bool stringAt(llvm::StringRef Bytes, uint64_t Offset,
                     llvm::StringRef &Out) {
  llvm::StringRef Rest;
  if (!sliceOf(Bytes, Offset, 0, Rest))
    return false;
  Rest = Bytes.drop_front(Offset);
  size_t End = Rest.find('\0');
  Out = Rest.take_front(End);
  return End != llvm::StringRef::npos;
}

static bool readStrings(llvm::StringRef Bytes, OffloadEntry &Entry) {
  llvm::StringRef Table;
  constexpr uint64_t RowSize = 16;
  if (Entry.NumStrings > Bytes.size() / RowSize ||
      !sliceOf(Bytes, Entry.StringsAt, Entry.NumStrings * RowSize, Table))
    return false;
  ByteReader Reader(Table);
  for (uint64_t I = 0; I < Entry.NumStrings; ++I) {
    llvm::StringRef Key, Value;
    if (!stringAt(Bytes, Reader.read<uint64_t>(), Key) ||
        !stringAt(Bytes, Reader.read<uint64_t>(), Value))
      return false;
    if (Key == "triple")
      Entry.Triple = Value;
    if (Key == "arch")
      Entry.Processor = Value;
  }
  return true;
}

static bool readEntry(llvm::StringRef Bytes, uint64_t Offset, uint64_t Size,
                      OffloadEntry &Entry) {
  llvm::StringRef Slice;
  if (!sliceOf(Bytes, Offset, Size, Slice))
    return false;
  ByteReader Reader(Slice);
  Reader.take(8); // The kinds of image and of offloading, and flags.
  Entry.StringsAt = Reader.read<uint64_t>();
  Entry.NumStrings = Reader.read<uint64_t>();
  Entry.ImageAt = Reader.read<uint64_t>();
  Entry.ImageSize = Reader.read<uint64_t>();
  return !Reader.failed() && readStrings(Bytes, Entry);
}

/// Returns how many bytes the offload binary takes.
llvm::Expected<uint64_t>
ContainerReader::visitOffloadBinary(llvm::StringRef Bytes) {
  ByteReader Reader(Bytes);
  Reader.take(Magic.size());
  uint32_t Version = Reader.read<uint32_t>();
  uint64_t Size = Reader.read<uint64_t>();
  uint64_t EntryAt = Reader.read<uint64_t>();
  uint64_t EntrySize = Reader.read<uint64_t>();
  llvm::StringRef Whole, Image;
  if (Reader.failed() || Size < Reader.position() ||
      !sliceOf(Bytes, 0, Size, Whole))
    return malformed(Bytes, "the offload binary is truncated");
  if (Version != 1)
    return malformed(Bytes, "version " + llvm::Twine(Version) +
                                " of offload binaries is unknown");
  OffloadEntry Entry;
  if (!readEntry(Whole, EntryAt, EntrySize, Entry) ||
      !sliceOf(Whole, Entry.ImageAt, Entry.ImageSize, Image))
    return malformed(Bytes, "the offload binary is damaged");
  std::string Outer = std::exchange(EntryTarget, Entry.Processor.str());
  llvm::scope_exit Leave([&] { EntryTarget = std::move(Outer); });
  if (llvm::Error E = visitInside(
          "offload binary " + Entry.Triple + " " + Entry.Processor, Image))
    return E;
  return Size;
}

} // namespace fencepost
