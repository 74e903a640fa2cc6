//===- Mnemonics.cpp - How accesses are spelled ---------------------------===//
#include "Mnemonics.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost::lower {
namespace {

constexpr llvm::StringLiteral Buffer = "buffer_", Flat = "flat_",
                              Global = "global_", Scratch = "scratch_",
                              DsPrefix = "ds_";

/// Before GFX11, and from then on.
struct Names {
  llvm::StringLiteral Old, New;
};

/// By width: 8, 16, 32, 64, 96, 128 bits.
struct WidthRow {
  unsigned Bits;
  Names Load, Store, DsLoad, DsStore, Dma;
};
constexpr WidthRow Widths[] = {
    {.Bits = 8,
     .Load = {"load_ubyte", "load_u8"},
     .Store = {"store_byte", "store_b8"},
     .DsLoad = {"read_u8", "load_u8"},
     .DsStore = {"write_b8", "store_b8"},
     .Dma = {"load_lds_ubyte", "load_async_to_lds_b8"}},
    {.Bits = 16,
     .Load = {"load_ushort", "load_u16"},
     .Store = {"store_short", "store_b16"},
     .DsLoad = {"read_u16", "load_u16"},
     .DsStore = {"write_b16", "store_b16"},
     .Dma = {"load_lds_ushort", ""}},
    {.Bits = 32,
     .Load = {"load_dword", "load_b32"},
     .Store = {"store_dword", "store_b32"},
     .DsLoad = {"read_b32", "load_b32"},
     .DsStore = {"write_b32", "store_b32"},
     .Dma = {"load_lds_dword", "load_async_to_lds_b32"}},
    {.Bits = 64,
     .Load = {"load_dwordx2", "load_b64"},
     .Store = {"store_dwordx2", "store_b64"},
     .DsLoad = {"read_b64", "load_b64"},
     .DsStore = {"write_b64", "store_b64"},
     .Dma = {"", "load_async_to_lds_b64"}},
    {.Bits = 96,
     .Load = {"load_dwordx3", "load_b96"},
     .Store = {"store_dwordx3", "store_b96"},
     .DsLoad = {"read_b96", "load_b96"},
     .DsStore = {"write_b96", "store_b96"},
     .Dma = {"load_lds_dwordx3", ""}},
    {.Bits = 128,
     .Load = {"load_dwordx4", "load_b128"},
     .Store = {"store_dwordx4", "store_b128"},
     .DsLoad = {"read_b128", "load_b128"},
     .DsStore = {"write_b128", "store_b128"},
     .Dma = {"load_lds_dwordx4", "load_async_to_lds_b128"}},
};

/// 32 and 64 bits of one read-modify-write, for memory and for LDS, where the
/// form that returns the old value has a name of its own.
struct AtomicRow {
  ModifyOp Id;
  Names Memory32, Memory64;
  Names Ds32, DsReturn32, Ds64, DsReturn64;
};

#define ATOMIC(ID, OLD, NEW32, NEW64, DS, T32, T64)                            \
  {                                                                            \
    .Id = ModifyOp::ID, .Memory32 = {"atomic_" OLD, "atomic_" NEW32},          \
    .Memory64 = {"atomic_" OLD "_x2", "atomic_" NEW64},                        \
    .Ds32 = {DS "_" T32, DS "_" T32},                                          \
    .DsReturn32 = {DS "_rtn_" T32, DS "_rtn_" T32},                            \
    .Ds64 = {DS "_" T64, DS "_" T64}, .DsReturn64 = {                          \
      DS "_rtn_" T64,                                                          \
      DS "_rtn_" T64                                                           \
    }                                                                          \
  }

/// Compare-and-swap takes the place of Other, which is made of it.
constexpr AtomicRow Atomics[] = {
    {.Id = ModifyOp::Xchg,
     .Memory32 = {"atomic_swap", "atomic_swap_b32"},
     .Memory64 = {"atomic_swap_x2", "atomic_swap_b64"},
     .Ds32 = {"wrxchg_rtn_b32", "storexchg_rtn_b32"},
     .DsReturn32 = {"wrxchg_rtn_b32", "storexchg_rtn_b32"},
     .Ds64 = {"wrxchg_rtn_b64", "storexchg_rtn_b64"},
     .DsReturn64 = {"wrxchg_rtn_b64", "storexchg_rtn_b64"}},
    ATOMIC(Add, "add", "add_u32", "add_u64", "add", "u32", "u64"),
    ATOMIC(Sub, "sub", "sub_u32", "sub_u64", "sub", "u32", "u64"),
    ATOMIC(And, "and", "and_b32", "and_b64", "and", "b32", "b64"),
    ATOMIC(Or, "or", "or_b32", "or_b64", "or", "b32", "b64"),
    ATOMIC(Xor, "xor", "xor_b32", "xor_b64", "xor", "b32", "b64"),
    ATOMIC(Max, "smax", "max_i32", "max_i64", "max", "i32", "i64"),
    ATOMIC(Min, "smin", "min_i32", "min_i64", "min", "i32", "i64"),
    ATOMIC(UMax, "umax", "max_u32", "max_u64", "max", "u32", "u64"),
    ATOMIC(UMin, "umin", "min_u32", "min_u64", "min", "u32", "u64"),
    ATOMIC(IncWrap, "inc", "inc_u32", "inc_u64", "inc", "u32", "u64"),
    ATOMIC(DecWrap, "dec", "dec_u32", "dec_u64", "dec", "u32", "u64"),
    {.Id = ModifyOp::Other,
     .Memory32 = {"atomic_cmpswap", "atomic_cmpswap_b32"},
     .Memory64 = {"atomic_cmpswap_x2", "atomic_cmpswap_b64"},
     .Ds32 = {"cmpst_b32", "cmpstore_b32"},
     .DsReturn32 = {"cmpst_rtn_b32", "cmpstore_rtn_b32"},
     .Ds64 = {"cmpst_b64", "cmpstore_b64"},
     .DsReturn64 = {"cmpst_rtn_b64", "cmpstore_rtn_b64"}},
};
#undef ATOMIC
static_assert(isIndexedBy(Atomics, &AtomicRow::Id),
              "one row a modification, in order");

const WidthRow &widthRow(unsigned Bits) {
  for (const WidthRow &Row : Widths)
    if (Bits <= Row.Bits)
      return Row;
  llvm_unreachable("accesses are at most 128 bits wide");
}

llvm::StringRef pick(const Names &N, const Processor &Proc) {
  return Proc.FamilyId >= Family::GFX11 ? N.New : N.Old;
}

} // namespace

