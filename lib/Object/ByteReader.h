//===- ByteReader.h - Bounds-checked little-endian reading ----------------===//
// A position in bytes that came from a file. A read past the end fails and
// stays failed, so a sequence of reads needs one check at its end; nothing here
// can overflow, whatever sizes the file claims.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_BYTEREADER_H
#define FENCEPOST_LIB_OBJECT_BYTEREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include <cstdint>

namespace fencepost {

/// Bytes [Offset, Offset + Size) of \p Bytes; false if they are not all there.
inline bool sliceOf(llvm::StringRef Bytes, uint64_t Offset, uint64_t Size,
                    llvm::StringRef &Out) {
  if (Offset > Bytes.size() || Size > Bytes.size() - Offset)
    return false;
  Out = Bytes.substr(Offset, Size);
  return true;
}

class ByteReader {
public:
  explicit ByteReader(llvm::StringRef Bytes) : Bytes(Bytes) {}

  /// 0 when there are not enough bytes.
  template <typename T> T read() {
    llvm::StringRef Field = take(sizeof(T));
    return Failed ? T(0)
                  : llvm::support::endian::read<T, llvm::endianness::little>(
                        Field.data());
  }

  /// "" when there are not enough bytes.
  llvm::StringRef take(uint64_t Size) {
    llvm::StringRef Slice;
    if (Failed || !sliceOf(Bytes, Position, Size, Slice)) {
      Failed = true;
      return "";
    }
    Position += Size;
    return Slice;
  }

  /// Skips to a multiple of \p Alignment, a power of two; the end may come
  /// first.
  void align(uint64_t Alignment) {
    uint64_t Next = (Position + Alignment - 1) & ~(Alignment - 1);
    Position = Next < Bytes.size() ? Next : Bytes.size();
  }

  uint64_t position() const { return Position; }
  bool failed() const { return Failed; }
  bool atEnd() const { return Position == Bytes.size(); }

private:
  llvm::StringRef Bytes;
  uint64_t Position = 0;
  bool Failed = false;
};

} // namespace fencepost

#endif
