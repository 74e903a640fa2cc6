//===- DescriptorFieldsDecode.cpp - Applying the rows to bytes ------------===//
// The rows say everything; here is only the arithmetic. Works on any structure
// whose words a FieldView locates. Tested by
// unittests/Object/KernelDescriptorTest.cpp.
//===----------------------------------------------------------------------===//
#include "DescriptorFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

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

std::optional<uint64_t> FieldView::find(llvm::StringRef Name) const {
  for (llvm::ArrayRef<FieldRow> Rows : Tables)
    for (const FieldRow &Row : Rows)
      if (Row.Name == Name && ruleOf(Row) == FieldRule::Value &&
          Row.Applies.holdsFor(Proc))
        return get(Row);
  return std::nullopt;
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
  static constexpr llvm::StringLiteral Names[NumFieldWords] = {
      "",
      "compute_pgm_rsrc1",
      "compute_pgm_rsrc2",
      "compute_pgm_rsrc3",
      "kernel_code_properties",
      "kernarg_preload"};
  return Names[static_cast<size_t>(Word)];
}

static llvm::SmallVector<const FieldRow *, 96> rowsInOrder(const FieldView &F) {
  llvm::SmallVector<const FieldRow *, 96> Rows;
  for (llvm::ArrayRef<FieldRow> Table : F.Tables)
    for (const FieldRow &Row : Table)
      if (Row.Applies.holdsFor(F.Proc))
        Rows.push_back(&Row);
  llvm::sort(Rows, [&](const FieldRow *A, const FieldRow *B) {
    return F.firstBit(*A) < F.firstBit(*B);
  });
  return Rows;
}

std::vector<DecodedField> decodeFields(const FieldView &F) {
  KernelContext Context = {F.Proc, F.waveSize()};
  std::vector<DecodedField> Fields;
  for (const FieldRow *Row : rowsInOrder(F)) {
    uint64_t Value = F.get(*Row);
    FieldRule Rule = F.ruleOf(*Row);
    Fields.push_back({fieldWordName(Row->Word), Row->Name, Row->Bit, Row->Width,
                      Value, Rule, meaning(Row->Read, Rule, Value, Context)});
  }
  return Fields;
}

} // namespace fencepost
