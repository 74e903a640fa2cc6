//===- Scope.h - How far a synchronizing operation reaches ----------------===//
// A scope names a level of the machine; an operation means the instance of that
// level that contains its thread (spec/001, "Scopes"). Each level also exists
// in a "one address space" form, which only synchronizes with operations on the
// same address space (spec/002, "Memory Scopes"). Instances, which need the
// placement of threads, are the Model's. Tested by
// unittests/Sync/ScopeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_SCOPE_H
#define FENCEPOST_SYNC_SCOPE_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

/// Narrowest first, so `A <= B` reads as "A lies within B".
enum class ScopeLevel : uint8_t {
  SingleThread,
  Wavefront,
  Workgroup,
  Cluster,
  Agent,
  System,
};
inline constexpr unsigned NumScopeLevels = numEnumerators<ScopeLevel>();

struct Scope {
  ScopeLevel Level = ScopeLevel::System;
  bool OneAddressSpace = false; ///< The "-one-as" form.

  constexpr bool operator==(const Scope &) const = default;
};

/// Whether every instance of \p Inner lies within one of \p Outer.
constexpr bool includes(ScopeLevel Outer, ScopeLevel Inner) {
  return Inner <= Outer;
}

constexpr ScopeLevel narrower(ScopeLevel A, ScopeLevel B) {
  return A < B ? A : B;
}

llvm::StringRef scopeLevelName(ScopeLevel Level); ///< "agent"

/// The name people read: "system", "agent", "system-one-as".
llvm::StringRef scopeName(Scope S);
/// What people write: that name, or OpenCL's "device" for agent.
std::optional<Scope> parseScope(llvm::StringRef Word);
/// All words that parseScope() understands, those of scopeName() first.
llvm::ArrayRef<llvm::StringRef> scopeWords();

/// What LLVM IR writes in syncscope("..."): "" for system, "one-as" for
/// system-one-as, and the names of scopeName() for the rest.
llvm::StringRef syncScopeString(Scope S);
std::optional<Scope> parseSyncScope(llvm::StringRef Text);

} // namespace fencepost

#endif
