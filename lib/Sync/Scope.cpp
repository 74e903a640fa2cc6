//===- Scope.cpp - How far a synchronizing operation reaches --------------===//
// The names of a level are a row; every function is a look-up in that table.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Scope.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace fencepost {

namespace {
struct ScopeNames {
  ScopeLevel Id;
  llvm::StringLiteral Name;      ///< Of the plain form.
  llvm::StringLiteral OneAsName; ///< Of the "-one-as" form.
  llvm::StringLiteral Ir, OneAsIr;
  /// The word of OpenCL, where that is another: read, but never printed.
  llvm::StringLiteral OtherName = "", OneAsOtherName = "";
};
} // namespace

static constexpr ScopeNames LevelNames[] = {
    {
        .Id = ScopeLevel::SingleThread,
        .Name = "singlethread",
        .OneAsName = "singlethread-one-as",
        .Ir = "singlethread",
        .OneAsIr = "singlethread-one-as",
    },
    {
        .Id = ScopeLevel::Wavefront,
        .Name = "wavefront",
        .OneAsName = "wavefront-one-as",
        .Ir = "wavefront",
        .OneAsIr = "wavefront-one-as",
    },
    {
        .Id = ScopeLevel::Workgroup,
        .Name = "workgroup",
        .OneAsName = "workgroup-one-as",
        .Ir = "workgroup",
        .OneAsIr = "workgroup-one-as",
    },
    {
        .Id = ScopeLevel::Cluster,
        .Name = "cluster",
        .OneAsName = "cluster-one-as",
        .Ir = "cluster",
        .OneAsIr = "cluster-one-as",
    },
    {
        .Id = ScopeLevel::Agent,
        .Name = "agent",
        .OneAsName = "agent-one-as",
        .Ir = "agent",
        .OneAsIr = "agent-one-as",
        .OtherName = "device",
        .OneAsOtherName = "device-one-as",
    },
    {
        .Id = ScopeLevel::System,
        .Name = "system",
        .OneAsName = "system-one-as",
        .Ir = "",
        .OneAsIr = "one-as",
    },
};
static_assert(isIndexedBy(LevelNames, &ScopeNames::Id),
              "a scope without a name");

static const ScopeNames &namesOf(ScopeLevel Level) {
  return rowOf(LevelNames, Level);
}

llvm::StringRef scopeLevelName(ScopeLevel Level) { return namesOf(Level).Name; }

llvm::StringRef scopeName(Scope S) {
  return S.OneAddressSpace ? namesOf(S.Level).OneAsName : namesOf(S.Level).Name;
}

llvm::StringRef syncScopeString(Scope S) {
  return S.OneAddressSpace ? namesOf(S.Level).OneAsIr : namesOf(S.Level).Ir;
}

static llvm::StringRef otherScopeName(Scope S) {
  return S.OneAddressSpace ? namesOf(S.Level).OneAsOtherName
                           : namesOf(S.Level).OtherName;
}

llvm::ArrayRef<llvm::StringRef> scopeWords() {
  static const auto Words = [] {
    std::vector<llvm::StringRef> All;
    for (auto *Spell : {scopeName, otherScopeName})
      for (unsigned I = 0; I < NumScopeLevels; ++I)
        for (bool OneAs : {false, true})
          All.push_back(Spell({static_cast<ScopeLevel>(I), OneAs}));
    llvm::erase(All, "");
    return All;
  }();
  return Words;
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

std::optional<Scope> parseScope(llvm::StringRef Word) {
  if (std::optional<Scope> Found = findScope(Word, scopeName))
    return Found;
  return Word.empty() ? std::nullopt : findScope(Word, otherScopeName);
}

std::optional<Scope> parseSyncScope(llvm::StringRef Text) {
  return findScope(Text, syncScopeString);
}

} // namespace fencepost
