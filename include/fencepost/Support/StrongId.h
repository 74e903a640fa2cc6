//===- StrongId.h - Numbers that do not convert into each other -----------===//
// Things of one kind are numbered from 0, and their number is a type of its
// own: `using SlotId = StrongId<struct SlotTag>;`. Ids are made from an index
// explicitly, give it back by name, compare like it and are keys of every map;
// no arithmetic, and no conversion to numbers or to ids of another kind. What
// has an element for each thing of a kind is an IdVector, whose elements only
// ids of that kind reach. Tested by unittests/Support/StrongIdTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_STRONGID_H
#define FENCEPOST_SUPPORT_STRONGID_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fencepost {

/// The id of no thing, of whatever kind; greater than all others.
struct NoId {
  constexpr operator uint32_t() const { return ~uint32_t(0); }
};
inline constexpr NoId None;

template <typename Tag> class StrongId {
public:
  constexpr StrongId() = default;
  constexpr StrongId(NoId) : Index(~uint32_t(0)) {}
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

template <typename Stream, typename Tag>
Stream &operator<<(Stream &OS, StrongId<Tag> Id) {
  OS << Id.index();
  return OS;
}

/// The first \p Size ids, for loops over all things of a kind.
template <typename Id> class IdRange {
public:
  constexpr explicit IdRange(size_t Size) : Size(Size) {}
  constexpr Id begin() const { return Id(0); }
  constexpr Id end() const { return Id(Size); }

private:
  size_t Size;
};

/// A vector, or another sequence, that is indexed by the ids of its elements.
template <typename Id, typename T, typename Sequence = std::vector<T>>
class IdVector : private Sequence {
public:
  using Sequence::Sequence, Sequence::assign, Sequence::back, Sequence::begin,
      Sequence::clear, Sequence::emplace_back, Sequence::empty, Sequence::end,
      Sequence::front, Sequence::pop_back, Sequence::push_back,
      Sequence::rbegin, Sequence::rend, Sequence::resize, Sequence::size;
  using typename Sequence::const_iterator, typename Sequence::const_reference,
      typename Sequence::iterator, typename Sequence::reference,
      typename Sequence::value_type;

  reference operator[](Id Element) {
    return Sequence::operator[](Element.index());
  }
  const_reference operator[](Id Element) const {
    return Sequence::operator[](Element.index());
  }
  /// Appends \p Element and returns its id.
  Id add(T &&Element) {
    Sequence::push_back(std::move(Element));
    return Id(size() - 1);
  }
  IdRange<Id> ids() const { return IdRange<Id>(size()); }
  bool operator==(const IdVector &) const = default;
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
