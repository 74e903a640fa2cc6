//===- MetadataValue.h - Metadata as a tree of values ---------------------===//
// Code objects carry metadata as MessagePack (V3 and later, PAL) or YAML (V2).
// Both are read into one ordered tree: 16 bytes a value, children contiguous,
// strings pointing into the note they came from. Reading never allocates by a
// count the file claims, only by what it holds, and refuses to nest deeper than
// MaxMetadataDepth. A damaged document keeps what is before the damage.
// Tested by unittests/Object/MetadataValueTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_METADATAVALUE_H
#define FENCEPOST_OBJECT_METADATAVALUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>
#include <string>

namespace fencepost {

inline constexpr unsigned MaxMetadataDepth = 64;

struct MetadataEntry;

class MetadataValue {
public:
  enum class Kind : uint8_t {
    Nil,
    Boolean,
    Unsigned,
    Signed, ///< Only negative numbers: others are Unsigned.
    Float,
    String,
    Binary,
    Extension,
    Array,
    Map,
  };

  MetadataValue() = default;
  static MetadataValue boolean(bool B);
  static MetadataValue unsignedInt(uint64_t N);
  static MetadataValue signedInt(int64_t N);
  static MetadataValue floating(double D);
  /// \p K is String, Binary or Extension. The bytes must outlive the value.
  static MetadataValue bytes(Kind K, llvm::StringRef Bytes);
  static MetadataValue array(llvm::ArrayRef<MetadataValue> Elements);
  static MetadataValue map(llvm::ArrayRef<MetadataEntry> Entries);

  Kind kind() const { return TheKind; }
  bool isMap() const { return TheKind == Kind::Map; }
  bool isArray() const { return TheKind == Kind::Array; }
  bool isString() const { return TheKind == Kind::String; }

  std::optional<bool> asBool() const;
  std::optional<uint64_t> asUnsigned() const;
  std::optional<int64_t> asSigned() const;
  std::optional<double> asFloat() const;
  std::optional<llvm::StringRef> asString() const;
  /// The bytes of a String, Binary or Extension; empty for others.
  llvm::StringRef rawBytes() const;
  /// Empty unless it is an array.
  llvm::ArrayRef<MetadataValue> elements() const;
  /// In the order of the file; empty unless it is a map.
  llvm::ArrayRef<MetadataEntry> entries() const;
  /// The value of the first entry with the string key \p Key, or null.
  const MetadataValue *find(llvm::StringRef Key) const;

  /// One line in YAML's flow style; binary data as "<12 bytes>".
  std::string str() const;

private:
  Kind TheKind = Kind::Nil;
  uint32_t Count = 0;
  union {
    uint64_t Word = 0;
    double Real;
    const char *Text;
    const MetadataValue *Elements;
    const MetadataEntry *Entries;
  };
};

struct MetadataEntry {
  MetadataValue Key;
  MetadataValue Value;
};

llvm::StringRef kindName(MetadataValue::Kind K); ///< "map", "integer", ...

/// What a reader found: the root, and what went wrong if anything did.
struct MetadataTree {
  MetadataValue Root;
  std::string Problem; ///< One clause; empty when all was read.
};

/// Reads one MessagePack document. Containers live in \p Memory, strings in
/// \p Bytes.
MetadataTree readMessagePack(llvm::StringRef Bytes,
                             llvm::BumpPtrAllocator &Memory);

/// Reads one YAML document of mappings, sequences and scalars, without aliases.
/// Every scalar is a String: only the reader of the tree knows what a key
/// wants. Everything lives in \p Memory.
MetadataTree readYaml(llvm::StringRef Text, llvm::BumpPtrAllocator &Memory);

} // namespace fencepost

#endif
