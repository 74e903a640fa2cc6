//===- Spelling.cpp - "did you mean ...?" ---------------------------------===//
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

llvm::StringRef nearestName(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Candidates) {
  llvm::StringRef Best;
  unsigned BestDistance = Word.size() / 3 + 2;
  for (llvm::StringRef Candidate : Candidates) {
    unsigned Distance = Word.edit_distance(Candidate, true, BestDistance);
    // A short word is "near" everything: never suggest a full rewrite.
    if (Distance < BestDistance && Distance < Candidate.size()) {
      BestDistance = Distance;
      Best = Candidate;
    }
  }
  return Best;
}

std::string didYouMean(llvm::StringRef Word,
                       llvm::ArrayRef<llvm::StringRef> Candidates) {
  llvm::StringRef Nearest = nearestName(Word, Candidates);
  return Nearest.empty()
             ? ""
             : (llvm::Twine(", did you mean '") + Nearest + "'?").str();
}

} // namespace fencepost
