//===- BuildView.h - From LLVM IR to the sync view ------------------------===//
// Makes a SyncView of every kernel of a module. The module itself is not
// changed: on a copy, the functions that a kernel calls are inlined, private
// variables become values, and generic pointers get the address space they come
// from (lib/IR/PrepareView.cpp). What cannot be expressed becomes an Unknown
// value, an access range without an address, or an Opaque event that names the
// unsupported operation. Tested by unittests/IR/ViewTest.cpp and, by running
// views against the IR they were made from, by
// unittests/IR/ViewAgreementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_IR_BUILDVIEW_H
#define FENCEPOST_IR_BUILDVIEW_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace llvm {
class DILocation;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace fencepost {
class IRSource;
} // namespace fencepost

namespace fencepost::ir {

struct ViewOptions {
  std::string Cpu;      ///< "": what each kernel's attributes say.
  std::string Features; ///< As in -mattr, on top of the attributes.
  /// Size of the work-groups of kernels that require none.
  std::optional<std::array<unsigned, 3>> WorkGroup;
  /// Calls are inlined until a kernel has this many instructions; the remaining
  /// ones are Opaque.
  unsigned MaxInstructions = 1000000;
};

/// The instructions that the numbers in Event::Origin, Block::Start and
/// Block::End denote.
struct ViewOrigins {
  std::vector<const llvm::Instruction *> Instructions; ///< Of the module.
};

/// The position of a function or an instruction of the module; used if there is
/// no debug information.
using PlaceOf = llvm::function_ref<view::SourceLocation(const llvm::Value &)>;

view::SourceLocation placeOf(const llvm::DILocation &Location);

/// The files that the debug information of \p M names.
std::vector<std::string> sourceFiles(const llvm::Module &M);
/// The position of \p V in the text of \p Source.
view::SourceLocation placeIn(const IRSource &Source, const llvm::Value &V);

/// An error if a kernel of \p M names no processor, and \p Options neither: its
/// view would be made for waves of 64.
llvm::Error requireProcessors(const llvm::Module &M,
                              const ViewOptions &Options);

/// The views of the kernels of \p M, in its order. An error if \p M is not for
/// AMDGPU or the options name an unknown processor or feature.
llvm::Expected<std::vector<view::SyncView>> buildSyncViews(
    const llvm::Module &M, const ViewOptions &Options,
    PlaceOf Where = [](const llvm::Value &) { return view::SourceLocation(); },
    ViewOrigins *Origins = nullptr);

/// The same, with places in the text of \p Source.
llvm::Expected<std::vector<view::SyncView>>
buildSyncViews(const IRSource &Source, const ViewOptions &Options);

} // namespace fencepost::ir

#endif
