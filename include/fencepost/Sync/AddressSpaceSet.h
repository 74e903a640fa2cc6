//===- AddressSpaceSet.h - A set of address spaces ------------------------===//
// What a fence orders or an edge carries. One bit a space, by its place in the
// table of AddressSpace.h. Tested by unittests/Sync/AddressSpaceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_ADDRESSSPACESET_H
#define FENCEPOST_SYNC_ADDRESSSPACESET_H

#include "fencepost/Sync/AddressSpace.h"
#include <initializer_list>

namespace fencepost {

class AddressSpaceSet {
public:
  constexpr AddressSpaceSet() = default;
  constexpr AddressSpaceSet(std::initializer_list<AddressSpace> List) {
    for (AddressSpace Space : List)
      Bits |= bit(Space);
  }

  constexpr bool has(AddressSpace Space) const { return Bits & bit(Space); }
  constexpr bool empty() const { return Bits == 0; }
  constexpr void insert(AddressSpace Space) { Bits |= bit(Space); }
  constexpr bool contains(AddressSpaceSet Other) const {
    return (Bits & Other.Bits) == Other.Bits;
  }

  constexpr AddressSpaceSet operator|(AddressSpaceSet Other) const {
    return fromBits(Bits | Other.Bits);
  }
  constexpr AddressSpaceSet operator&(AddressSpaceSet Other) const {
    return fromBits(Bits & Other.Bits);
  }
  constexpr bool operator==(const AddressSpaceSet &) const = default;

private:
  static constexpr uint16_t bit(AddressSpace Space) {
    auto Number = static_cast<unsigned>(Space);
    return 1u << (Number < 10 ? Number : 10); // Streamout, 128, comes last.
  }
  static constexpr AddressSpaceSet fromBits(uint16_t Bits) {
    AddressSpaceSet Set;
    Set.Bits = Bits;
    return Set;
  }

  uint16_t Bits = 0;
};

} // namespace fencepost

#endif
