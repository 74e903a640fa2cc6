//===- SuppressionComments.h - Comments that suppress findings ------------===//
// A comment `fencepost: ignore` on the line of a finding, or alone on the line
// above, suppresses all findings there; `fencepost: ignore(lds-race)` those
// that it names. Text may follow, to say why. A comment begins with //, /*, ;
// or #: the languages are not told apart, and comments over several lines are
// not understood. In LLVM IR, metadata does the same (view::Event::Ignored).
//
// A suppression that names nothing would hide nothing, silently; so whatever is
// not understood is a finding itself.
// Tested by test/check-cli/suppress.test and suppress-metadata.ll.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_INPUT_SUPPRESSIONCOMMENTS_H
#define FENCEPOST_INPUT_SUPPRESSIONCOMMENTS_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace fencepost {

/// Which findings are suppressed at some place.
struct Suppression {
  bool All = false;
  llvm::SmallVector<Diag, 2> Named;

  bool covers(Diag Id) const;
  void add(const Suppression &More);
};

/// What \p Names suppress, "*" being all. A name that is none goes to
/// \p Problems, as a finding at \p Where.
Suppression suppressionOf(llvm::ArrayRef<std::string> Names,
                          const Location &Where,
                          std::vector<Finding> &Problems);

/// The comments of one file, by line.
class SuppressionComments {
public:
  SuppressionComments() = default;
  /// Reads \p Lines, those of \p File.
  SuppressionComments(llvm::StringRef File, llvm::ArrayRef<std::string> Lines,
                      std::vector<Finding> &Problems);
  bool covers(unsigned Line, Diag Id) const;

private:
  std::map<unsigned, Suppression> ByLine;
};

} // namespace fencepost

#endif
