//===- PlaceFuzzMain.cpp - Placements of many random kernels --------------===//
// place-fuzz COUNT SEED compares the placements for COUNT random kernels with
// trying everything (PlaceAgreement.h) and prints every disagreement, made
// small; with a third word, `certificates`, these are verified as well.
// fuzz/placement runs it.
//===----------------------------------------------------------------------===//
#include "PlaceAgreement.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost::place;

int main(int Count, char **Arguments) {
  unsigned Programs = 0, Seed = 0, Wrong = 0;
  bool Verifies = Count == 4 && llvm::StringRef(Arguments[3]) == "certificates";
  if ((Count != 3 && !Verifies) ||
      llvm::StringRef(Arguments[1]).getAsInteger(10, Programs) ||
      llvm::StringRef(Arguments[2]).getAsInteger(10, Seed)) {
    llvm::errs() << "usage: place-fuzz COUNT SEED [certificates]\n";
    return 2;
  }
  Certificates Verification = Certificates(Verifies);
  AgreementCounts Counts;
  for (unsigned I = 0; I < Programs; ++I)
    if (std::string Text = disagreement(Seed + I, Verification, Counts);
        !Text.empty()) {
      llvm::outs() << Text << "\n";
      llvm::outs().flush();
      ++Wrong;
    }
  llvm::outs() << Counts.Programs << " programs, " << Counts.Barriers
               << " barriers placed, " << Wrong
               << " wrong; not all run: " << Counts.NotAllRun
               << ", not all sets tried: " << Counts.NotAllTried
               << ", certificates verified: " << Counts.Certified << "\n";
  return Wrong != 0;
}
