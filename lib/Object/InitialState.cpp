//===- InitialState.cpp - What each register holds when a kernel starts ---===//
// spec/002, "Initial Kernel Execution State". User SGPRs, set by CP, are the
// same for every wave of a dispatch; system SGPRs follow at USER_SGPR_COUNT and
// are set by ADC and SPI for each wave. Each table is in set-up order; applying
// it is counting registers. What the specification leaves out, that GFX12+
// delivers work-group ids in trap temporaries, is taken from the code LLVM
// generates. Tested by unittests/Object/InitialStateTest.cpp against the
// registers that LLVM assigns.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/InitialState.h"
#include "DescriptorFields.h"
#include "llvm/ADT/Twine.h"

using llvm::StringLiteral;
using llvm::Twine;

namespace fencepost {

using enum Family;

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

namespace {
/// Consecutive SGPRs that one field asks for.
struct SgprRow {
  StringLiteral Field;
  unsigned Count;
  StringLiteral Holds;
  When Applies = {};
};

/// A register, or bits of one, that is not numbered by counting.
struct FixedRow {
  StringLiteral Register;
  StringLiteral Holds;
  StringLiteral Field; ///< "" if it is always there.
  uint64_t AtLeast;    ///< The field must have this value or more.
  When Applies = {};
};
} // namespace

/// spec/002, "SGPR Register Set Up Order". The three counts are in code object
/// V2 alone.
static constexpr SgprRow UserSgprs[] = {
    {"ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", 4,
     "private segment buffer: V# of scratch memory"},
    {"ENABLE_SGPR_DISPATCH_PTR", 2,
     "dispatch pointer: address of the AQL packet"},
    {"ENABLE_SGPR_QUEUE_PTR", 2, "queue pointer: address of amd_queue_t"},
    {"ENABLE_SGPR_KERNARG_SEGMENT_PTR", 2, "kernarg segment pointer"},
    {"ENABLE_SGPR_DISPATCH_ID", 2, "dispatch id"},
    {"ENABLE_SGPR_FLAT_SCRATCH_INIT",
     2,
     "flat scratch init: scratch base offset, then bytes per work-item",
     {GFX6, GFX125, Condition::OffsetScratch}},
    {"ENABLE_SGPR_FLAT_SCRATCH_INIT",
     2,
     "flat scratch init: scratch base address",
     {GFX6, GFX125, Condition::NotOffsetScratch}},
    {"ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", 1,
     "private segment size: scratch bytes per work-item"},
    {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_X", 1, "grid size x in work-groups"},
    {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_Y", 1, "grid size y in work-groups"},
    {"ENABLE_SGPR_GRID_WORKGROUP_COUNT_Z", 1, "grid size z in work-groups"},
};

static constexpr When InSgprs = {GFX6, GFX11};
static constexpr SgprRow SystemSgprs[] = {
    {"ENABLE_SGPR_WORKGROUP_ID_X", 1, "work-group id x", InSgprs},
    {"ENABLE_SGPR_WORKGROUP_ID_Y", 1, "work-group id y", InSgprs},
    {"ENABLE_SGPR_WORKGROUP_ID_Z", 1, "work-group id z", InSgprs},
    {"ENABLE_SGPR_WORKGROUP_INFO", 1,
     "work-group info: first wave [31], ordered append term [16:6], "
     "waves in the work-group [5:0]"},
    {"ENABLE_PRIVATE_SEGMENT",
     1,
     "scratch wavefront offset",
     {GFX6, GFX125, Condition::PrologScratch}},
};

/// Trap temporaries: LLVM reads work-group ids from them on GFX12+ and, in a
/// cluster, the place of the work-group in it on GFX125x. That EXEC starts with
/// the lanes in use is in AMD's instruction set manuals ("Initial Wave State").
static constexpr When OnGfx12 = {GFX12, GFX12};
static constexpr When OnGfx125 = {GFX125, GFX125};
static constexpr When OnGfx12Plus = {GFX12, GFX125};
static constexpr FixedRow SpecialRegisters[] = {
    {"flat_scratch",
     "scratch base address of the wave",
     "ENABLE_PRIVATE_SEGMENT",
     1,
     {GFX6, GFX125, Condition::ArchitectedScratch}},
    {"ttmp6[3:0]", "work-group id x in the cluster", "", 0, OnGfx125},
    {"ttmp6[7:4]", "work-group id y in the cluster", "", 0, OnGfx125},
    {"ttmp6[11:8]", "work-group id z in the cluster", "", 0, OnGfx125},
    {"ttmp6[15:12]", "cluster size x, less 1", "", 0, OnGfx125},
    {"ttmp6[19:16]", "cluster size y, less 1", "", 0, OnGfx125},
    {"ttmp6[23:20]", "cluster size z, less 1", "", 0, OnGfx125},
    {"ttmp6[27:24]", "work-groups in the cluster, less 1", "", 0, OnGfx125},
    {"ttmp7[15:0]", "work-group id y", "ENABLE_SGPR_WORKGROUP_ID_Y", 1,
     OnGfx12},
    {"ttmp7[15:0]", "cluster id y; without clusters, work-group id y",
     "ENABLE_SGPR_WORKGROUP_ID_Y", 1, OnGfx125},
    {"ttmp7[31:16]", "work-group id z", "ENABLE_SGPR_WORKGROUP_ID_Z", 1,
     OnGfx12},
    {"ttmp7[31:16]", "cluster id z; without clusters, work-group id z",
     "ENABLE_SGPR_WORKGROUP_ID_Z", 1, OnGfx125},
    {"ttmp8[29:25]", "wave id in the work-group", "", 0, OnGfx12Plus},
    {"ttmp9", "work-group id x", "ENABLE_SGPR_WORKGROUP_ID_X", 1, OnGfx12},
    {"ttmp9", "cluster id x; without clusters, work-group id x",
     "ENABLE_SGPR_WORKGROUP_ID_X", 1, OnGfx125},
    {"exec", "the lanes that have a work-item", "", 0},
};

/// spec/002, "VGPR Register Set Up Order for Unpacked Work-Item ID Method".
static constexpr FixedRow UnpackedIds[] = {
    {"v0", "work-item id x", "", 0},
    {"v1", "work-item id y", "ENABLE_VGPR_WORKITEM_ID", 1},
    {"v2", "work-item id z", "ENABLE_VGPR_WORKITEM_ID", 2},
};
/// spec/002, "Register Layout for Packed Work-Item ID Method".
static constexpr FixedRow PackedIds[] = {
    {"v0[9:0]", "work-item id x", "", 0},
    {"v0[19:10]", "work-item id y", "ENABLE_VGPR_WORKITEM_ID", 1},
    {"v0[29:20]", "work-item id z", "ENABLE_VGPR_WORKITEM_ID", 2},
};

//===----------------------------------------------------------------------===//
// Applying them
//===----------------------------------------------------------------------===//

static std::string sgprRange(unsigned First, unsigned Count) {
  if (Count == 1)
    return "s" + std::to_string(First);
  return (Twine("s[") + Twine(First) + ":" + Twine(First + Count - 1) + "]")
      .str();
}

namespace {
/// Hands out SGPRs from s0 upward.
class SgprCounter {
public:
  SgprCounter(const FieldView &F, std::vector<InitialRegister> &Out)
      : F(F), Out(Out) {}

  /// \p Limit is the first register that is not to be initialized; what lies
  /// beyond it is counted, but not listed.
  void add(llvm::ArrayRef<SgprRow> Rows, unsigned Limit);
  void addPreloaded(unsigned Limit);
  void padTo(unsigned Register);

private:
  void take(unsigned Count, unsigned Limit, InitialRegister Entry);

  const FieldView &F;
  std::vector<InitialRegister> &Out;
  unsigned Next = 0;
};
} // namespace

void SgprCounter::take(unsigned Count, unsigned Limit, InitialRegister Entry) {
  unsigned Inside = Next < Limit ? std::min(Count, Limit - Next) : 0;
  if (Inside) {
    Entry.Register = sgprRange(Next, Inside);
    if (Inside < Count)
      Entry.Holds += " (cut off: too few user SGPRs)";
    Entry.KernargBytes = std::min(Entry.KernargBytes, Inside * 4);
    Out.push_back(std::move(Entry));
  }
  Next += Count;
}

void SgprCounter::add(llvm::ArrayRef<SgprRow> Rows, unsigned Limit) {
  for (const SgprRow &Row : Rows)
    if (Row.Applies.holdsFor(F.Proc) && F[Row.Field])
      take(Row.Count, Limit, {"", Row.Holds.str(), Row.Field.str()});
}

void SgprCounter::addPreloaded(unsigned Limit) {
  unsigned Length = F["KERNARG_PRELOAD_SPEC_LENGTH"];
  unsigned Offset = F["KERNARG_PRELOAD_SPEC_OFFSET"] * 4;
  if (Length)
    take(Length, Limit,
         {"",
          "kernel arguments from byte " + std::to_string(Offset) +
              " of the kernarg segment",
          "KERNARG_PRELOAD_SPEC_LENGTH", Offset, Length * 4});
}

void SgprCounter::padTo(unsigned Register) {
  if (Next < Register)
    take(Register - Next, Register,
         {"", "nothing: padding up to the user SGPR count", "USER_SGPR_COUNT"});
  Next = Register;
}

static void addFixed(const FieldView &F, llvm::ArrayRef<FixedRow> Rows,
                     std::vector<InitialRegister> &Out) {
  for (const FixedRow &Row : Rows) {
    if (!Row.Applies.holdsFor(F.Proc))
      continue;
    if (Row.Field.empty())
      Out.push_back({Row.Register.str(), Row.Holds.str(), "always"});
    else if (F[Row.Field] >= Row.AtLeast)
      Out.push_back({Row.Register.str(), Row.Holds.str(), Row.Field.str()});
  }
}

std::vector<InitialRegister> initialRegistersIn(const FieldView &F) {
  std::vector<InitialRegister> Out;
  // "Only the first 16 are actually initialized. These are then immediately
  // followed by the System SGPRs."
  unsigned UserCount =
      std::min<unsigned>(F["USER_SGPR_COUNT"], F.Proc.family().MaxUserSgprs);
  SgprCounter Counter(F, Out);
  Counter.add(UserSgprs, UserCount);
  Counter.addPreloaded(UserCount);
  Counter.padTo(UserCount);
  Counter.add(SystemSgprs, ~0u);
  addFixed(F, SpecialRegisters, Out);
  if (F.Proc.PackedWorkItemIds)
    addFixed(F, PackedIds, Out);
  else
    addFixed(F, UnpackedIds, Out);
  return Out;
}

unsigned enabledUserSgprs(const FieldView &F) {
  unsigned Count = F["KERNARG_PRELOAD_SPEC_LENGTH"];
  for (const SgprRow &Row : UserSgprs)
    if (Row.Applies.holdsFor(F.Proc) && F[Row.Field])
      Count += Row.Count;
  return Count;
}

std::vector<InitialRegister> initialRegisters(const KernelDescriptor &D,
                                              const Processor &P) {
  std::array<uint8_t, KernelDescriptor::Size> Bytes = D.write();
  return initialRegistersIn(descriptorView(Bytes, P));
}

} // namespace fencepost
