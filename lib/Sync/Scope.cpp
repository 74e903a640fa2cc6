//===- Scope.cpp - How far a synchronizing operation reaches --------------===//
// Four names a level; every function is a look-up in that table.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Scope.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

namespace {
struct ScopeNames {
  llvm::StringLiteral Name;      ///< Of the plain form.
  llvm::StringLiteral OneAsName; ///< Of the "-one-as" form.
  llvm::StringLiteral Ir, OneAsIr;
};
} // namespace

static constexpr ScopeNames LevelNames[] = {
    {"singlethread", "singlethread-one-as", "singlethread",
     "singlethread-one-as"},
    {"wavefront", "wavefront-one-as", "wavefront", "wavefront-one-as"},
    {"workgroup", "workgroup-one-as", "workgroup", "workgroup-one-as"},
    {"cluster", "cluster-one-as", "cluster", "cluster-one-as"},
    {"agent", "agent-one-as", "agent", "agent-one-as"},
    {"system", "system-one-as", "", "one-as"},
};
static_assert(std::size(LevelNames) == NumScopeLevels,
              "a scope without a name");

static const ScopeNames &namesOf(ScopeLevel Level) {
  return LevelNames[static_cast<size_t>(Level)];
}

llvm::StringRef scopeLevelName(ScopeLevel Level) { return namesOf(Level).Name; }

llvm::StringRef scopeName(Scope S) {
  return S.OneAddressSpace ? namesOf(S.Level).OneAsName : namesOf(S.Level).Name;
}

llvm::StringRef syncScopeString(Scope S) {
  return S.OneAddressSpace ? namesOf(S.Level).OneAsIr : namesOf(S.Level).Ir;
}

/// The scope that \p Spell spells as \p Text.
static std::optional<Scope> findScope(llvm::StringRef Text,
                                      llvm::StringRef (*Spell)(Scope)) {
  for (unsigned I = 0; I < NumScopeLevels; ++I)
    for (bool OneAs : {false, true}) {
      Scope S{static_cast<ScopeLevel>(I), OneAs};
      if (Spell(S) == Text)
        return S;
    }
  return std::nullopt;
}

std::optional<Scope> parseScope(llvm::StringRef Name) {
  return findScope(Name, scopeName);
}

std::optional<Scope> parseSyncScope(llvm::StringRef Text) {
  return findScope(Text, syncScopeString);
}

} // namespace fencepost
