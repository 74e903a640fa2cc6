//===- AsyncReference.h - Waits for async marks, path by path -------------===//
// spec/003 read naively: a path is what it has issued, letter by letter, and a
// wait looks at the letters. Slow, and shares nothing with lib/Lower but the
// graph. Graphs are written as words, one a block: `a` and `b` are operations
// of two counters, `u` may be any number of operations `a`, `m` is a mark, and
// a digit N is a wait that leaves N marks outstanding; a dot is nothing.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LOWER_ASYNCREFERENCE_H
#define FENCEPOST_UNITTESTS_LOWER_ASYNCREFERENCE_H

#include "fencepost/Lower/AsyncMarks.h"
#include <map>
#include <string>

namespace fencepost::lower::reference {

struct Program {
  std::vector<std::string> Words; ///< A word a block; block 0 is the entry.
  std::vector<std::vector<unsigned>> Successors;

  AsyncGraph graph() const; ///< `a` is asynccnt, `b` is tensorcnt.
  std::string text() const; ///< For messages: "0: am -> 1 2; 1: ..."
};

/// A family of asynccnt and tensorcnt alone, \p Width bits each.
FamilyFacts familyOfWidth(unsigned Width);

/// (Block, position in the word, counter) -> the value to wait for, at most
/// \p Most. A wait that nothing needs is not there.
using Needs = std::map<std::tuple<unsigned, unsigned, Counter>, unsigned>;

/// Every path. Two paths that are at the same block with the same letters
/// outstanding continue alike, so the second is not followed; of a run of
/// letters that no wait can tell from a shorter one, the shorter is kept, so
/// that finitely many remain.
Needs walkAllPaths(const Program &P, unsigned Most);

/// Every path of at most \p Length blocks, letter by letter, with nothing
/// remembered and nothing shortened: what the walk above may not depart from.
Needs walkPathsUpTo(const Program &P, unsigned Most, unsigned Length);

/// (Block, position) of marks.
using Places = std::vector<std::pair<unsigned, unsigned>>;

/// The marks from which no path leads to a wait of \p Needed.
Places uselessMarks(const Program &P, const Needs &Needed);

/// \p P without \p Marks; all other letters keep their places.
Program without(const Program &P, const Places &Marks);

/// analyzeAsyncMarks()'s answer in the form of the reference.
Needs needsOf(const AsyncAnswer &Answer);

} // namespace fencepost::lower::reference

#endif
