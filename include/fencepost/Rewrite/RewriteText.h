//===- RewriteText.h - A file of LLVM IR, rewritten -----------------------===//
// What `fencepost lower --rewrite` does between reading and writing. Tested by
// test/rewrite.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REWRITE_REWRITETEXT_H
#define FENCEPOST_REWRITE_REWRITETEXT_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace fencepost {
class IRSource;
}

namespace fencepost::rewrite {

struct RewrittenText {
  std::string Text;
  std::vector<Note> Remarks;
};

/// Rewrites the module of \p Source and gives it as text: the same text if
/// nothing is to be done. Each operation that cannot be rewritten is an error
/// at its place. \p Cpu and \p Features are as for compiledMode().
llvm::Expected<RewrittenText> rewriteText(const IRSource &Source,
                                          llvm::StringRef Cpu,
                                          llvm::StringRef Features);

} // namespace fencepost::rewrite

#endif
