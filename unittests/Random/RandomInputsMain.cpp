//===- RandomInputsMain.cpp - random-inputs COUNT SEED DIRECTORY ----------===//
// Writes what the random tests make from seeds as files that the program reads:
// kernel-SEED.ll (RandomKernel: many of them race), shape-SEED.ll (RandomShape,
// kernels of fuzz/placement, which lack barriers) and program-SEED.litmus
// (RandomProgram, those of fuzz/agree), COUNT of each. The same seeds make the
// same files. Used by scripts/compare-answers.
//===----------------------------------------------------------------------===//
#include "RandomKernel.h"
#include "RandomProgram.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "ViewAsIR.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

static constexpr int Budget = 16; ///< Statements of a kernel, at most.
static constexpr unsigned Waves = 4, WaveSize = 64;

static std::string kernel(unsigned Seed) {
  view::SyncView View = view::RandomKernel(Seed, Budget).Result.View;
  // The generator's waves have 2 or 4 lanes, those of a processor 32 or 64.
  View.Size[0] = Waves * WaveSize;
  View.WaveSize = WaveSize;
  return view::asIR(View);
}

static std::string shape(unsigned Seed) {
  return view::asIR(
      place::shape(place::randomShape(Seed, Budget), Waves, WaveSize));
}

static bool write(const std::string &File, const std::string &Text) {
  std::error_code Failed;
  llvm::raw_fd_ostream OS(File, Failed);
  if (!Failed)
    OS << Text;
  else
    llvm::errs() << File << ": " << Failed.message() << '\n';
  return !Failed;
}

static bool writeAll(unsigned Seed, const std::string &Directory) {
  std::string Number = std::to_string(Seed), Name = "program-" + Number;
  return write(Directory + "/kernel-" + Number + ".ll", kernel(Seed)) &&
         write(Directory + "/shape-" + Number + ".ll", shape(Seed)) &&
         write(Directory + "/" + Name + ".litmus",
               model::randomProgram(Seed).text(Name));
}

int main(int Count, char **Arguments) {
  unsigned Wanted = 0, Seed = 0;
  if (Count != 4 || llvm::StringRef(Arguments[1]).getAsInteger(10, Wanted) ||
      llvm::StringRef(Arguments[2]).getAsInteger(10, Seed)) {
    llvm::errs() << "usage: random-inputs COUNT SEED DIRECTORY\n";
    return 2;
  }
  for (unsigned I = 0; I < Wanted; ++I)
    if (!writeAll(Seed + I, Arguments[3]))
      return 2;
  return 0;
}
