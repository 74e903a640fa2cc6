//===- DecodeFields.cpp - Applying the rows to bytes ----------------------===//
// The rows say everything; here is only the arithmetic. Works on any structure
// whose words a FieldView locates. Tested by
// unittests/Object/KernelDescriptorTest.cpp.
//===----------------------------------------------------------------------===//
#include "DescriptorFields.h"
#include "FieldReadings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <tuple>

using llvm::Twine;

namespace fencepost {

bool When::holdsFor(const Processor &P) const {
  if (P.FamilyId < First || P.FamilyId > Last)
    return false;
  switch (Needs) {
  case Condition::Always:
    return true;
  case Condition::OffsetScratch:
    return P.Scratch == FlatScratch::Offset;
  case Condition::NotOffsetScratch:
    return P.Scratch != FlatScratch::Offset;
  case Condition::PrologScratch:
    return P.Scratch != FlatScratch::Architected;
  case Condition::ArchitectedScratch:
    return P.Scratch == FlatScratch::Architected;
  case Condition::KernargPreload:
    return P.Features.has(Feature::KernargPreload);
  case Condition::NoKernargPreload:
    return !P.Features.has(Feature::KernargPreload);
  }
  llvm_unreachable("condition without a meaning");
}

uint64_t FieldView::get(const FieldRow &Row) const {
  unsigned First = firstBit(Row);
  assert((First + Row.Width + 7) / 8 <= Bytes.size() && "row past the end");
  uint64_t Value = 0;
  for (unsigned I = 0; I != Row.Width;) {
    // As many bits as the byte has left, lowest first.
    unsigned Bit = First + I;
    unsigned Count = std::min<unsigned>(8 - Bit % 8, Row.Width - I);
    uint64_t Part = Bytes[Bit / 8] >> (Bit % 8) & ((1u << Count) - 1);
    Value |= Part << I;
    I += Count;
  }
  return Value;
}

namespace {

/// The rows that apply to one processor, by position, and those of them that
/// are values, by name.
struct RowIndex {
  std::vector<const FieldRow *> InOrder;
  llvm::StringMap<const FieldRow *> Values;
};

} // namespace

static RowIndex buildIndex(const FieldView &F) {
  RowIndex Index;
  for (llvm::ArrayRef<FieldRow> Table : F.Tables)
    for (const FieldRow &Row : Table) {
      if (!Row.Applies.holdsFor(F.Proc))
        continue;
      Index.InOrder.push_back(&Row);
      if (F.ruleOf(Row) == FieldRule::Value)
        Index.Values.try_emplace(Row.Name, &Row);
    }
  llvm::sort(Index.InOrder, [&](const FieldRow *A, const FieldRow *B) {
    return F.firstBit(*A) < F.firstBit(*B);
  });
  return Index;
}

/// An object may hold thousands of kernels of one processor, so its rows are
/// looked for once. Only rows of the table are kept: any other processor may be
/// gone when the next one is at its address.
static const RowIndex &indexOf(const FieldView &F) {
  static thread_local RowIndex Last;
  llvm::ArrayRef<Processor> Known = processors();
  if (&F.Proc < Known.begin() || &F.Proc >= Known.end())
    return Last = buildIndex(F);
  using Key = std::tuple<const Processor *, const void *, const void *, bool>;
  static thread_local std::map<Key, RowIndex> Indices;
  auto [It, IsNew] = Indices.try_emplace(
      Key(&F.Proc, F.Tables[0].data(), F.Tables[1].data(), F.CpFillsIn));
  if (IsNew)
    It->second = buildIndex(F);
  return It->second;
}

std::optional<uint64_t> FieldView::find(llvm::StringRef Name) const {
  const FieldRow *Row = indexOf(*this).Values.lookup(Name);
  return Row ? std::optional(get(*Row)) : std::nullopt;
}

std::optional<bool> FieldView::findFlag(llvm::StringRef Name) const {
  std::optional<uint64_t> Value = find(Name);
  return Value ? std::optional<bool>(*Value != 0) : std::nullopt;
}

unsigned FieldView::waveSize() const {
  return (*this)["ENABLE_WAVEFRONT_SIZE32"] ? 32 : 64;
}

static std::string phrase(const Reading &Read, uint64_t Value,
                          const KernelContext &Context) {
  if (Value < Read.Choices.size())
    return Read.Choices[Value].str();
  return Read.Format(Value, Context);
}

static std::string meaning(const Reading &Read, FieldRule Rule, uint64_t Value,
                           const KernelContext &Context) {
  switch (Rule) {
  case FieldRule::Value:
    return phrase(Read, Value, Context);
  case FieldRule::Reserved:
    return Value ? "reserved, must be 0" : "reserved";
  case FieldRule::FilledByCp:
    if (!Value)
      return "filled in by CP";
    return phrase(Read, Value, Context) + "; must be 0, filled in by CP";
  }
  llvm_unreachable("rule without a meaning");
}

llvm::StringRef fieldWordName(FieldWord Word) {
  static constexpr EnumName<FieldWord> Names[] = {
      {FieldWord::Struct, ""},
      {FieldWord::Rsrc1, "compute_pgm_rsrc1"},
      {FieldWord::Rsrc2, "compute_pgm_rsrc2"},
      {FieldWord::Rsrc3, "compute_pgm_rsrc3"},
      {FieldWord::CodeProperties, "kernel_code_properties"},
      {FieldWord::KernargPreload, "kernarg_preload"},
  };
  static_assert(isIndexedBy(Names), "a word without a name");
  return rowOf(Names, Word).Name;
}

std::vector<DecodedField> decodeFields(const FieldView &F) {
  KernelContext Context = {F.Proc, F.waveSize()};
  std::vector<DecodedField> Fields;
  const RowIndex &Index = indexOf(F);
  Fields.reserve(Index.InOrder.size());
  for (const FieldRow *Row : Index.InOrder) {
    uint64_t Value = F.get(*Row);
    FieldRule Rule = F.ruleOf(*Row);
    Fields.push_back({fieldWordName(Row->Word), Row->Name, Row->Bit, Row->Width,
                      Value, Rule, meaning(Row->Read, Rule, Value, Context)});
  }
  return Fields;
}

//===- How values read ----------------------------------------------------===//
// Granules and units as they are in spec/002, "Kernel Descriptor". Every text
// starts with the quantity a person wants and ends with how it is encoded.
// Tested by unittests/Object/KernelDescriptorTest.cpp.
//===----------------------------------------------------------------------===//

std::string counted(uint64_t Count, llvm::StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

/// "24 VGPRs (3 granules of 8)"
static std::string granules(uint64_t Count, uint64_t Granule,
                            llvm::StringRef Noun) {
  return counted(Count * Granule, Noun) + " (" + counted(Count, "granule") +
         " of " + std::to_string(Granule) + ")";
}

std::string readNumber(uint64_t Value, const KernelContext &) {
  return std::to_string(Value);
}

std::string readBytes(uint64_t Value, const KernelContext &) {
  return counted(Value, "byte");
}

std::string readEntryOffset(uint64_t Value, const KernelContext &) {
  bool Before = static_cast<int64_t>(Value) < 0;
  return "code starts " + counted(Before ? 0 - Value : Value, "byte") +
         (Before ? " before" : " after") + " the start of this structure";
}

unsigned vgprsAskedFor(uint64_t Blocks, const KernelContext &Context) {
  const VgprFacts *Facts = Context.Proc.vgprs(Context.WaveSize);
  if (!Facts)
    Facts = &Context.Proc.Vgprs.front();
  return (Blocks + 1) * Facts->EncodingGranule;
}

std::string readVgprBlocks(uint64_t Value, const KernelContext &Context) {
  unsigned Granule = vgprsAskedFor(0, Context);
  return granules(Value + 1, Granule, "VGPR");
}

/// The field counts in blocks of 8 on every family that has it. On GFX9 SGPRs
/// come in blocks of 16, which spec/002 writes as 2 * (blocks - 1); LLVM also
/// emits the odd values between, and the hardware rounds up.
static constexpr unsigned SgprBlock = 8;

unsigned sgprsAskedFor(uint64_t Blocks) { return (Blocks + 1) * SgprBlock; }

std::string readSgprBlocks(uint64_t Value, const KernelContext &) {
  return granules(Value + 1, SgprBlock, "SGPR");
}

std::string readUserSgprs(uint64_t Value, const KernelContext &) {
  return counted(Value, "user SGPR");
}

std::string readLdsBlocks(uint64_t Value, const KernelContext &) {
  return counted(Value, "granule") + " of LDS";
}

std::string readAccumOffset(uint64_t Value, const KernelContext &) {
  uint64_t Offset = (Value + 1) * 4;
  return "AccVGPRs follow the first " + counted(Offset, "VGPR") + " (" +
         counted(Value + 1, "granule") + " of 4)";
}

std::string readSharedVgprs(uint64_t Value, const KernelContext &) {
  return granules(Value, 8, "shared VGPR");
}

std::string readPrefetchLines(uint64_t Value, const KernelContext &) {
  return counted(Value * 128, "byte") + " (" + counted(Value, "unit") +
         " of 128)";
}

std::string readNamedBarriers(uint64_t Value, const KernelContext &) {
  return granules(Value, 4, "named barrier");
}

std::string readDwords(uint64_t Value, const KernelContext &) {
  return counted(Value, "dword") + " (" + counted(Value * 4, "byte") + ")";
}

std::string readKernargDword(uint64_t Value, const KernelContext &) {
  return "from byte " + std::to_string(Value * 4) + " of the kernarg segment";
}

} // namespace fencepost
