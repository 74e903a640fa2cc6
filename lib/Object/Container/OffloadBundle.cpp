//===- OffloadBundle.cpp - Clang's offload bundles ------------------------===//
// A bundle is a magic, a count, and for each entry the offset, size and ID; a
// compressed bundle is a header and the compressed form of a bundle
// (clang-offload-bundler's documentation). Sections and files may hold several,
// with zeros between. Offsets and sizes are checked before use, and nothing is
// decompressed that claims to grow out of proportion. Tested by
// unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#include "ByteReader.h"
#include "ContainerReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MD5.h"

namespace fencepost {

static constexpr llvm::StringLiteral BundleMagic = "__CLANG_OFFLOAD_BUNDLE__";
static constexpr llvm::StringLiteral CompressedMagic = "CCOB";

/// A claim beyond these is damage or malice, and is not allocated.
static constexpr uint64_t MaxBundleBytes = uint64_t(4) << 30;
static constexpr uint64_t AlwaysFine = uint64_t(16) << 20;
static constexpr uint64_t MaxBundleRatio = 1000;

llvm::StringRef targetOfEntryId(llvm::StringRef Id) {
  size_t Position = Id.find("-gfx");
  return Position == llvm::StringRef::npos ? "" : Id.drop_front(Position + 1);
}

llvm::Error readBundleEntry(ContainerReader &Reader, llvm::StringRef Id,
                            llvm::StringRef Content) {
  if (Id.starts_with("host-") || Content.empty()) {
    Reader.addOtherEntry("bundle entry " + Id);
    return llvm::Error::success();
  }
  return Reader.visitEntry("bundle entry " + Id, targetOfEntryId(Id), Content);
}

/// Returns how many bytes the bundle takes.
static llvm::Expected<uint64_t> readBundle(ContainerReader &Reader,
                                           llvm::StringRef Bytes) {
  ByteReader In(Bytes);
  In.take(BundleMagic.size());
  uint64_t Count = In.read<uint64_t>();
  uint64_t End = In.position();
  for (uint64_t I = 0; I < Count; ++I) {
    uint64_t Offset = In.read<uint64_t>();
    uint64_t Size = In.read<uint64_t>();
    llvm::StringRef Id = In.take(In.read<uint64_t>());
    llvm::StringRef Content;
    if (In.failed())
      return Reader.malformed(Bytes,
                              "the table of the offload bundle is truncated");
    if (!sliceOf(Bytes, Offset, Size, Content))
      return Reader.malformed(Bytes,
                              "entry '" + Id +
                                  "' of the offload bundle extends past its "
                                  "end");
    if (llvm::Error E = readBundleEntry(Reader, Id, Content))
      return E;
    End = std::max(End, Offset + Size);
  }
  if (In.failed())
    return Reader.malformed(Bytes,
                            "the table of the offload bundle is truncated");
  return std::max(End, In.position());
}

namespace {
struct CompressedHeader {
  unsigned Version = 0;
  unsigned Method = 0;
  uint64_t FileSize = 0; ///< Header and data; 0 in version 1, which has none.
  uint64_t Size = 0;     ///< Decompressed.
  uint64_t Hash = 0;
  uint64_t HeaderSize = 0;
};
} // namespace

/// The version must be one that is known; false if the header is truncated.
static bool readHeader(llvm::StringRef Bytes, CompressedHeader &Header) {
  ByteReader In(Bytes);
  In.take(CompressedMagic.size());
  Header.Version = In.read<uint16_t>();
  Header.Method = In.read<uint16_t>();
  if (Header.Version == 2)
    Header.FileSize = In.read<uint32_t>();
  if (Header.Version == 3)
    Header.FileSize = In.read<uint64_t>();
  Header.Size = Header.Version == 3 ? In.read<uint64_t>() : In.read<uint32_t>();
  Header.Hash = In.read<uint64_t>();
  Header.HeaderSize = In.position();
  return !In.failed();
}

/// Version 1 does not say where it ends: at the next bundle, or at the end,
/// without the zeros that fill up a section.
static uint64_t findEnd(llvm::StringRef Bytes, uint64_t HeaderSize) {
  size_t Next = std::min(Bytes.find(CompressedMagic, HeaderSize),
                         Bytes.find(BundleMagic, HeaderSize));
  return std::max<uint64_t>(Bytes.take_front(Next).rtrim('\0').size(),
                            HeaderSize);
}

static const char *unavailable(unsigned Method) {
  using llvm::compression::Format;
  if (Method != static_cast<unsigned>(Format::Zlib) &&
      Method != static_cast<unsigned>(Format::Zstd))
    return "an unknown method compresses the bundle";
  return llvm::compression::getReasonIfUnsupported(static_cast<Format>(Method));
}

/// Decompresses all of \p In to exactly \p Out.
static llvm::Error decompressInto(llvm::StringRef Text,
                                  llvm::WritableMemoryBuffer &Out,
                                  unsigned Method) {
  using llvm::compression::Format;
  auto *Data = reinterpret_cast<uint8_t *>(Out.getBufferStart());
  llvm::ArrayRef<uint8_t> Bytes = llvm::arrayRefFromStringRef(Text);
  size_t Size = Out.getBufferSize();
  llvm::Error E = Method == static_cast<unsigned>(Format::Zlib)
                      ? llvm::compression::zlib::decompress(Bytes, Data, Size)
                      : llvm::compression::zstd::decompress(Bytes, Data, Size);
  if (E)
    return E;
  if (Size != Out.getBufferSize())
    return llvm::createStringError("it decompresses to " + llvm::Twine(Size) +
                                   " bytes, not " +
                                   llvm::Twine(Out.getBufferSize()));
  return llvm::Error::success();
}

static llvm::Expected<llvm::StringRef> decompress(ContainerReader &Reader,
                                                  llvm::StringRef Compressed,
                                                  uint64_t Size,
                                                  unsigned Method) {
  if (const char *Reason = unavailable(Method))
    return Reader.malformed(Compressed, Reason);
  if (Size > MaxBundleBytes - Reader.numDecompressedBytes() ||
      (Size > AlwaysFine && Size / MaxBundleRatio > Compressed.size()))
    return Reader.malformed(
        Compressed, "the compressed bundle claims to hold " +
                        llvm::Twine(Size) + " bytes, too much for its size");
  std::unique_ptr<llvm::WritableMemoryBuffer> Buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(Size,
                                                        Reader.fileName());
  if (!Buffer)
    return Reader.malformed(Compressed,
                            "no memory for the decompressed bundle");
  if (llvm::Error E = decompressInto(Compressed, *Buffer, Method))
    return Reader.malformed(Compressed, "the compressed bundle is damaged: " +
                                            llvm::toString(std::move(E)));
  return Reader.keepDecompressed(std::move(Buffer));
}

static llvm::Expected<uint64_t> readCompressedBundle(ContainerReader &Reader,
                                                     llvm::StringRef Bytes) {
  CompressedHeader Header;
  bool Whole = readHeader(Bytes, Header);
  if (Whole && (Header.Version < 1 || Header.Version > 3))
    return Reader.malformed(Bytes,
                            "version " + llvm::Twine(Header.Version) +
                                " of compressed offload bundles is unknown");
  if (!Whole)
    return Reader.malformed(Bytes,
                            "the header of the compressed bundle is truncated");
  uint64_t End =
      Header.Version == 1 ? findEnd(Bytes, Header.HeaderSize) : Header.FileSize;
  if (End < Header.HeaderSize || End > Bytes.size())
    return Reader.malformed(
        Bytes, "the compressed bundle claims " + llvm::Twine(End) +
                   " bytes but there are " + llvm::Twine(Bytes.size()));
  auto Decompress = [&] {
    return decompress(Reader, Bytes.slice(Header.HeaderSize, End), Header.Size,
                      Header.Method);
  };
  llvm::Expected<llvm::StringRef> Content = Decompress();
  // The zeros that were taken for padding may be the end of the data.
  for (int I = 0; I < 8 && !Content && Header.Version == 1 &&
                  End < Bytes.size() && Bytes[End] == '\0';
       ++I) {
    llvm::consumeError(Content.takeError());
    ++End;
    Content = Decompress();
  }
  if (!Content)
    return Content.takeError();
  if (llvm::MD5Hash(*Content) != Header.Hash)
    return Reader.malformed(Bytes,
                            "the decompressed bundle does not match the hash "
                            "in its header");
  if (llvm::Error E = Reader.visitDecompressed("compressed bundle", *Content))
    return E;
  return End;
}

/// Reads bundles until the bytes end. Between bundles linkers leave zeros.
llvm::Error readBundles(ContainerReader &Reader, llvm::StringRef Bytes) {
  while (true) {
    Bytes = Bytes.ltrim('\0');
    if (Bytes.empty())
      return llvm::Error::success();
    llvm::Expected<uint64_t> Size =
        Bytes.starts_with(CompressedMagic) ? readCompressedBundle(Reader, Bytes)
        : Bytes.starts_with(BundleMagic)
            ? readBundle(Reader, Bytes)
            : Reader.malformed(Bytes,
                               "data that is no bundle follows a bundle");
    if (!Size)
      return Size.takeError();
    Bytes = Bytes.drop_front(*Size);
  }
}

} // namespace fencepost
