//===- ThreadCode.cpp - The threads of a litmus test as lowering sees them ===//
#include "fencepost/Litmus/ThreadCode.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::litmus {

using model::Instruction;
using model::Opcode;

namespace {

class ThreadReader {
public:
  ThreadReader(const model::Program &P, const model::Thread &T,
               llvm::StringRef File)
      : P(P), T(T), File(File) {}

  std::vector<lower::CodeBlock> read();

private:
  void findBlocks();
  void addSuccessors(unsigned Last, lower::CodeBlock &To);
  void addSite(const Instruction &I, lower::CodeBlock &To);
  std::optional<Operation> operationOf(const Instruction &I) const;
  Operation access(OpKind Kind, const Instruction &I) const;
  Operation barrier(const Instruction &I) const;

  const model::Program &P;
  const model::Thread &T;
  llvm::StringRef File;
  std::vector<unsigned> BlockOf; ///< Of each instruction and of the end.
};

} // namespace

/// A block begins at the target of a jump and after one. The end of the thread
/// is a block of its own.
void ThreadReader::findBlocks() {
  unsigned Size = T.Code.size();
  std::vector<bool> Begins(Size + 1, false);
  for (auto [Number, I] : llvm::enumerate(T.Code)) {
    if (I.Op != Opcode::Branch && I.Op != Opcode::Jump)
      continue;
    Begins[I.Target] = true;
    Begins[Number + 1] = true;
  }
  Begins[Size] = true;
  unsigned Block = 0;
  for (unsigned I = 0; I <= Size; ++I) {
    Block += I != 0 && Begins[I];
    BlockOf.push_back(Block);
  }
}

void ThreadReader::addSuccessors(unsigned Last, lower::CodeBlock &To) {
  const Instruction &I = T.Code[Last];
  if (I.Op != Opcode::Jump)
    To.Successors.push_back(BlockOf[Last + 1]);
  if (I.Op == Opcode::Jump || I.Op == Opcode::Branch)
    To.Successors.push_back(BlockOf[I.Target]);
}

Operation ThreadReader::access(OpKind Kind, const Instruction &I) const {
  Operation Op;
  Op.Kind = Kind;
  Op.Order = I.Order;
  Op.FailureOrder = I.FailureOrder;
  Op.Reach = I.Reach;
  Op.Space = P.Locations[I.Memory.Location].Space;
  Op.Tags.NoAv = I.NoAv;
  Op.HasResult = I.Result != model::None;
  return Op;
}

Operation ThreadReader::barrier(const Instruction &I) const {
  Operation Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = I.Barrier;
  Op.Object = I.Object;
  if (I.Value != model::None)
    Op.Members = static_cast<uint8_t>(T.Expressions[I.Value].Value);
  return Op;
}

std::optional<Operation> ThreadReader::operationOf(const Instruction &I) const {
  Operation Op;
  switch (I.Op) {
  case Opcode::Load:
    Op = access(I.Available ? OpKind::LoadVisible : OpKind::Load, I);
    Op.HasResult = true;
    return Op;
  case Opcode::Store:
    Op = access(I.Available ? OpKind::StoreAvailable : OpKind::Store, I);
    Op.HasResult = true;
    return Op;
  case Opcode::ReadModifyWrite:
    Op = access(OpKind::ReadModifyWrite, I);
    Op.Modify = I.Modify;
    return Op;
  case Opcode::CompareExchange:
    return access(OpKind::CmpXchg, I);
  case Opcode::Fence:
    Op.Kind = OpKind::Fence;
    Op.Order = I.Order;
    Op.Reach = I.Reach;
    Op.Tags = {I.Tags, I.NoAv};
    return Op;
  case Opcode::Barrier:
    return barrier(I);
  case Opcode::AsyncLoad:
    Op.Kind = OpKind::AsyncLoad;
    return Op;
  case Opcode::AsyncMark:
    Op.Kind = OpKind::AsyncMark;
    return Op;
  case Opcode::AsyncWait:
    Op.Kind = OpKind::WaitAsyncMark;
    Op.Marks = static_cast<uint16_t>(
        std::min(T.Expressions[I.Value].Value, UINT16_MAX));
    return Op;
  default:
    return std::nullopt;
  }
}

/// Whether \p Second is the wait of the `barrier` whose arrive is \p First.
static bool isOneBarrier(const lower::CodeSite &First, const Operation &Second,
                         model::SourcePoint Where) {
  const Operation &Op = First.Meaning.Op;
  return Op.Kind == OpKind::Barrier && Second.Kind == OpKind::Barrier &&
         Op.Action == BarrierOp::Arrive && Second.Action == BarrierOp::Wait &&
         Op.Object == Second.Object && First.Where.Line == Where.Line &&
         First.Where.Column == Where.Column;
}

void ThreadReader::addSite(const Instruction &I, lower::CodeBlock &To) {
  std::optional<Operation> Op = operationOf(I);
  if (!Op)
    return;
  if (!To.Sites.empty() && isOneBarrier(To.Sites.back(), *Op, I.Where)) {
    To.Sites.back().Meaning.Op.Action = BarrierOp::ArriveWait;
    return;
  }
  lower::CodeSite S;
  S.Meaning.Role = lower::Role::Operation;
  S.Meaning.Op = *Op;
  S.Where = {File.str(), I.Where.Line, I.Where.Column};
  To.Sites.push_back(std::move(S));
}

std::vector<lower::CodeBlock> ThreadReader::read() {
  findBlocks();
  std::vector<lower::CodeBlock> Blocks(BlockOf.back() + 1);
  for (auto [Number, I] : llvm::enumerate(T.Code)) {
    lower::CodeBlock &To = Blocks[BlockOf[Number]];
    addSite(I, To);
    if (BlockOf[Number + 1] != BlockOf[Number])
      addSuccessors(Number, To);
  }
  return Blocks;
}

std::vector<lower::FunctionCode> threadCode(const model::Program &P,
                                            const lower::Mode &M,
                                            llvm::StringRef File) {
  std::vector<lower::FunctionCode> Threads;
  for (const model::Thread &T : P.Threads) {
    lower::FunctionCode &Code = Threads.emplace_back();
    Code.Name = T.Name;
    Code.Kind = lower::CodeKind::Thread;
    Code.Machine = M;
    Code.Blocks = ThreadReader(P, T, File).read();
  }
  return Threads;
}

} // namespace fencepost::litmus
