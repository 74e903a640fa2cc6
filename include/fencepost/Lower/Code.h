//===- Code.h - A program as lowering sees it -----------------------------===//
// Functions of LLVM IR and threads of litmus tests in one form: blocks of
// sites, each an instruction that does something to memory, with where it
// is. Everything else of a program is left out. Made by IR/ReadModule.h and
// Litmus/ThreadCode.h, used by Listing.h.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_CODE_H
#define FENCEPOST_LOWER_CODE_H

#include "fencepost/Lower/Mode.h"
#include "fencepost/Lower/Recognized.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace fencepost::lower {

struct SourcePlace {
  std::string File;
  unsigned Line = 0, Column = 0; ///< From 1; 0: not known.
};

struct CodeSite {
  Recognized Meaning;
  SourcePlace Where; ///< In the input itself; no line in bitcode.
  /// By debug information: where it was written, then where that function was
  /// inlined, outwards. Empty if there is none.
  std::vector<SourcePlace> Source;
};

struct CodeBlock {
  std::vector<CodeSite> Sites;
  llvm::SmallVector<unsigned, 2> Successors; ///< Block numbers.
};

enum class CodeKind : uint8_t {
  Kernel,
  Function, ///< Called by others, whose operations may be in flight.
  Thread,   ///< Of a litmus test.
};
llvm::StringRef codeKindName(CodeKind K); ///< "kernel"

/// Block 0 is the entry. A loop's blocks may come in any order.
struct FunctionCode {
  std::string Name;
  CodeKind Kind = CodeKind::Kernel;
  Mode Machine;
  /// A work-group is known to be one wave only to who reads OpenCL's
  /// reqd_work_group_size, which LLVM 22 does not.
  bool OneWaveByMetadata = false;
  /// LLVM 22 writes buffer_wbinvl1 in place of buffer_wbinvl1_vol for amdpal
  /// and mesa3d.
  bool PlainInvalidate = false;
  std::vector<CodeBlock> Blocks;
};

/// How many loops each block of \p F lies in. A loop is whatever can be left
/// and entered again at the same block, reducible or not.
std::vector<unsigned> loopDepths(const FunctionCode &F);

} // namespace fencepost::lower

#endif
