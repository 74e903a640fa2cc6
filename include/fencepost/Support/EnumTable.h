//===- EnumTable.h - Tables with one row an enumerator --------------------===//
// A table that is indexed by an enumeration says so in a static_assert:
//
//   static_assert(isIndexedBy(FamilyTable, &FamilyFacts::Id));
//
// It fails to compile when an enumerator has no row, a row is in the wrong
// place, or there are too many. The number of enumerators is found by the
// compiler, so nobody has to keep a count, or an enumerator that is none, in
// step with the list. For enumerations that count from 0 without gaps. Tested
// by unittests/Support/EnumTableTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_ENUMTABLE_H
#define FENCEPOST_SUPPORT_ENUMTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>
#include <string_view>

namespace fencepost {

/// Whether \p Value is an enumerator. Compilers spell one as "ns::Enum::Name"
/// and any other value as "(ns::Enum)12".
template <auto Value> consteval bool isEnumerator() {
  std::string_view Text = __PRETTY_FUNCTION__;
  char Last = Text[Text.rfind(')') + 1];
  return Last < '0' || Last > '9';
}

/// How many enumerators \p Enum has.
template <typename Enum, size_t Counted = 0> consteval size_t numEnumerators() {
  if constexpr (isEnumerator<static_cast<Enum>(Counted)>())
    return numEnumerators<Enum, Counted + 1>();
  else
    return Counted;
}

/// Whether \p Rows has one row an enumerator, in their order. \p Key is the
/// member of a row that holds its enumerator.
template <typename Row, size_t N, typename Enum>
consteval bool isIndexedBy(const Row (&Rows)[N], Enum Row::*Key) {
  for (size_t I = 0; I < N; ++I)
    if (Rows[I].*Key != static_cast<Enum>(I))
      return false;
  return N == numEnumerators<Enum>();
}

/// The row of \p Id in a table that isIndexedBy().
template <typename Row, size_t N, typename Enum>
constexpr const Row &rowOf(const Row (&Rows)[N], Enum Id) {
  return Rows[static_cast<size_t>(Id)];
}

/// A row of a table of names.
template <typename Enum> struct EnumName {
  Enum Id;
  llvm::StringLiteral Name;
};

/// Whether \p Names has one name an enumerator, in their order.
template <typename Enum, size_t N>
consteval bool isIndexedBy(const EnumName<Enum> (&Names)[N]) {
  return isIndexedBy(Names, &EnumName<Enum>::Id);
}

/// The enumerator called \p Name.
template <typename Enum, size_t N>
std::optional<Enum> findByName(const EnumName<Enum> (&Names)[N],
                               llvm::StringRef Name) {
  for (const EnumName<Enum> &Row : Names)
    if (Row.Name == Name)
      return Row.Id;
  return std::nullopt;
}

} // namespace fencepost

#endif
