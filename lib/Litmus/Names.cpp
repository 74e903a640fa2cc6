//===- Names.cpp - What may be the name of something ----------------------===//
#include "fencepost/Litmus/Names.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::litmus {

static constexpr llvm::StringRef StatementWords[] = {"store",
                                                     "store.av",
                                                     "load",
                                                     "load.vis",
                                                     "atomicrmw",
                                                     "cmpxchg",
                                                     "fence",
                                                     "barrier",
                                                     "barrier.init",
                                                     "barrier.join",
                                                     "barrier.leave",
                                                     "barrier.arrive",
                                                     "barrier.arrive.isfirst",
                                                     "barrier.wait",
                                                     "async.load",
                                                     "asyncmark",
                                                     "wait.asyncmark",
                                                     "if",
                                                     "while"};

/// Beside these, orderings, scopes and predefined barriers.
static constexpr llvm::StringRef OtherKeywords[] = {
    "AMDGPU", "thread", "global", "local", "atomic", "noav", "else",
    "exists", "forall", "not",    "race",  "ub",     "hang", "undef"};

llvm::ArrayRef<llvm::StringRef> statementWords() { return StatementWords; }

bool isKeyword(llvm::StringRef Word) {
  return llvm::is_contained(StatementWords, Word) ||
         llvm::is_contained(OtherKeywords, Word) || parseOrdering(Word) ||
         parseScope(Word) || model::parsePredefinedBarrier(Word);
}

bool isThreadName(llvm::StringRef Word) {
  return Word.consume_front("P") && !Word.empty() &&
         llvm::all_of(Word, llvm::isDigit);
}

} // namespace fencepost::litmus
