//===- WaitInstruction.cpp - Instructions that wait for counters ----------===//
// See WaitInstruction.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/WaitInstruction.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using llvm::StringRef;

namespace {

/// Width bits at Low, and the bits above them at High.
struct Field {
  unsigned Low, Width;
  unsigned High = 0, HighWidth = 0;

  unsigned largest() const { return (1u << (Width + HighWidth)) - 1; }
  unsigned encode(unsigned Value) const {
    Value = std::min(Value, largest());
    unsigned LowPart = Value & ((1u << Width) - 1);
    return LowPart << Low | Value >> Width << High;
  }
  unsigned decode(unsigned Operand) const {
    unsigned LowPart = Operand >> Low & ((1u << Width) - 1);
    return LowPart | (Operand >> High & ((1u << HighWidth) - 1)) << Width;
  }
};

struct WaitcntRow {
  Family First, Last;
  Field Vm, Exp, Lgkm;

  /// By counter, in the order in which LLVM prints them.
  std::array<std::pair<Counter, Field>, 3> fields() const {
    return {{{Counter::Vm, Vm}, {Counter::Exp, Exp}, {Counter::Lgkm, Lgkm}}};
  }
};

} // namespace

static constexpr WaitcntRow WaitcntRows[] = {
    // clang-format off
    {.First = Family::GFX6, .Last = Family::GFX8, .Vm = {.Low = 0, .Width = 4},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 4}},
    {.First = Family::GFX9, .Last = Family::GFX942,
     .Vm = {.Low = 0, .Width = 4, .High = 14, .HighWidth = 2},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 4}},
    {.First = Family::GFX10, .Last = Family::GFX10,
     .Vm = {.Low = 0, .Width = 4, .High = 14, .HighWidth = 2},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 6}},
    {.First = Family::GFX11, .Last = Family::GFX11,
     .Vm = {.Low = 10, .Width = 6}, .Exp = {.Low = 0, .Width = 3},
     .Lgkm = {.Low = 4, .Width = 6}},
    // clang-format on
};

static const WaitcntRow *findWaitcntRow(Family F) {
  for (const WaitcntRow &Row : WaitcntRows)
    if (F >= Row.First && F <= Row.Last)
      return &Row;
  return nullptr;
}

bool hasWaitcnt(Family F) { return findWaitcntRow(F); }

bool isInWaitcnt(Counter Id) {
  return Id == Counter::Vm || Id == Counter::Exp || Id == Counter::Lgkm;
}

unsigned encodeWaitcnt(Family F, llvm::ArrayRef<CounterWait> Waits) {
  const WaitcntRow *Row = findWaitcntRow(F);
  assert(Row && "the family has no s_waitcnt");
  unsigned Operand = 0;
  for (auto [Id, Field] : Row->fields()) {
    unsigned Value = Field.largest();
    for (const CounterWait &W : Waits)
      if (W.Id == Id)
        Value = std::min<unsigned>(Value, W.Value);
    Operand |= Field.encode(Value);
  }
  return Operand;
}

CounterWaits decodeWaitcnt(Family F, unsigned Operand) {
  const WaitcntRow *Row = findWaitcntRow(F);
  assert(Row && "the family has no s_waitcnt");
  CounterWaits Waits;
  for (auto [Id, Field] : Row->fields())
    if (unsigned Value = Field.decode(Operand); Value != Field.largest())
      Waits.push_back({Id, static_cast<uint8_t>(Value)});
  return Waits;
}

static uint8_t countIn(StringRef Operand) {
  unsigned Value = 0;
  return Operand.trim().getAsInteger(0, Value)
             ? CounterWait::Unknown
             : std::min<unsigned>(Value, CounterWait::Unknown - 1);
}

/// "vmcnt(0) & lgkmcnt(1)", or a number.
static CounterWaits waitcntOperand(StringRef Operand, Family F) {
  unsigned Packed = 0;
  if (!Operand.getAsInteger(0, Packed))
    return hasWaitcnt(F) ? decodeWaitcnt(F, Packed) : CounterWaits();
  CounterWaits Waits;
  while (!Operand.empty()) {
    auto [Name, Rest] = Operand.split('(');
    Name = Name.ltrim(" \t&,");
    Name.consume_back("_sat");
    auto [Count, After] = Rest.split(')');
    if (std::optional<Counter> Id = parseCounter(Name.trim()))
      Waits.push_back({*Id, countIn(Count)});
    Operand = After;
  }
  if (Waits.empty())
    for (Counter Id : {Counter::Vm, Counter::Exp, Counter::Lgkm})
      Waits.push_back({Id, CounterWait::Unknown});
  return Waits;
}

static CounterWaits waitForAll() {
  CounterWaits Waits;
  for (unsigned Id = 0; Id < NumCounters; ++Id)
    Waits.push_back({static_cast<Counter>(Id), 0});
  return Waits;
}

/// s_wait_loadcnt_dscnt and s_wait_storecnt_dscnt: dscnt in bits 5:0, the other
/// in bits 13:8.
static std::optional<CounterWaits> pairOfCounters(StringRef Names,
                                                  StringRef Operand) {
  auto [High, Low] = Names.split('_');
  std::optional<Counter> First = parseCounter(High), Second = parseCounter(Low);
  if (!First || !Second)
    return std::nullopt;
  unsigned Value = 0;
  if (Operand.getAsInteger(0, Value))
    return CounterWaits{{*First, CounterWait::Unknown},
                        {*Second, CounterWait::Unknown}};
  return CounterWaits{{*First, static_cast<uint8_t>(Value >> 8 & 0x3f)},
                      {*Second, static_cast<uint8_t>(Value & 0x3f)}};
}

std::optional<CounterWaits> parseCounterWaits(StringRef Line, Family F) {
  auto [Mnemonic, Operand] = Line.trim().split(' ');
  Operand = Operand.trim();
  if (Mnemonic == "s_waitcnt")
    return waitcntOperand(Operand, F);
  if (Mnemonic == "s_wait_idle")
    return waitForAll();
  if (Mnemonic.consume_front("s_waitcnt_"))
    Operand = Operand.split(',').second.trim(); // After the register.
  else if (!Mnemonic.consume_front("s_wait_"))
    return std::nullopt;
  if (std::optional<Counter> Id = parseCounter(Mnemonic))
    return CounterWaits{{*Id, countIn(Operand)}};
  return pairOfCounters(Mnemonic, Operand);
}

} // namespace fencepost
