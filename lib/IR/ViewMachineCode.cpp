//===- ViewMachineCode.cpp - Machine code in a program --------------------===//
//===----------------------------------------------------------------------===//
#include "ViewMachineCode.h"
#include "fencepost/Target/WaitInstruction.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::ir {

using llvm::StringRef;
using view::Event;
using view::EventKind;

/// Prefixes of mnemonics that wait for something else than counters, control
/// caches, or read and wake barriers.
static constexpr llvm::StringLiteral Controls[] = {
    "buffer_gl0_inv", "buffer_gl1_inv",      "buffer_inv",
    "buffer_wbinvl1", "buffer_wbl2",         "ds_gws_",
    "global_inv",     "global_wb",           "s_dcache_",
    "s_get_barrier",  "s_get_named_barrier", "s_icache_inv",
    "s_wait",         "s_wakeup_barrier",
};

/// Prefixes of mnemonics that read or write memory.
static constexpr llvm::StringLiteral Accesses[] = {
    "buffer_",    "cluster_", "ds_",      "exp",     "flat_",   "global_",
    "image_",     "lds_",     "s_atomic", "s_load",  "s_store", "s_buffer_",
    "s_scratch_", "scratch_", "tbuffer_", "tensor_",
};

/// Prefixes of mnemonics that change the control flow.
static constexpr llvm::StringLiteral Jumps[] = {
    "s_branch", "s_call",  "s_cbranch", "s_endpgm",
    "s_rfe",    "s_setpc", "s_swappc",  "s_trap",
};

static bool beginsWithOneOf(StringRef Line,
                            llvm::ArrayRef<llvm::StringLiteral> Rows) {
  return llvm::any_of(Rows,
                      [&](StringRef Row) { return Line.starts_with(Row); });
}

static Event opaqueLine(StringRef Line) {
  return Event::opaque(("machine code that is not understood: " + Line).str());
}

/// The event of s_barrier, s_barrier_signal -1, s_barrier_wait 0xffff and so
/// on; none if \p Line is no barrier.
static std::optional<Event> barrierEvent(StringRef Line) {
  auto [Mnemonic, Operand] = Line.split(' ');
  std::optional<BarrierOp> Op = parseBarrierMnemonic(Mnemonic);
  if (!Op)
    return std::nullopt;
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op.Kind = OpKind::Barrier;
  E.Op.Action = *Op;
  E.Text = "machine code";
  Operand = Operand.trim();
  if (*Op == BarrierOp::Drop)
    E.Op.Object = BarrierId::null();
  else if (*Op != BarrierOp::ArriveWait) {
    int64_t Number;
    std::optional<BarrierId> Object;
    if (!Operand.getAsInteger(0, Number))
      Object =
          BarrierId::fromOperand(Number > 0x7fff ? Number - 0x10000 : Number);
    if (!Object)
      return opaqueLine(Line);
    E.Op.Object = *Object;
  }
  return E;
}

/// The event of an instruction that waits or controls; none if \p Line is
/// another one.
static std::optional<Event> controlEvent(StringRef Line,
                                         const FamilyFacts &Machine) {
  Event E;
  E.Text = Line.str();
  if (std::optional<CounterWaits> Waits = parseCounterWaits(Line, Machine.Id)) {
    E.Kind = EventKind::CounterWait;
    E.Waits.append(Waits->begin(), Waits->end());
    return E;
  }
  if (!beginsWithOneOf(Line, Controls))
    return std::nullopt;
  E.Kind = EventKind::Machine;
  return E;
}

std::vector<Event> machineCodeEvents(StringRef Text,
                                     const FamilyFacts &Machine) {
  std::vector<Event> Events;
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.split("//").first.split(';').first.trim();
    if (Line.empty() || Line.starts_with("."))
      continue;
    if (std::optional<Event> Barrier = barrierEvent(Line)) {
      Events.push_back(std::move(*Barrier));
      continue;
    }
    if (std::optional<Event> Control = controlEvent(Line, Machine)) {
      Events.push_back(std::move(*Control));
      continue;
    }
    bool OnRegisters = (Line.starts_with("s_") || Line.starts_with("v_")) &&
                       !beginsWithOneOf(Line, Accesses) &&
                       !beginsWithOneOf(Line, Jumps);
    if (!OnRegisters)
      Events.push_back(opaqueLine(Line));
  }
  return Events;
}

} // namespace fencepost::ir
