//===- EnumTableTest.cpp - Tables with one row an enumerator --------------===//
#include "fencepost/Support/EnumTable.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {
enum class Colour : uint8_t { Red, Green, Blue, Last = Blue };
enum Plain : unsigned { Zero, One };
enum class Sparse : uint8_t { Zero, Two = 2 };

constexpr EnumName<Colour> Complete[] = {
    {Colour::Red, "red"}, {Colour::Green, "green"}, {Colour::Blue, "blue"}};
constexpr EnumName<Colour> Missing[] = {{Colour::Red, "red"},
                                        {Colour::Green, "green"}};
constexpr EnumName<Colour> Swapped[] = {
    {Colour::Green, "green"}, {Colour::Red, "red"}, {Colour::Blue, "blue"}};
constexpr EnumName<Colour> Surplus[] = {{Colour::Red, "red"},
                                        {Colour::Green, "green"},
                                        {Colour::Blue, "blue"},
                                        {static_cast<Colour>(3), "none"}};
} // namespace

// Enumerators are counted in every kind of enumeration, up to the first gap.
static_assert(numEnumerators<Colour>() == 3);
static_assert(numEnumerators<Plain>() == 2);
static_assert(numEnumerators<Sparse>() == 1);

static_assert(isIndexedBy(Complete));
static_assert(!isIndexedBy(Missing), "an enumerator has no row");
static_assert(!isIndexedBy(Swapped), "rows are in another order");
static_assert(!isIndexedBy(Surplus), "a row has no enumerator");

TEST(EnumTable, FindsRowsByEnumeratorAndByName) {
  EXPECT_EQ(rowOf(Complete, Colour::Green).Name, "green");
  EXPECT_EQ(findByName(Complete, "blue"), Colour::Blue);
  EXPECT_EQ(findByName(Complete, "grey"), std::nullopt);
}
