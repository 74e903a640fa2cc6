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
  StringLiteral Field = ""; ///< "" if it is always there.
  uint64_t AtLeast = 0;     ///< The field must have this value or more.
  When Applies = {};
};
} // namespace

/// spec/002, "SGPR Register Set Up Order". The three counts are in code object
/// V2 alone.
static constexpr SgprRow UserSgprs[] = {
    // clang-format off
    {.Field = "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", .Count = 4,
     .Holds = "private segment buffer: V# of scratch memory"},
    {.Field = "ENABLE_SGPR_DISPATCH_PTR", .Count = 2,
     .Holds = "dispatch pointer: address of the AQL packet"},
    {.Field = "ENABLE_SGPR_QUEUE_PTR", .Count = 2,
     .Holds = "queue pointer: address of amd_queue_t"},
    {.Field = "ENABLE_SGPR_KERNARG_SEGMENT_PTR", .Count = 2,
     .Holds = "kernarg segment pointer"},
    {.Field = "ENABLE_SGPR_DISPATCH_ID", .Count = 2, .Holds = "dispatch id"},
    {.Field = "ENABLE_SGPR_FLAT_SCRATCH_INIT", .Count = 2,
     .Holds = "flat scratch init: scratch base offset, then bytes per "
              "work-item",
     .Applies = {.Needs = Condition::OffsetScratch}},
    {.Field = "ENABLE_SGPR_FLAT_SCRATCH_INIT", .Count = 2,
     .Holds = "flat scratch init: scratch base address",
     .Applies = {.Needs = Condition::NotOffsetScratch}},
    {.Field = "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE", .Count = 1,
     .Holds = "private segment size: scratch bytes per work-item"},
    {.Field = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_X", .Count = 1,
     .Holds = "grid size x in work-groups"},
    {.Field = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Y", .Count = 1,
     .Holds = "grid size y in work-groups"},
    {.Field = "ENABLE_SGPR_GRID_WORKGROUP_COUNT_Z", .Count = 1,
     .Holds = "grid size z in work-groups"},
    // clang-format on
};

static constexpr When InSgprs = {GFX6, GFX11};
static constexpr SgprRow SystemSgprs[] = {
    // clang-format off
    {.Field = "ENABLE_SGPR_WORKGROUP_ID_X", .Count = 1,
     .Holds = "work-group id x", .Applies = InSgprs},
    {.Field = "ENABLE_SGPR_WORKGROUP_ID_Y", .Count = 1,
     .Holds = "work-group id y", .Applies = InSgprs},
    {.Field = "ENABLE_SGPR_WORKGROUP_ID_Z", .Count = 1,
     .Holds = "work-group id z", .Applies = InSgprs},
    {.Field = "ENABLE_SGPR_WORKGROUP_INFO", .Count = 1,
     .Holds = "work-group info: first wave [31], ordered append term [16:6], "
              "waves in the work-group [5:0]"},
    {.Field = "ENABLE_PRIVATE_SEGMENT", .Count = 1,
     .Holds = "scratch wavefront offset",
     .Applies = {.Needs = Condition::PrologScratch}},
    // clang-format on
};

/// Trap temporaries: LLVM reads work-group ids from them on GFX12+ and, in a
/// cluster, the place of the work-group in it on GFX125x. That EXEC starts with
/// the lanes in use is in AMD's instruction set manuals ("Initial Wave State").
static constexpr When OnGfx12 = {GFX12, GFX12};
static constexpr When OnGfx125 = {GFX125, GFX125};
static constexpr When OnGfx12Plus = {GFX12, GFX125};
static constexpr FixedRow SpecialRegisters[] = {
    // clang-format off
    {.Register = "flat_scratch", .Holds = "scratch base address of the wave",
     .Field = "ENABLE_PRIVATE_SEGMENT", .AtLeast = 1,
     .Applies = {.Needs = Condition::ArchitectedScratch}},
    {.Register = "ttmp6[3:0]", .Holds = "work-group id x in the cluster",
     .Applies = OnGfx125},
    {.Register = "ttmp6[7:4]", .Holds = "work-group id y in the cluster",
     .Applies = OnGfx125},
    {.Register = "ttmp6[11:8]", .Holds = "work-group id z in the cluster",
     .Applies = OnGfx125},
    {.Register = "ttmp6[15:12]", .Holds = "cluster size x, less 1",
     .Applies = OnGfx125},
    {.Register = "ttmp6[19:16]", .Holds = "cluster size y, less 1",
     .Applies = OnGfx125},
    {.Register = "ttmp6[23:20]", .Holds = "cluster size z, less 1",
     .Applies = OnGfx125},
    {.Register = "ttmp6[27:24]", .Holds = "work-groups in the cluster, less 1",
     .Applies = OnGfx125},
    {.Register = "ttmp7[15:0]", .Holds = "work-group id y",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_Y", .AtLeast = 1, .Applies = OnGfx12},
    {.Register = "ttmp7[15:0]",
     .Holds = "cluster id y; without clusters, work-group id y",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_Y", .AtLeast = 1, .Applies = OnGfx125},
    {.Register = "ttmp7[31:16]", .Holds = "work-group id z",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_Z", .AtLeast = 1, .Applies = OnGfx12},
    {.Register = "ttmp7[31:16]",
     .Holds = "cluster id z; without clusters, work-group id z",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_Z", .AtLeast = 1, .Applies = OnGfx125},
    {.Register = "ttmp8[29:25]", .Holds = "wave id in the work-group",
     .Applies = OnGfx12Plus},
    {.Register = "ttmp9", .Holds = "work-group id x",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_X", .AtLeast = 1, .Applies = OnGfx12},
    {.Register = "ttmp9",
     .Holds = "cluster id x; without clusters, work-group id x",
     .Field = "ENABLE_SGPR_WORKGROUP_ID_X", .AtLeast = 1, .Applies = OnGfx125},
    {.Register = "exec", .Holds = "the lanes that have a work-item"},
    // clang-format on
};

/// spec/002, "VGPR Register Set Up Order for Unpacked Work-Item ID Method".
static constexpr FixedRow UnpackedIds[] = {
    // clang-format off
    {.Register = "v0", .Holds = "work-item id x"},
    {.Register = "v1", .Holds = "work-item id y",
     .Field = "ENABLE_VGPR_WORKITEM_ID", .AtLeast = 1},
    {.Register = "v2", .Holds = "work-item id z",
     .Field = "ENABLE_VGPR_WORKITEM_ID", .AtLeast = 2},
    // clang-format on
};
/// spec/002, "Register Layout for Packed Work-Item ID Method".
static constexpr FixedRow PackedIds[] = {
    // clang-format off
    {.Register = "v0[9:0]", .Holds = "work-item id x"},
    {.Register = "v0[19:10]", .Holds = "work-item id y",
     .Field = "ENABLE_VGPR_WORKITEM_ID", .AtLeast = 1},
    {.Register = "v0[29:20]", .Holds = "work-item id z",
     .Field = "ENABLE_VGPR_WORKITEM_ID", .AtLeast = 2},
    // clang-format on
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
