//===- OffloadBinary.cpp - LLVM's offload binaries ------------------------===//
// What clang's new driver puts into the section .llvm.offloading: a header, an
// entry, strings such as the triple and the processor, and one image; several
// follow each other. The layout is llvm/Object/OffloadBinary.h, version 1; it
// is read here because LLVM's reader trusts the offsets. Tested by
// unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#include "ByteReader.h"
#include "ContainerReader.h"

namespace fencepost {

static constexpr llvm::StringLiteral Magic = "\x10\xff\x10\xad";

namespace {
struct OffloadEntry {
  uint64_t StringsAt = 0, NumStrings = 0;
  uint64_t ImageAt = 0, ImageSize = 0;
  llvm::StringRef Triple, Processor;
};
} // namespace

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
  ByteReader In(Table);
  for (uint64_t I = 0; I < Entry.NumStrings; ++I) {
    llvm::StringRef Key, Value;
    if (!stringAt(Bytes, In.read<uint64_t>(), Key) ||
        !stringAt(Bytes, In.read<uint64_t>(), Value))
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
  ByteReader In(Slice);
  In.take(8); // The kinds of image and of offloading, and flags.
  Entry.StringsAt = In.read<uint64_t>();
  Entry.NumStrings = In.read<uint64_t>();
  Entry.ImageAt = In.read<uint64_t>();
  Entry.ImageSize = In.read<uint64_t>();
  return !In.failed() && readStrings(Bytes, Entry);
}

/// Returns how many bytes the offload binary takes.
static llvm::Expected<uint64_t> readOffloadBinary(ContainerReader &Reader,
                                                  llvm::StringRef Bytes) {
  ByteReader In(Bytes);
  In.take(Magic.size());
  uint32_t Version = In.read<uint32_t>();
  uint64_t Size = In.read<uint64_t>();
  uint64_t EntryAt = In.read<uint64_t>();
  uint64_t EntrySize = In.read<uint64_t>();
  llvm::StringRef Whole, Image;
  if (In.failed() || Size < In.position() || !sliceOf(Bytes, 0, Size, Whole))
    return Reader.malformed(Bytes, "the offload binary is truncated");
  if (Version != 1)
    return Reader.malformed(Bytes, "version " + llvm::Twine(Version) +
                                       " of offload binaries is unknown");
  OffloadEntry Entry;
  if (!readEntry(Whole, EntryAt, EntrySize, Entry) ||
      !sliceOf(Whole, Entry.ImageAt, Entry.ImageSize, Image))
    return Reader.malformed(Bytes, "the offload binary is damaged");
  if (llvm::Error E = Reader.visitEntry("offload binary " + Entry.Triple + " " +
                                            Entry.Processor,
                                        Entry.Processor, Image))
    return E;
  return Size;
}

llvm::Error readOffloadBinaries(ContainerReader &Reader,
                                llvm::StringRef Bytes) {
  while (true) {
    Bytes = Bytes.ltrim('\0');
    if (Bytes.empty())
      return llvm::Error::success();
    if (!Bytes.starts_with(Magic))
      return Reader.malformed(Bytes,
                              "data that is none follows an offload binary");
    llvm::Expected<uint64_t> Size = readOffloadBinary(Reader, Bytes);
    if (!Size)
      return Size.takeError();
    Bytes = Bytes.drop_front(*Size);
  }
}

} // namespace fencepost
