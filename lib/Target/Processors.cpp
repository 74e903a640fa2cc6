//===- Processors.cpp - One row a processor -------------------------------===//
// A row is a shape (ProcessorShapes.h) with a name, aliases, version and ELF
// machine number: spec/002, "Processors", "AMDGPU Generic Processors" and "ELF
// Code Object". The asserts below the table keep it sorted, unique and
// complete; unittests/Target compares every field with LLVM.
//===----------------------------------------------------------------------===//
#include "ProcessorShapes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <string_view>

namespace fencepost {

using namespace shapes;

//===- Aliases, and the members of generic targets ------------------------===//

using Names = const llvm::StringLiteral[];
static constexpr Names Alias600 = {"tahiti"};
static constexpr Names Alias601 = {"pitcairn", "verde"};
static constexpr Names Alias602 = {"hainan", "oland"};
static constexpr Names Alias700 = {"kaveri"};
static constexpr Names Alias701 = {"hawaii"};
static constexpr Names Alias703 = {"kabini", "mullins"};
static constexpr Names Alias704 = {"bonaire"};
static constexpr Names Alias801 = {"carrizo"};
static constexpr Names Alias802 = {"iceland", "tonga"};
static constexpr Names Alias803 = {"fiji", "polaris10", "polaris11"};
static constexpr Names Alias805 = {"tongapro"};
static constexpr Names Alias810 = {"stoney"};

// Every generic target is at version 1, and so is every member.
static constexpr GenericMember MembersGfx9[] = {{"gfx900", 1}, {"gfx902", 1},
                                                {"gfx904", 1}, {"gfx906", 1},
                                                {"gfx909", 1}, {"gfx90c", 1}};
static constexpr GenericMember MembersGfx94[] = {{"gfx942", 1}, {"gfx950", 1}};
static constexpr GenericMember MembersGfx101[] = {
    {"gfx1010", 1}, {"gfx1011", 1}, {"gfx1012", 1}, {"gfx1013", 1}};
static constexpr GenericMember MembersGfx103[] = {
    {"gfx1030", 1}, {"gfx1031", 1}, {"gfx1032", 1}, {"gfx1033", 1},
    {"gfx1034", 1}, {"gfx1035", 1}, {"gfx1036", 1}};
static constexpr GenericMember MembersGfx11[] = {
    {"gfx1100", 1}, {"gfx1101", 1}, {"gfx1102", 1}, {"gfx1103", 1},
    {"gfx1150", 1}, {"gfx1151", 1}, {"gfx1152", 1}, {"gfx1153", 1}};
static constexpr GenericMember MembersGfx12[] = {{"gfx1200", 1},
                                                 {"gfx1201", 1}};

//===- The table ----------------------------------------------------------===//

static constexpr Processor
row(llvm::StringLiteral Name, IsaVersion Isa, unsigned ElfMachine,
    Processor Shape, std::span<const llvm::StringLiteral> Aliases = {}) {
  Shape.Name = Name;
  Shape.Isa = Isa;
  Shape.ElfMachine = ElfMachine;
  Shape.Aliases = Aliases;
  return Shape;
}

static constexpr Processor generic(llvm::StringLiteral Name, IsaVersion Isa,
                                   unsigned ElfMachine, Processor Shape,
                                   std::span<const GenericMember> Members) {
  Shape = row(Name, Isa, ElfMachine, Shape);
  Shape.GenericVersion = 1;
  Shape.Members = Members;
  return Shape;
}

static constexpr Processor ProcessorTable[] = {
    // clang-format off
    row("gfx600",  {6, 0, 0},   0x020, Gfx6, Alias600),
    row("gfx601",  {6, 0, 1},   0x021, Gfx6, Alias601),
    row("gfx602",  {6, 0, 2},   0x03a, Gfx6, Alias602),
    row("gfx700",  {7, 0, 0},   0x022, Gfx7, Alias700),
    row("gfx701",  {7, 0, 1},   0x023, Gfx7, Alias701),
    row("gfx702",  {7, 0, 2},   0x024, Gfx7),
    row("gfx703",  {7, 0, 3},   0x025, Gfx7, Alias703),
    row("gfx704",  {7, 0, 4},   0x026, Gfx7, Alias704),
    row("gfx705",  {7, 0, 5},   0x03b, Gfx7),
    row("gfx801",  {8, 0, 1},   0x028, Gfx8Xnack, Alias801),
    row("gfx802",  {8, 0, 2},   0x029, Gfx8Bug, Alias802),
    row("gfx803",  {8, 0, 3},   0x02a, Gfx8, Alias803),
    row("gfx805",  {8, 0, 5},   0x03c, Gfx8Bug, Alias805),
    row("gfx810",  {8, 1, 0},   0x02b, Gfx8Xnack, Alias810),
    row("gfx900",  {9, 0, 0},   0x02c, Gfx9),
    row("gfx902",  {9, 0, 2},   0x02d, Gfx9),
    row("gfx904",  {9, 0, 4},   0x02e, Gfx9),
    row("gfx906",  {9, 0, 6},   0x02f, Gfx906),
    row("gfx908",  {9, 0, 8},   0x030, Gfx908),
    row("gfx909",  {9, 0, 9},   0x031, Gfx9),
    row("gfx90a",  {9, 0, 10},  0x03f, Gfx90a),
    row("gfx90c",  {9, 0, 12},  0x032, Gfx9),
    row("gfx942",  {9, 4, 2},   0x04c, Gfx942),
    row("gfx950",  {9, 5, 0},   0x04f, Gfx950),
    row("gfx1010", {10, 1, 0},  0x033, Gfx101),
    row("gfx1011", {10, 1, 1},  0x034, Gfx101),
    row("gfx1012", {10, 1, 2},  0x035, Gfx101),
    row("gfx1013", {10, 1, 3},  0x042, Gfx101),
    row("gfx1030", {10, 3, 0},  0x036, Gfx103),
    row("gfx1031", {10, 3, 1},  0x037, Gfx103),
    row("gfx1032", {10, 3, 2},  0x038, Gfx103),
    row("gfx1033", {10, 3, 3},  0x039, Gfx103),
    row("gfx1034", {10, 3, 4},  0x03e, Gfx103),
    row("gfx1035", {10, 3, 5},  0x03d, Gfx103),
    row("gfx1036", {10, 3, 6},  0x045, Gfx103),
    row("gfx1100", {11, 0, 0},  0x041, Gfx11Large),
    row("gfx1101", {11, 0, 1},  0x046, Gfx11Large),
    row("gfx1102", {11, 0, 2},  0x047, Gfx11),
    row("gfx1103", {11, 0, 3},  0x044, Gfx11),
    row("gfx1150", {11, 5, 0},  0x043, Gfx11),
    row("gfx1151", {11, 5, 1},  0x04a, Gfx11Large),
    row("gfx1152", {11, 5, 2},  0x055, Gfx11),
    row("gfx1153", {11, 5, 3},  0x058, Gfx11),
    row("gfx1200", {12, 0, 0},  0x048, Gfx12),
    row("gfx1201", {12, 0, 1},  0x04e, Gfx12),
    row("gfx1250", {12, 5, 0},  0x049, Gfx125),
    row("gfx1251", {12, 5, 1},  0x05a, Gfx125),
    generic("gfx9-generic",    {9, 0, 0},  0x051, Gfx9,   MembersGfx9),
    generic("gfx9-4-generic",  {9, 4, 0},  0x05f, Gfx942, MembersGfx94),
    generic("gfx10-1-generic", {10, 1, 0}, 0x052, Gfx101, MembersGfx101),
    generic("gfx10-3-generic", {10, 3, 0}, 0x053, Gfx103, MembersGfx103),
    generic("gfx11-generic",   {11, 0, 3}, 0x054, Gfx11,  MembersGfx11),
    generic("gfx12-generic",   {12, 0, 0}, 0x059, Gfx12,  MembersGfx12),
    // clang-format on
};

//===- What holds of the whole table --------------------------------------===//

/// Generic targets last; within each kind strictly by version.
static constexpr bool isSorted() {
  for (size_t I = 1; I < std::size(ProcessorTable); ++I) {
    const Processor &A = ProcessorTable[I - 1], &B = ProcessorTable[I];
    if (A.isGeneric() != B.isGeneric() ? A.isGeneric() : !(A.Isa < B.Isa))
      return false;
  }
  return true;
}
static_assert(isSorted(), "rows are oldest first, generic targets last");

static constexpr bool areMachinesUnique() {
  for (const Processor &A : ProcessorTable)
    for (const Processor &B : ProcessorTable)
      if (&A != &B && A.ElfMachine == B.ElfMachine)
        return false;
  return true;
}
static_assert(areMachinesUnique(), "an ELF machine number names one processor");

static constexpr bool hasName(const Processor &P, std::string_view Name) {
  if (std::string_view(P.Name) == Name)
    return true;
  for (const llvm::StringLiteral &Alias : P.Aliases)
    if (std::string_view(Alias) == Name)
      return true;
  return false;
}

static constexpr unsigned countNamed(std::string_view Name) {
  unsigned Count = 0;
  for (const Processor &P : ProcessorTable)
    Count += hasName(P, Name);
  return Count;
}

static constexpr bool areNamesUnique() {
  for (const Processor &P : ProcessorTable) {
    if (countNamed(P.Name) != 1)
      return false;
    for (const llvm::StringLiteral &Alias : P.Aliases)
      if (countNamed(Alias) != 1)
        return false;
  }
  return true;
}
static_assert(areNamesUnique(), "a name or alias means one processor");

static constexpr bool areMembersProcessors() {
  for (const Processor &P : ProcessorTable)
    for (const GenericMember &M : P.Members)
      if (countNamed(M.Name) != 1 || M.Since == 0 || M.Since > P.GenericVersion)
        return false;
  return true;
}
static_assert(areMembersProcessors(),
              "a generic target covers known processors");

static constexpr bool isComplete(const Processor &P) {
  if (P.Vgprs.empty() || P.LdsSize == 0 || P.LdsGranule == 0 ||
      P.LdsSize % P.LdsGranule != 0 || P.MaxWavesPerSimd == 0 ||
      P.SgprAddressable == 0 || (P.SgprGranule == 0) != (P.SgprTotal == 0))
    return false;
  for (const VgprFacts &V : P.Vgprs)
    if (V.Granule % V.EncodingGranule != 0 || V.Addressable > V.Total)
      return false;
  return P.Features.has(WavefrontSize64) == (P.Vgprs.size() == 2);
}
static_assert(std::ranges::all_of(ProcessorTable, isComplete),
              "a fact is missing");

//===- Look-ups -----------------------------------------------------------===//

llvm::ArrayRef<Processor> processors() { return ProcessorTable; }

const Processor *findProcessor(llvm::StringRef Name) {
  const auto *It = llvm::find_if(
      ProcessorTable, [&](const Processor &P) { return hasName(P, Name); });
  return It == std::end(ProcessorTable) ? nullptr : It;
}

const Processor *findProcessorByElfMachine(unsigned Machine) {
  const auto *It = llvm::find_if(ProcessorTable, [&](const Processor &P) {
    return P.ElfMachine == Machine;
  });
  return It == std::end(ProcessorTable) ? nullptr : It;
}

const VgprFacts *Processor::vgprs(unsigned WaveSize) const {
  auto It = llvm::find_if(
      Vgprs, [=](const VgprFacts &V) { return V.WaveSize == WaveSize; });
  return It == Vgprs.end() ? nullptr : &*It;
}

const GenericMember *Processor::member(llvm::StringRef Wanted) const {
  auto It = llvm::find_if(
      Members, [=](const GenericMember &M) { return M.Name == Wanted; });
  return It == Members.end() ? nullptr : &*It;
}

} // namespace fencepost
