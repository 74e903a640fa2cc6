//===- SyncView.h - The memory accesses and barriers of a kernel ----------===//
// One kernel as the checker, the placer and the lowering see it: a control-flow
// graph whose blocks hold only operations that synchronize or access memory,
// and the integer values that addresses and branches depend on. It is a value
// without LLVM in it, and it can be run: unittests/IR/ViewMachine.h runs it
// thread by thread. Made by buildSyncViews() from LLVM IR (IR/BuildView.h),
// printed by printSyncView() (`fencepost check --dump-sync`).
//
// Addresses are integers. Every object of LDS and every pointer argument has a
// region of its own, far from the others (Object::Base), so that two accesses
// overlap only if their numbers do: this also holds where a pointer may be one
// of several (AccessRange::Object is None). Addresses of LDS have 32 bits,
// others 64; a generic pointer to LDS is the same number, and nothing else lies
// below 2^32. Integers wrap at their width, as in LLVM. All dynamic LDS is one
// object, as it begins at one address.
//
// Not seen: values in floating point, memory contents (a loaded value is an
// Unknown), accesses of private and of constant memory.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_SYNCVIEW_H
#define FENCEPOST_VIEW_SYNCVIEW_H

#include "fencepost/Support/StrongId.h"
#include "fencepost/Sync/Operation.h"
#include "fencepost/Sync/Transfer.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace fencepost {
struct Processor;
} // namespace fencepost

namespace fencepost::view {

using ValueId = uint32_t;
using BlockId = uint32_t;
using LoopId = StrongId<struct LoopTag>;
using fencepost::None;

enum class ValueKind : uint8_t {
  Constant,  ///< Number.
  WorkItem,  ///< Id of the work-item in its work-group; Number is x, y or z.
  WorkGroup, ///< Id of the work-group; Number is x, y or z.
  Size,      ///< Work-items of the work-group along Number.
  Lane,      ///< Number of the lane in its wave (mbcnt).
  Argument,  ///< Kernel argument Number; the same in every thread. A pointer is
             ///< the Base of its object instead.
  /// Anything else: a loaded value, the result of a call. Number distinguishes
  /// unknowns; a uniform one is the same in all threads of a work-group.
  Unknown,
  Phi, ///< The value of the edge that was taken, by predecessor.
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  And,
  Or,
  Xor,
  Shl,
  LShr,
  AShr,
  Eq,
  Ne,
  ULt,
  ULe,
  SLt,
  SLe,
  Select, ///< A ? B : C
  ZExt,
  SExt,
  Trunc,
};
inline constexpr unsigned NumValueKinds = 31;

/// An input of the kernel that an Unknown is computed from, by operations that
/// the view does not have. Two unknowns with a common source may depend on each
/// other.
struct Source {
  enum SourceKind : uint8_t { Argument, Memory, Other, Anything };
  static constexpr int64_t Anywhere = INT64_MIN;

  SourceKind Kind = Anything;
  uint32_t Number = 0;       ///< Of the argument, memory or other source.
  int64_t Offset = Anywhere; ///< In the memory.

  bool meets(const Source &Other) const {
    if (Kind == Anything || Other.Kind == Anything)
      return true;
    return Kind == Other.Kind && Number == Other.Number &&
           (Offset == Other.Offset || Offset == Anywhere ||
            Other.Offset == Anywhere);
  }
  auto operator<=>(const Source &) const = default;
};

struct Incoming {
  BlockId From;
  ValueId Value;
};

/// Values precede their uses, except for incoming values of phis.
///
/// Uniform compares threads in the same execution of Block, and assumes that
/// the kernel has no race: a plain load of a uniform address is uniform.
struct Value {
  ValueKind Kind = ValueKind::Constant;
  uint8_t Bits = 32;        ///< 1 to 64.
  bool Uniform = false;     ///< The same in every thread of the work-group.
  bool WaveUniform = false; ///< The same in every thread of a wave.
  /// The block that defines it; None: everywhere. A phi or an unknown takes a
  /// new value whenever its block is entered, and values computed from them
  /// follow.
  BlockId Block = None;
  ValueId A = None, B = None, C = None;
  uint64_t Number = 0;
  llvm::SmallVector<Incoming, 2> From; ///< Phi only.
  std::string Name;                    ///< As in the source; may be empty.
  /// Unknown: computed from ids, arguments and plain loads alone. False for
  /// results of atomics, calls and cross-lane operations.
  bool Plain = false;
  llvm::SmallVector<Source, 1> Sources; ///< Unknown only.
};

enum class ObjectKind : uint8_t {
  Lds,          ///< A variable in LDS.
  LdsArgument,  ///< LDS that a kernel argument points to.
  Global,       ///< A global variable.
  Argument,     ///< Memory that a kernel argument points to.
  Private,      ///< This thread's own.
  NamedBarrier, ///< A variable of LLVM's named barrier type.
  Unknown,      ///< Some memory of the space, perhaps that of another object.
};

struct Object {
  ObjectKind Kind = ObjectKind::Unknown;
  AddressSpace Space = AddressSpace::Global;
  std::string Name;
  uint64_t Base = 0; ///< First address of its region.
  uint64_t Size = 0; ///< Bytes; 0: unknown.
  bool NoAlias = false;
  unsigned Barrier = 0; ///< NamedBarrier: its number, from 1 in source order.
};

/// A position in the source, or in the IR.
struct SourceLocation {
  std::string File; ///< Empty: the file that was read.
  unsigned Line = 0, Column = 0;
};

struct AccessRange {
  uint32_t Object = None; ///< None: unknown memory.
  ValueId Address = None; ///< None: unknown.
  uint32_t Bytes = 0;     ///< 0: unknown.
  bool Reads = false, Writes = false;
  ValueId Stored = None; ///< The written value; its hash, if it is wide.
  uint64_t Added = 0;    ///< The number that an atomic adds; 0: it is not one.
};

enum class EventKind : uint8_t {
  Access,   ///< Op is a load, store, read-modify-write or cmpxchg.
  Fence,    ///< Op.
  Barrier,  ///< Op; Target is the object of a named barrier that is a variable.
  Transfer, ///< LDS DMA or async load: reads Memory, writes Destination.
  AsyncMark,   ///< Op.
  AsyncWait,   ///< Op.
  CounterWait, ///< An instruction that waits for counters: Waits.
  WaveBarrier, ///< Keeps the lanes of a wave in order; no instruction.
  /// Another instruction, of cache control or the state of a barrier: it
  /// neither accesses nor orders what views have.
  Machine,
  Opaque, ///< Unsupported: Text says why. May do anything.
};

struct Event {
  /// What is not understood, and what it is.
  static Event opaque(std::string Text) {
    Event E;
    E.Kind = EventKind::Opaque;
    E.Text = std::move(Text);
    return E;
  }

