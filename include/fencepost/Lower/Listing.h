//===- Listing.h - The machine code of a whole function -------------------===//
// Each site of a function with its sequence. Sequences of single operations are
// lower()'s; what only the whole function tells is added here: the values that
// waits for async marks wait for (AsyncMarks.h), steps for LDS DMA in flight
// that are not needed where there is none, and how often a site runs. Tested by
// unittests/Lower/ListingTest.cpp and test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_LISTING_H
#define FENCEPOST_LOWER_LISTING_H

#include "fencepost/Lower/Code.h"
#include "fencepost/Lower/StepCounts.h"

namespace fencepost::lower {

struct ListedSite {
  const CodeSite *Site = nullptr;
  Sequence Code; ///< Empty unless Site is an operation.
  /// Machine instructions as written, for Role::Machine.
  llvm::SmallVector<llvm::StringRef, 1> Lines;
  unsigned Depth = 0; ///< Of loops.
};

struct ListedFunction {
  const FunctionCode *Code = nullptr;
  std::vector<ListedSite> Sites; ///< In the order of the blocks.
  StepCounts Static;
  /// Each count times LoopWeight for every loop around it.
  StepCounts Weighted;
};

/// How often a loop is taken to run, for want of anything better.
inline constexpr uint64_t LoopWeight = 10;
/// Deeper nesting adds no weight.
inline constexpr unsigned MostLoops = 12;

struct ListingOptions {
  Dialect As = Dialect::Spec;
  bool All = false; ///< Plain accesses too.
  /// Whoever calls a function may have loads to LDS in flight.
  bool CallersLoadToLds = true;
};

/// An operation that the processor lacks, or that nothing allows.
struct ListingProblem {
  const CodeSite *Where;
  std::string Message;
};

/// Whether \p F may have loads to LDS in flight that it issued itself.
bool mayLoadToLds(const FunctionCode &F);

/// \p F must outlive the answer. \p Problems gets every operation that has no
/// machine code; the listing is then not complete.
ListedFunction listFunction(const FunctionCode &F,
                            const ListingOptions &Options,
                            std::vector<ListingProblem> &Problems);

} // namespace fencepost::lower

#endif
