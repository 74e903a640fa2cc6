//===- Z3Library.cpp - The functions of libz3 that are used ---------------===//
// See Z3Library.h.
//===----------------------------------------------------------------------===//
#include "Z3Library.h"
#include "llvm/Support/DynamicLibrary.h"
#include <optional>

namespace fencepost::check {

static std::optional<Z3Library> load() {
  auto Library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(FENCEPOST_Z3_LIBRARY);
  if (!Library.isValid())
    return std::nullopt;
  Z3Library Result;
  bool Complete = true;
#define FENCEPOST_Z3_LOAD(Name)                                                \
  Result.Name = reinterpret_cast<decltype(Result.Name)>(                       \
      Library.getAddressOfSymbol("Z3_" #Name));                                \
  Complete &= Result.Name != nullptr;
  FENCEPOST_Z3_FUNCTIONS(FENCEPOST_Z3_LOAD)
#undef FENCEPOST_Z3_LOAD
  if (!Complete)
    return std::nullopt;
  return Result;
}

const Z3Library *loadZ3() {
  static const std::optional<Z3Library> Loaded = load();
  return Loaded ? &*Loaded : nullptr;
}

} // namespace fencepost::check
