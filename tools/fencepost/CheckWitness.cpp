//===- CheckWitness.cpp - Races written as litmus tests, one a file -------===//
#include "CheckWitness.h"
#include "fencepost/Check/WitnessLitmus.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fencepost {

/// Names of kernels in C++ may be longer than names of files.
static constexpr size_t MaxKernelName = 150;

llvm::Error WitnessWriter::prepare() const {
  std::error_code Why = llvm::sys::fs::create_directories(
      Directory, /*IgnoreExisting=*/true, llvm::sys::fs::all_all);
  if (!Why && !llvm::sys::fs::is_directory(Directory))
    Why = std::make_error_code(std::errc::not_a_directory);
  if (!Why)
    return llvm::Error::success();
  return inputError(Diag::Usage, "",
                    "cannot make the directory " + Directory + ": " +
                        Why.message());
}

static std::string nameOf(const WitnessedRace &Race) {
  std::string Name = Race.Kernel->Kernel.substr(0, MaxKernelName);
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  return Name + "-" + kindOf(Race.Reported.Id).Name.str();
}

llvm::Error WitnessWriter::write(const WitnessedRace &Race) {
  std::vector<Finding> Findings{Race.Reported};
  Warnings.apply(Findings);
  if (Findings.empty())
    return llvm::Error::success();
  unsigned &Number = Numbers[nameOf(Race)];
  std::string Name = nameOf(Race) + "-" + llvm::utostr(Number + 1);
  std::optional<std::string> Text =
      check::litmusOf(*Race.Kernel, Race.Race, Name, Race.File);
  if (!Text)
    return llvm::Error::success();
  ++Number;
  llvm::SmallString<128> File(Directory);
  llvm::sys::path::append(File, Name + ".litmus");
  return Files.write(File, *Text);
}

} // namespace fencepost
