//===- StrongId.h - Numbers that do not convert into each other -----------===//
// Things of one kind are numbered from 0, and their number is a type of its
// own: `using SlotId = StrongId<struct SlotTag>;`. Ids are made from an index
// explicitly, give it back by name, compare like it and are keys of every map;
// no arithmetic, and no conversion to numbers or to ids of another kind.
// Tested by unittests/Support/StrongIdTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_STRONGID_H
#define FENCEPOST_SUPPORT_STRONGID_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace fencepost {

template <typename Tag> class StrongId {
public:
  constexpr StrongId() = default;
  constexpr explicit StrongId(size_t Index) : Index(uint32_t(Index)) {}

  constexpr uint32_t index() const { return Index; }
  constexpr StrongId &operator++() {
    ++Index;
    return *this;
  }
  constexpr StrongId operator*() const { return *this; } ///< See IdRange.
  constexpr auto operator<=>(const StrongId &) const = default;

private:
  uint32_t Index = 0;
};

/// The first \p Size ids, for loops over all things of a kind.
template <typename Id> class IdRange {
public:
  constexpr explicit IdRange(size_t Size) : Size(Size) {}
  constexpr Id begin() const { return Id(0); }
  constexpr Id end() const { return Id(Size); }

private:
  size_t Size;
};

} // namespace fencepost

template <typename Tag> struct std::hash<fencepost::StrongId<Tag>> {
  size_t operator()(fencepost::StrongId<Tag> Id) const { return Id.index(); }
};

namespace llvm {

template <typename T, typename Enable> struct DenseMapInfo;

template <typename Tag> struct DenseMapInfo<fencepost::StrongId<Tag>, void> {
  using Id = fencepost::StrongId<Tag>;
  static constexpr Id getEmptyKey() { return Id(~uint32_t(0)); }
  static constexpr Id getTombstoneKey() { return Id(~uint32_t(0) - 1); }
  static constexpr unsigned getHashValue(Id Key) { return Key.index() * 37u; }
  static constexpr bool isEqual(Id A, Id B) { return A == B; }
};

} // namespace llvm

#endif