  EventKind Kind = EventKind::Access;
  Operation Op;
  AccessRange Memory;
  AccessRange Destination; ///< Transfer only.
  fencepost::Transfer Transfer;
  llvm::SmallVector<CounterWait, 1> Waits; ///< CounterWait only.
  ValueId Target = None;
  /// The value that an access reads or the result of a signal.isfirst: an
  /// Unknown, if the kernel uses it.
  ValueId Result = None;
  /// For people: why it is Opaque, or what it is in the program. Nothing is
  /// decided by it.
  std::string Text;
  SourceLocation Where;
  /// The calls that were inlined around Where, innermost first, as far as debug
  /// information has them.
  std::vector<SourceLocation> Calls;
  /// Names of findings that are suppressed here; "*" means all.
  std::vector<std::string> Ignored;
  /// It belongs to the same instruction as the event before it: nothing can be
  /// inserted between them.
  bool ContinuesInstruction = false;
  /// The instruction that it was made from: a number that only the maker of the
  /// view understands (ir::ViewOrigins); None: there is none. All inlined
  /// copies of an instruction have one number.
  uint32_t Origin = None;
};

struct Edge {
  BlockId To = None;
  /// The edge is taken if Condition is Value; None: always.
  ValueId Condition = None;
  bool Value = true;
};

struct Block {
  std::string Name;
  std::vector<Event> Events;
  /// The first edge whose condition holds is taken; if there is none, the
  /// thread ends.
  llvm::SmallVector<Edge, 2> Next;
  llvm::SmallVector<BlockId, 2> Before;
  LoopId Loop = None;
  bool UniformExit = true; ///< All threads of a work-group take the same edge.
  /// No thread reaches the end of this block: a trap, or LLVM's unreachable.
  bool Unreachable = false;
  double Frequency = 1; ///< Executions per execution of the kernel, expected.
  /// Blocks of the original, by their last instructions, as in Event::Origin:
  /// the one that begins where this does, and the one that ends where it does;
  /// a block on edges has neither, and one that was cut in two one of them. End
  /// is a load if the block ends where that load was put under a condition.
  uint32_t Start = None, End = None;
};

struct Loop {
  BlockId Header = 0;
  LoopId Parent = None;
  unsigned Depth = 1;
  /// How often the header is entered from its latches, if known.
  ValueId TripCount = None;
  /// An upper bound, if TripCount is unknown.
  uint64_t MostTrips = ~uint64_t(0);
};

struct SyncView {
  std::string Kernel;
  SourceLocation Where;
  std::vector<std::string> Ignored; ///< As in Event, for the whole kernel.
  std::vector<Value> Values;
  std::vector<Object> Objects;
  std::vector<Block> Blocks;    ///< Block 0 is the entry; reverse post-order.
  IdVector<LoopId, Loop> Loops; ///< Outer before inner.
  unsigned WaveSize = 64;
  /// Work-items of a work-group: exact if known, otherwise the most.
  unsigned Size[3] = {1024, 1, 1};
  bool SizeIsExact = false;
  /// Work-items of a work-group altogether.
  unsigned Least = 1, Most = 1024;
  unsigned Hint[3] = {0, 0, 0}; ///< A size that the author expects; 0: none.
  bool Reducible = true;
  const Processor *Proc = nullptr; ///< The target; null: unknown.
  unsigned Cluster[3] = {0, 0, 0}; ///< Work-groups of a cluster; 0: unknown.
  unsigned NamedBarriers = 0;      ///< Variables and elements that it names.
};

} // namespace fencepost::view

#endif
