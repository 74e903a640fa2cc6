//===- DescriptorFields.h - Rows that say what the bits of a kernel mean --===//
// Shared by the kernel descriptor (V3 and later) and amd_kernel_code_t (V2),
// which have compute_pgm_rsrc1 and compute_pgm_rsrc2 in common. A row is one
// field on a range of families; the rows that apply to a processor cover every
// bit of its structure exactly once. A FieldView reads the bytes of one
// structure through its rows, so that what is built on it serves both. Private
// to lib/Object.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_DESCRIPTORFIELDS_H
#define FENCEPOST_LIB_OBJECT_DESCRIPTORFIELDS_H

#include "fencepost/Object/InitialState.h"
#include "fencepost/Object/KernelDescriptor.h"
#include "fencepost/Support/EnumTable.h"

namespace fencepost {

/// What a reading may depend on besides the value.
struct KernelContext {
  const Processor &Proc;
  unsigned WaveSize;
};

/// The value in decimal.
std::string readNumber(uint64_t Value, const KernelContext &Context);

/// How the value of a field reads: one phrase a value, or a function where
/// there are too many. Format gets the values that Choices has no phrase for.
struct Reading {
  std::string (*Format)(uint64_t Value,
                        const KernelContext &Context) = readNumber;
  llvm::ArrayRef<llvm::StringLiteral> Choices = {};
};

/// Processors have it only if...
enum class Condition : uint8_t {
  Always,
  OffsetScratch,      ///< flat scratch is an offset (GFX7, GFX8).
  NotOffsetScratch,   ///< it is not.
  PrologScratch,      ///< the prolog of a kernel sets up flat scratch.
  ArchitectedScratch, ///< the hardware does.
  KernargPreload,
  NoKernargPreload,
};

struct When {
  Family First = Family::GFX6;
  Family Last = Family::GFX125;
  Condition Needs = Condition::Always;

  bool holdsFor(const Processor &P) const;
};

/// The parts that fields belong to. Struct stands for the structure itself.
enum class FieldWord : uint8_t {
  Struct,
  Rsrc1,
  Rsrc2,
  Rsrc3,
  CodeProperties,
  KernargPreload,
};
inline constexpr unsigned NumFieldWords = numEnumerators<FieldWord>();
llvm::StringRef fieldWordName(FieldWord Word); ///< "compute_pgm_rsrc1"

struct FieldRow {
  FieldWord Word;
  uint16_t Bit; ///< In the word.
  uint8_t Width;
  llvm::StringLiteral Name;
  When Applies = {};
  FieldRule Rule = FieldRule::Value;
  Reading Read = {};
};

/// The rows of the kernel descriptor, in the order of the specification.
llvm::ArrayRef<FieldRow> descriptorFields();
/// Those of compute_pgm_rsrc1 and compute_pgm_rsrc2 alone.
llvm::ArrayRef<FieldRow> sharedFields();

/// The bytes of one structure, as one processor reads them.
struct FieldView {
  llvm::ArrayRef<uint8_t> Bytes;
  /// First bit of each word, in the order of FieldWord.
  std::array<uint16_t, NumFieldWords> WordBit;
  /// The rows are in two tables; either may be empty.
  std::array<llvm::ArrayRef<FieldRow>, 2> Tables;
  const Processor &Proc;
  /// Whether FilledByCp is a rule here, or such fields are values.
  bool CpFillsIn = true;

  FieldRule ruleOf(const FieldRow &Row) const {
    return Row.Rule == FieldRule::FilledByCp && !CpFillsIn ? FieldRule::Value
                                                           : Row.Rule;
  }
  unsigned firstBit(const FieldRow &Row) const {
    return WordBit[static_cast<size_t>(Row.Word)] + Row.Bit;
  }
  uint64_t get(const FieldRow &Row) const;
  /// Unset if the processor does not have the field or may not use it.
  std::optional<uint64_t> find(llvm::StringRef Name) const;
  std::optional<bool> findFlag(llvm::StringRef Name) const;
  /// 0 if the processor does not have the field.
  uint64_t operator[](llvm::StringRef Name) const {
    return find(Name).value_or(0);
  }
  unsigned waveSize() const;
};

/// \p Bytes are those of \p D and must outlive the view.
FieldView descriptorView(llvm::ArrayRef<uint8_t> Bytes, const Processor &P);

/// Every row that applies, read, by position.
std::vector<DecodedField> decodeFields(const FieldView &F);

/// Everything but the sizes of segments, which the structures name differently.
KernelResources resourcesIn(const FieldView &F);
std::vector<InitialRegister> initialRegistersIn(const FieldView &F);
/// How many user SGPRs are enabled, preloaded kernel arguments included.
unsigned enabledUserSgprs(const FieldView &F);
std::vector<Finding> checkFields(const FieldView &F, const KernelResources &R,
                                 const Location &Where);

} // namespace fencepost

#endif
