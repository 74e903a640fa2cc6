//===- DynamicSymbols.cpp - Symbols without section headers ---------------===//
// A loader needs no section headers: the dynamic segment has the addresses of
// the symbol table and of its names, and the hash table knows how many symbols
// there are (System V ABI, "Dynamic Section" and "Hash Table"; the GNU table
// has the count only in its last chain). LLVM's reader of the hash tables
// trusts their sizes, so they are read here. Tested by
// unittests/Object/StrippedObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "DynamicSymbols.h"
#include "Container/ByteReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include <algorithm>

namespace fencepost {

namespace ELF = llvm::ELF;

namespace {
/// Addresses, by the tags of the dynamic segment.
struct DynamicTags {
  std::optional<uint64_t> Symbols, Names, NamesSize, Hash, GnuHash;
};
} // namespace

const Section *segmentAt(const CodeObject &Object, uint64_t Address) {
  auto Next = llvm::upper_bound(
      Object.Sections, Address,
      [](uint64_t A, const Section &S) { return A < S.Address; });
  if (Next == Object.Sections.begin())
    return nullptr;
  const Section &S = *std::prev(Next);
  return Address - S.Address < S.Size ? &S : nullptr;
}

static DynamicTags readTags(llvm::StringRef Dynamic) {
  DynamicTags Tags;
  ByteReader Reader(Dynamic);
  while (true) {
    uint64_t Tag = Reader.read<uint64_t>(), Value = Reader.read<uint64_t>();
    if (Reader.failed() || Tag == ELF::DT_NULL)
      return Tags;
    if (Tag == ELF::DT_SYMTAB)
      Tags.Symbols = Value;
    else if (Tag == ELF::DT_STRTAB)
      Tags.Names = Value;
    else if (Tag == ELF::DT_STRSZ)
      Tags.NamesSize = Value;
    else if (Tag == ELF::DT_HASH)
      Tags.Hash = Value;
    else if (Tag == ELF::DT_GNU_HASH)
      Tags.GnuHash = Value;
  }
}

/// The bytes from \p Address to the end of its segment.
static llvm::StringRef bytesFrom(const CodeObject &Object, uint64_t Address) {
  const Section *S = segmentAt(Object, Address);
  return S ? llvm::toStringRef(Object.bytes(*S))
                 .drop_front(Address - S->Address)
           : "";
}

/// The System V table has a chain entry for each symbol.
static std::optional<uint64_t> countByHash(llvm::StringRef Table) {
  ByteReader Reader(Table);
  Reader.read<uint32_t>(); // The number of buckets.
  uint64_t Count = Reader.read<uint32_t>();
  return Reader.failed() ? std::nullopt : std::optional(Count);
}

/// A GNU table ends with the chain that starts last, whose own end is marked.
static std::optional<uint64_t> countByGnuHash(llvm::StringRef Table) {
  ByteReader Reader(Table);
  uint32_t Buckets = Reader.read<uint32_t>();
  uint64_t FirstHashed = Reader.read<uint32_t>();
  uint64_t BloomWords = Reader.read<uint32_t>();
  Reader.read<uint32_t>(); // The Bloom filter's shift.
  Reader.take(BloomWords * 8);
  uint64_t Last = 0;
  for (uint32_t I = 0; I < Buckets && !Reader.failed(); ++I)
    Last = std::max<uint64_t>(Last, Reader.read<uint32_t>());
  if (Last < FirstHashed)
    return Reader.failed() ? std::nullopt : std::optional(FirstHashed);
  Reader.take((Last - FirstHashed) * 4);
  for (bool AtEnd = false; !AtEnd && !Reader.failed(); ++Last)
    AtEnd = Reader.read<uint32_t>() & 1;
  return Reader.failed() ? std::nullopt : std::optional(Last);
}

static std::optional<uint64_t> countSymbols(const CodeObject &Object,
                                            const DynamicTags &Tags) {
  if (Tags.Hash)
    return countByHash(bytesFrom(Object, *Tags.Hash));
  if (Tags.GnuHash)
    return countByGnuHash(bytesFrom(Object, *Tags.GnuHash));
  return std::nullopt;
}

std::optional<DynamicSymbols> readDynamicSymbols(const CodeObject &Object,
                                                 llvm::StringRef Dynamic) {
  DynamicTags Tags = readTags(Dynamic);
  std::optional<uint64_t> Count = countSymbols(Object, Tags);
  if (!Count || !Tags.Symbols || !Tags.Names || !Tags.NamesSize)
    return std::nullopt;
  DynamicSymbols Symbols;
  // At most 2^32 symbols of 24 bytes: no overflow.
  if (!sliceOf(bytesFrom(Object, *Tags.Symbols), 0,
               *Count * sizeof(ELF::Elf64_Sym), Symbols.Symbols) ||
      !sliceOf(bytesFrom(Object, *Tags.Names), 0, *Tags.NamesSize,
               Symbols.Names))
    return std::nullopt;
  Symbols.Names = Symbols.Names.take_front(Symbols.Names.rfind('\0') + 1);
  return Symbols;
}

} // namespace fencepost
