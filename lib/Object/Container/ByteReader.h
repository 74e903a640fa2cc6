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

  /// The bytes up to a NUL, which is passed over; "" if there is none.
  llvm::StringRef readString() {
    llvm::StringRef Rest = Failed ? "" : Bytes.drop_front(Position);
    size_t Length = Rest.find('\0');
    if (Length == llvm::StringRef::npos) {
      Failed = true;
      return "";
    }
    Position += Length + 1;
    return Rest.take_front(Length);
  }

  /// LEB128; bits beyond 64 are dropped.
  uint64_t readUnsigned() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;; Shift += 7) {
      uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= uint64_t(Byte & 0x7f) << Shift;
      if (Byte < 0x80)
        return Value;
    }
  }
  int64_t readSigned() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;;) {
      uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= uint64_t(Byte & 0x7f) << Shift;
      Shift += 7;
      if (Byte >= 0x80)
        continue;
      if (Shift < 64 && (Byte & 0x40))
        Value |= ~uint64_t(0) << Shift;
      return static_cast<int64_t>(Value);
    }
  }

  void seek(uint64_t To) {
    Failed |= To > Bytes.size();
    Position = Failed ? Bytes.size() : To;
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
