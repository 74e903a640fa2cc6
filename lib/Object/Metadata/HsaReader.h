//===- HsaReader.h - Applying tables of keys to metadata maps -------------===//
// Each map of HSA metadata is a table of keys (Metadata.cpp); here is the loop
// that applies any table to any map, and one overload of set() per type that a
// key may want. A value that does not fit becomes a finding and an extra.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_HSAREADER_H
#define FENCEPOST_LIB_OBJECT_HSAREADER_H

#include "MetadataFindings.h"
#include "fencepost/Object/Metadata.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

class HsaReader;

constexpr unsigned Never = 255;

/// A key of a map that is read into a T. Set returns what the value should
/// have been, or "" if it could be read.
template <typename T> struct Key {
  llvm::StringLiteral Name;
  unsigned RequiredSince = Never; ///< Code object version; Never if optional.
  llvm::StringRef (*Set)(HsaReader &, const MetadataValue &, T &);
};

template <typename T> using KeyTable = llvm::ArrayRef<Key<T>>;

class HsaReader {
public:
  HsaReader(CodeObjectVersion Version, const Location &Where,
            llvm::BumpPtrAllocator &Memory, std::vector<Finding> &Findings)
      : Version(Version), NoteOffset(Where.Offset.value_or(0)), Memory(Memory),
        Findings(Where, Findings) {}

  HsaMetadata read(const MetadataValue &Root);

  bool isV2() const { return Version == CodeObjectVersion::V2; }

  /// Applies \p Keys to the map \p V; keys that are not in it become extras.
  template <typename T>
  void readMap(KeyTable<T> Keys, const MetadataValue &V, T &Out);

  // One overload per type of member; each returns what the value should be if
  // it is something else.
  llvm::StringRef set(const MetadataValue &V, uint64_t &Out);
  llvm::StringRef set(const MetadataValue &V, uint32_t &Out);
  llvm::StringRef set(const MetadataValue &V, bool &Out);
  llvm::StringRef set(const MetadataValue &V, llvm::StringRef &Out);
  llvm::StringRef set(const MetadataValue &V, Triple3 &Out);
  llvm::StringRef set(const MetadataValue &V, std::vector<uint64_t> &Out);
  llvm::StringRef set(const MetadataValue &V,
                      std::vector<llvm::StringRef> &Out);
  llvm::StringRef set(const MetadataValue &V, ArgumentKind &Out);
  llvm::StringRef set(const MetadataValue &V, AddressSpaceQual &Out);
  llvm::StringRef set(const MetadataValue &V, AccessQual &Out);
  llvm::StringRef set(const MetadataValue &V,
                      std::vector<ArgumentMetadata> &Out);
  llvm::StringRef set(const MetadataValue &V, std::vector<KernelMetadata> &Out);
  template <typename T>
  llvm::StringRef set(const MetadataValue &V, std::optional<T> &Out) {
    T Value{};
    llvm::StringRef Wanted = set(V, Value);
    if (Wanted.empty())
      Out = Value;
    return Wanted;
  }

private:
  std::optional<std::vector<uint64_t>> readNumbers(const MetadataValue &V,
                                                   size_t Count);
  void report(const llvm::Twine &Message) {
    Findings.report(Findings.isFull() ? "" : entity(), Message);
  }
  std::string entity() const;
  void layOutV2Arguments(std::vector<ArgumentMetadata> &Arguments);
  llvm::StringRef keyText(const MetadataValue &V);

  CodeObjectVersion Version;
  uint64_t NoteOffset;
  llvm::BumpPtrAllocator &Memory;
  MetadataFindings Findings;
  // Where in the document reading is, for messages.
  const MetadataValue *CurrentKernel = nullptr;
  std::optional<size_t> CurrentArgument;
};

/// The row for \p Name, looking first at \p Hint; Keys.size() if there is none.
template <typename T>
size_t findKey(KeyTable<T> Keys, llvm::StringRef Name, size_t Hint) {
  for (size_t I = 0; I < Keys.size(); ++I) {
    size_t Row = Hint + I < Keys.size() ? Hint + I : Hint + I - Keys.size();
    if (Keys[Row].Name == Name)
      return Row;
  }
  return Keys.size();
}

template <typename T>
void HsaReader::readMap(KeyTable<T> Keys, const MetadataValue &V, T &Out) {
  uint64_t Seen = 0;
  size_t Hint = 0;
  for (const MetadataEntry &Entry : V.entries()) {
    llvm::StringRef Name = keyText(Entry.Key);
    size_t Row = findKey(Keys, Name, Hint);
    if (Row == Keys.size()) {
      Out.Extras.push_back({Name, Entry.Value});
      continue;
    }
    Hint = Row + 1 < Keys.size() ? Row + 1 : 0;
    Seen |= uint64_t(1) << Row;
    llvm::StringRef Wanted = Keys[Row].Set(*this, Entry.Value, Out);
    if (Wanted.empty())
      continue;
    report("'" + Name + "' is " + Entry.Value.str().substr(0, 80) + ", not " +
           Wanted);
    Out.Extras.push_back({Name, Entry.Value});
  }
  for (size_t Row = 0; Row < Keys.size(); ++Row)
    if (!(Seen >> Row & 1) &&
        static_cast<unsigned>(Version) >= Keys[Row].RequiredSince)
      report("the required key '" + Keys[Row].Name + "' is missing");
}

} // namespace fencepost

#endif
