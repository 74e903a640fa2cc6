//===- Program.h - A small GPU program, as the model sees it --------------===//
// Threads placed in the machine, the locations and barriers they share, and for
// each thread a list of instructions with jumps. The litmus language and LLVM
// IR are both turned into this form, and programs can be built in memory. A
// program is a plain value: building it checks nothing, checkProgram() does.
// Tested by unittests/Model/CheckProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_PROGRAM_H
#define FENCEPOST_MODEL_PROGRAM_H

#include "fencepost/Sync/AddressSpaceSet.h"
#include "fencepost/Sync/BarrierOp.h"
#include "fencepost/Sync/ModifyOp.h"
#include "fencepost/Sync/Ordering.h"
#include "fencepost/Sync/Scope.h"
#include <string>
#include <vector>

namespace fencepost::model {

inline constexpr unsigned None = ~0u;

/// Where something is in its source; lines and columns count from 1.
struct SourcePoint {
  unsigned Line = 0;
  unsigned Column = 0;

  bool operator==(const SourcePoint &) const = default;
};

/// One instance number per level (docs/model.md M1). An instance is identified
/// by its whole path.
struct Place {
  unsigned Agent = 0;
  unsigned Cluster = 0;
  unsigned Workgroup = 0;
  unsigned Wavefront = 0;

  bool operator==(const Place &) const = default;
};

/// Expressions are 32 bits, wrapping, signed; an undef operand makes the result
/// undef (docs/litmus.md, "A test"). A shift takes its count modulo 32; `>>`
/// keeps the sign. Comparisons and the logical operators give 0 or 1.
enum class ExpressionKind : uint8_t {
  Constant, ///< Value.
  Register, ///< Register number A of the thread.
  Not,      ///< !A
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  LogicalAnd,
  LogicalOr,
  ULt,    ///< Unsigned A < B; LLVM IR only.
  LShr,   ///< Logical shift; LLVM IR only.
  Select, ///< A ? B : C; undef if the chosen operand or A is. LLVM IR only.
  Undef,  ///< LLVM IR only.
};

/// A node; A, B and C are numbers of other nodes of the same thread, which come
/// before it.
struct Expression {
  ExpressionKind Kind = ExpressionKind::Constant;
  int32_t Value = 0;
  unsigned A = None, B = None, C = None;
};

enum class Opcode : uint8_t {
  Assign,          ///< Result = Value
  Load,            ///< Result = load Address; Order says whether atomic.
  Store,           ///< store Address, Value
  ReadModifyWrite, ///< Result = atomicrmw Modify Address, Value
  CompareExchange, ///< Result = cmpxchg Address, Compare, Value
  Fence,
  Barrier,   ///< The operation Barrier on the object Object.
  AsyncLoad, ///< async.load Address -> Destination
  AsyncMark,
  AsyncWait,     ///< wait.asyncmark Value, a constant.
  Branch,        ///< Go on if Value is not zero, else go to Target.
  Jump,          ///< Go to Target.
  LoopEnter,     ///< A new run of loop Loop begins: no iteration yet.
  Iterate,       ///< One more iteration of loop Loop begins.
  EnterFunction, ///< The body of a called function begins (docs/model.md M19).
  LeaveFunction,
};

/// Whether programs can say \p Op: what the litmus language has.
constexpr bool isModelled(ModifyOp Op) { return Op <= ModifyOp::UMin; }

/// An element of a location: Location[Index]; Index is an expression, or None
/// for a location that is no array.
struct Address {
  unsigned Location = None;
  unsigned Index = None;
};

struct Instruction {
  Opcode Op = Opcode::Assign;
  SourcePoint Where;
  unsigned Result = None; ///< The register that takes the result, if any.
  Address Memory;         ///< What is accessed; the source of AsyncLoad.
  Address Destination;    ///< AsyncLoad only.
  unsigned Value = None;  ///< An expression.
  unsigned Compare = None;
  ModifyOp Modify = ModifyOp::Xchg;
  Ordering Order = Ordering::NotAtomic;
  Ordering FailureOrder = Ordering::NotAtomic; ///< CompareExchange only.
  Scope Reach; ///< Atomics, fences, av accesses.
  /// A non-atomic store-available or load-visible (`store.av`, `load.vis`).
  bool Available = false;
  bool NoAv = false; ///< Marked `amdgcn-av none` (docs/model.md M13).
  /// Fence only: the tags; empty is untagged (docs/model.md M4).
  AddressSpaceSet Tags;
  /// Barrier only. ArriveWait is not used: it is an Arrive and a Wait.
  BarrierOp Barrier = BarrierOp::Wait;
  /// Barrier only; named barrier I of the program is BarrierId::named(I + 1).
  /// A leave (Drop) names no object: it is null here.
  BarrierId Object = BarrierId::workgroup();
  unsigned Target = None; ///< Branch, Jump.
  /// Branch only: where its two sides meet again. Everything before that is
  /// control dependent on Value (docs/model.md M11).
  unsigned Join = None;
  /// Branch only: the condition of a loop, on which everything after it depends
  /// as well.
  bool LoopCondition = false;
  unsigned Loop = None; ///< LoopEnter, Iterate.
};

struct Location {
  std::string Name;
  AddressSpace Space = AddressSpace::Global; ///< Global or Local.
  bool IsArray = false;
  unsigned Size = 1; ///< Elements.
  /// One value per element, or empty: no initial value (docs/model.md M14).
  std::vector<int32_t> Initial;
};

struct Thread {
  std::string Name; ///< "P0"
  Place Where;
  std::vector<std::string> Registers; ///< Each starts at 0.
  std::vector<Expression> Expressions;
  std::vector<Instruction> Code; ///< The thread ends after the last one.
  unsigned NumLoops = 0;
};

struct Program {
  std::vector<Location> Locations;
  std::vector<std::string> NamedBarriers; ///< At most 16; one per workgroup.
  std::vector<Thread> Threads;
};

} // namespace fencepost::model

#endif