llvm::StringRef unitFor(AddressSpace Space, const Processor &Proc) {
  switch (Space) {
  case AddressSpace::Local:
    return DsPrefix;
  case AddressSpace::Private:
    return Proc.Scratch == FlatScratch::Architected ? Scratch : Buffer;
  case AddressSpace::Generic:
    return Flat;
  default:
    if (Proc.FamilyId == Family::GFX6)
      return Buffer;
    return Proc.FamilyId < Family::GFX9 ? Flat : Global;
  }
}

Mnemonic loadMnemonic(const Operation &Op, const Processor &Proc) {
  const WidthRow &Row = widthRow(Op.Bits);
  bool IsLds = Op.Space == AddressSpace::Local;
  return {unitFor(Op.Space, Proc), pick(IsLds ? Row.DsLoad : Row.Load, Proc)};
}

Mnemonic storeMnemonic(const Operation &Op, const Processor &Proc) {
  const WidthRow &Row = widthRow(Op.Bits);
  bool IsLds = Op.Space == AddressSpace::Local;
  return {unitFor(Op.Space, Proc), pick(IsLds ? Row.DsStore : Row.Store, Proc)};
}

Mnemonic atomicMnemonic(const Operation &Op, llvm::StringRef Unit,
                        const Processor &Proc) {
  // Below 32 bits there are only loops around a compare-and-swap of the word.
  bool Swaps = Op.Kind == OpKind::CmpXchg || Op.Bits < 32;
  const AtomicRow &Row = rowOf(Atomics, Swaps ? ModifyOp::Other : Op.Modify);
  bool Wide = Op.Bits > 32;
  if (Unit != DsPrefix)
    return {Unit, pick(Wide ? Row.Memory64 : Row.Memory32, Proc)};
  if (Op.HasResult)
    return {Unit, pick(Wide ? Row.DsReturn64 : Row.DsReturn32, Proc)};
  return {Unit, pick(Wide ? Row.Ds64 : Row.Ds32, Proc)};
}

Mnemonic ldsDmaMnemonic(const Operation &Op, const Processor &Proc) {
  const WidthRow &Row = widthRow(Op.Bits);
  if (Proc.FamilyId == Family::GFX125)
    return {Global, Row.Dma.New};
  // Only gfx950, the first with more LDS, loads more than a dword.
  if (!Proc.family().LdsDma || (Op.Bits > 32 && Proc.LdsSize <= 65536))
    return {};
  if (Proc.FamilyId == Family::GFX942)
    return {Global, Row.Dma.Old};
  return {Global, Row.Load.Old}; // With the lds modifier.
}

} // namespace fencepost::lower
