//===- ViewIntrinsics.cpp - Calls that the sync view has a value for ------===//
// Ids and sizes, lane numbers, and the arithmetic that LLVM has intrinsics for.
//===----------------------------------------------------------------------===//
#include "ViewTranslate.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"

namespace fencepost::ir {

using view::Leaf;
using view::None;
using VK = view::ValueKind;
using Elements = Translator::Elements;
using ValueId = view::ValueId;

static Leaf uniformLeaf(unsigned Bits = 32) {
  Leaf L;
  L.Bits = Bits;
  L.Uniform = true;
  return L;
}

ValueId Translator::localSize(unsigned Dimension) {
  if (Shape.Exact)
    return Table.constant(Shape.Size[Dimension], 32);
  return Table.leaf(VK::Size, Dimension, uniformLeaf());
}

/// Along y and z all work-items of a wave agree if its rows are that long.
ValueId Translator::localId(unsigned Dimension) {
  if (Shape.isUnit(Dimension))
    return Table.constant(0, 32);
  Leaf L;
  L.WaveUniform =
      Dimension != 0 && Shape.Exact && Shape.Size[0] % Shape.WaveSize == 0;
  return Table.leaf(VK::WorkItem, Dimension, L);
}

ValueId Translator::flatId() {
  ValueId Sum = localId(2);
  for (unsigned Dimension : {1, 0}) {
    ValueId Rows = Table.op(VK::Mul, Sum, localSize(Dimension));
    Sum = Table.add(Rows, localId(Dimension));
  }
  return Sum;
}

ValueId Translator::waveId() {
  ValueId Id = flatId();
  return Table.op(VK::UDiv, Id, Table.constant(Shape.WaveSize, 32));
}

ValueId Translator::lane() { return Table.leaf(VK::Lane, 0, Leaf()); }

/// A value that the dispatch decides and no attribute gives.
ValueId Translator::outsideId(IdQuery Query, unsigned Bits) {
  return outside(uint64_t(Query.Kind) << 2 | std::min(Query.Dimension, 3u),
                 Bits);
}

ValueId Translator::id(IdQuery Query, unsigned Bits) {
  unsigned D = Query.Dimension;
  bool Global = Query.Kind >= IdQuery::NumGroups;
  if (Global || D > 2) {
    if (Query.Kind == IdQuery::LocalId || Query.Kind == IdQuery::GlobalId) {
      Leaf L;
      L.Bits = Bits;
      return Table.unknown(L);
    }
    return outsideId(Query, Bits);
  }
  switch (Query.Kind) {
  case IdQuery::LocalId:
    return Table.resize(localId(D), Bits);
  case IdQuery::LocalSize:
    return Table.resize(localSize(D), Bits);
  case IdQuery::GroupId:
    return Table.resize(Table.leaf(VK::WorkGroup, D, uniformLeaf()), Bits);
  default: {
    ValueId Group = id({IdQuery::GroupId, D}, Bits);
    ValueId Size = id({IdQuery::LocalSize, D}, Bits);
    ValueId First = Table.op(VK::Mul, Group, Size);
    ValueId InGrid = Table.add(First, id({IdQuery::LocalId, D}, Bits));
    return Table.add(InGrid, outsideId({IdQuery::GlobalOffset, D}, Bits));
  }
  }
}

Elements Translator::call(const llvm::CallBase &I) {
  if (std::optional<IdQuery> Query = idQuery(I))
    return {id(*Query, width(*I.getType()))};
  auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  if (!Intrinsic)
    return unknownOf(I);
  Elements Result, Unknown;
  for (unsigned E = 0, N = count(*I.getType()); E != N; ++E) {
    ValueId Id = intrinsic(*Intrinsic, E);
    if (Id == None && Unknown.empty())
      Unknown = unknownOf(I);
    Result.push_back(Id == None ? Unknown[E] : Id);
  }
  return Result;
}

/// The one of \p A and \p B that \p Less says is less.
ValueId Translator::choose(VK Less, ValueId A, ValueId B) {
  return Table.op(VK::Select, Table.op(Less, A, B), A, B);
}

ValueId Translator::saturating(llvm::Intrinsic::ID Id, ValueId A, ValueId B) {
  unsigned Bits = Table.bits(A);
  if (Id == llvm::Intrinsic::usub_sat) {
    ValueId Below = Table.op(VK::ULt, A, B), Zero = Table.constant(0, Bits);
    return Table.op(VK::Select, Below, Zero, Table.op(VK::Sub, A, B));
  }
  ValueId Sum = Table.add(A, B), Over = Table.op(VK::ULt, Sum, A);
  return Table.op(VK::Select, Over, Table.constant(~uint64_t(0), Bits), Sum);
}

/// The high or the low half of both together, shifted left or right. None if
/// the distance is not constant.
ValueId Translator::funnelShift(ValueId High, ValueId Low, ValueId Shift,
                                bool Left) {
  unsigned Bits = Table.bits(High);
  std::optional<uint64_t> Distance = Table.constantOf(Shift);
  if (!Distance)
    return None;
  unsigned Count = *Distance % Bits;
  if (Count == 0)
    return Left ? High : Low;
  unsigned ToLeft = Left ? Count : Bits - Count;
  ValueId Up = Table.op(VK::Shl, High, Table.constant(ToLeft, Bits));
  ValueId Down = Table.op(VK::LShr, Low, Table.constant(Bits - ToLeft, Bits));
  return Table.op(VK::Or, Up, Down);
}

/// The ones of \p Id: sums of neighbouring fields, which are 1, 2, 4 ... bits
/// wide and never overflow. Only for widths that are powers of two.
ValueId Translator::countOnes(ValueId Id) {
  unsigned Bits = Table.bits(Id);
  if (Bits < 2 || !llvm::isPowerOf2_32(Bits))
    return None;
  for (unsigned Field = 1; Field != Bits; Field *= 2) {
    uint64_t Every = llvm::maskTrailingOnes<uint64_t>(Bits) /
                     (llvm::maskTrailingOnes<uint64_t>(2 * Field)) *
                     llvm::maskTrailingOnes<uint64_t>(Field);
    auto Fields = [&](ValueId Value) {
      return Table.op(VK::And, Value, Table.constant(Every, Bits));
    };
    ValueId Upper = Table.op(VK::LShr, Id, Table.constant(Field, Bits));
    ValueId Lower = Fields(Id);
    Id = Table.add(Lower, Fields(Upper));
  }
  return Id;
}

/// Zeros below the lowest one are the ones of ~x & (x - 1).
ValueId Translator::countTrailingZeros(ValueId Id) {
  unsigned Bits = Table.bits(Id);
  ValueId Ones = Table.constant(~uint64_t(0), Bits);
  ValueId Not = Table.op(VK::Xor, Id, Ones), Less = Table.op(VK::Add, Id, Ones);
  return countOnes(Table.op(VK::And, Not, Less));
}

/// Zeros above the highest one are what is left when all below it are ones.
ValueId Translator::countLeadingZeros(ValueId Id) {
  unsigned Bits = Table.bits(Id);
  for (unsigned Distance = 1; Distance < Bits; Distance *= 2)
    Id = Table.op(VK::Or, Id,
                  Table.op(VK::LShr, Id, Table.constant(Distance, Bits)));
  return countOnes(Table.op(VK::Xor, Id, Table.constant(~uint64_t(0), Bits)));
}

ValueId Translator::intrinsic(const llvm::IntrinsicInst &I, unsigned Element) {
  auto Operand = [&](unsigned Number) {
    const Elements &All = elements(*I.getArgOperand(Number));
    return All.empty() ? None : All[All.size() == 1 ? 0 : Element];
  };
  switch (I.getIntrinsicID()) {
  case llvm::Intrinsic::umin:
    return choose(VK::ULt, Operand(0), Operand(1));
  case llvm::Intrinsic::umax:
    return Table.op(VK::Select, Table.op(VK::ULt, Operand(0), Operand(1)),
                    Operand(1), Operand(0));
  case llvm::Intrinsic::smin:
    return choose(VK::SLt, Operand(0), Operand(1));
  case llvm::Intrinsic::smax:
    return Table.op(VK::Select, Table.op(VK::SLt, Operand(0), Operand(1)),
                    Operand(1), Operand(0));
  case llvm::Intrinsic::abs: {
    ValueId Zero = Table.constant(0, Table.bits(Operand(0)));
    ValueId Below = Table.op(VK::SLt, Operand(0), Zero);
    ValueId Minus = Table.op(VK::Sub, Zero, Operand(0));
    return Table.op(VK::Select, Below, Minus, Operand(0));
  }
  case llvm::Intrinsic::usub_sat:
  case llvm::Intrinsic::uadd_sat:
    return saturating(I.getIntrinsicID(), Operand(0), Operand(1));
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return funnelShift(Operand(0), Operand(1), Operand(2),
                       I.getIntrinsicID() == llvm::Intrinsic::fshl);
  case llvm::Intrinsic::ctpop:
    return countOnes(Operand(0));
  case llvm::Intrinsic::cttz:
    return countTrailingZeros(Operand(0));
  case llvm::Intrinsic::ctlz:
    return countLeadingZeros(Operand(0));
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
    return Operand(0);
  case llvm::Intrinsic::ptrmask:
    if (Table.bits(Operand(0)) != Table.bits(Operand(1)))
      return None;
    return Table.op(VK::And, Operand(0), Operand(1));
  default:
    return Element == 0 ? amdgpuIntrinsic(I) : None;
  }
}

/// mbcnt.lo(-1, x) adds to x how many of the first 32 lanes come before this
/// one; mbcnt.hi(-1, x) how many of the others do.
ValueId Translator::maskedBitCount(const llvm::IntrinsicInst &I) {
  bool High = I.getIntrinsicID() == llvm::Intrinsic::amdgcn_mbcnt_hi;
  auto *Mask = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(0));
  if (!Mask || !Mask->isMinusOne())
    return None;
  ValueId Count = value(*I.getArgOperand(1));
  if (Shape.WaveSize == 32)
    return High ? Count : Table.add(lane(), Count);
  auto *Low = llvm::dyn_cast<llvm::IntrinsicInst>(I.getArgOperand(1));
  ValueId Half = Table.constant(32, 32);
  if (!High)
    return Table.add(choose(VK::ULt, lane(), Half), Count);
  if (Low && Low->getIntrinsicID() == llvm::Intrinsic::amdgcn_mbcnt_lo)
    if (auto *All = llvm::dyn_cast<llvm::ConstantInt>(Low->getArgOperand(0));
        All && All->isMinusOne()) {
      ValueId Lane = lane();
      return Table.add(Lane, value(*Low->getArgOperand(1)));
    }
  return Table.add(saturating(llvm::Intrinsic::usub_sat, lane(), Half), Count);
}

/// ubfe(x, offset, width): offset and width count modulo 32.
ValueId Translator::bitField(const llvm::IntrinsicInst &I, bool Signed) {
  ValueId From = value(*I.getArgOperand(0));
  auto Begin = Table.constantOf(value(*I.getArgOperand(1)));
  auto Width = Table.constantOf(value(*I.getArgOperand(2)));
  if (From == None || Table.bits(From) != 32 || !Begin || !Width)
    return None;
  unsigned Offset = *Begin & 31, Bits = *Width & 31;
  if (Bits == 0)
    return Table.constant(0, 32);
  ValueId Moved = Table.op(VK::LShr, From, Table.constant(Offset, 32));
  if (Offset + Bits > 32)
    return None;
  return Table.resize(Table.resize(Moved, Bits), 32, Signed);
}

/// mul.u24, mul.i24: the product of the low 24 bits.
ValueId Translator::shortProduct(const llvm::IntrinsicInst &I, bool Signed) {
  unsigned Bits = width(*I.getType());
  auto Short = [&](unsigned Number) {
    ValueId Low = Table.resize(value(*I.getArgOperand(Number)), 24);
    return Table.resize(Low, Bits, Signed);
  };
  ValueId First = Short(0);
  return Table.op(VK::Mul, First, Short(1));
}

/// True if all lanes of a wave are active in \p Block: no divergent branch
/// precedes it.
bool Translator::isWhole(const llvm::BasicBlock &Block) {
  if (!FoundSplit) {
    FoundSplit = true;
    llvm::SmallVector<const llvm::BasicBlock *> Work;
    for (const llvm::BasicBlock &B : Kernel)
      if (Wave.isDivergent(B.getTerminator()))
        llvm::append_range(Work, llvm::successors(&B));
    while (!Work.empty()) {
      const llvm::BasicBlock *B = Work.pop_back_val();
      if (Split.insert(B).second)
        llvm::append_range(Work, llvm::successors(B));
    }
  }
  return !Split.contains(&Block);
}

/// The value of \p Id in lane 0, if it is computed only from the id along x and
/// wave-uniform values. Rows of work-items must not begin within a wave.
ValueId Translator::ofFirstLane(ValueId Id, unsigned Depth) {
  constexpr unsigned MaxDepth = 50;
  const view::Value V = Table[Id];
  if (V.WaveUniform)
    return Id;
  if (Depth > MaxDepth)
    return None;
  if (auto It = FirstLane.find(Id); It != FirstLane.end())
    return It->second;
  return FirstLane[Id] = findFirstLane(V, Id, Depth);
}

ValueId Translator::findFirstLane(const view::Value &V, ValueId Id,
                                  unsigned Depth) {
  if (V.Kind == VK::Lane)
    return Table.constant(0, V.Bits);
  bool WholeRows = Shape.Exact && (Shape.Size[0] % Shape.WaveSize == 0 ||
                                   Shape.Size[1] * Shape.Size[2] == 1);
  if (V.Kind == VK::WorkItem && V.Number == 0 && WholeRows) {
    ValueId First = Table.op(
        VK::And, Id, Table.constant(~uint64_t(Shape.WaveSize - 1), V.Bits));
    Table.setWaveUniform(First);
    return First;
  }
  if (!view::isOperator(V.Kind))
    return None;
  ValueId Operands[3] = {V.A, V.B, V.C};
  for (ValueId &Operand : Operands)
    if (Operand != None)
      if (Operand = ofFirstLane(Operand, Depth + 1); Operand == None)
        return None;
  if (view::numOperands(V.Kind) == 1)
    return Table.resize(Operands[0], V.Bits, V.Kind == VK::SExt);
  return Table.op(V.Kind, Operands[0], Operands[1], Operands[2]);
}

ValueId Translator::amdgpuIntrinsic(const llvm::IntrinsicInst &I) {
  if (I.getType()->isVectorTy())
    return None;
  switch (I.getIntrinsicID()) {
  case llvm::Intrinsic::amdgcn_mbcnt_lo:
  case llvm::Intrinsic::amdgcn_mbcnt_hi:
    return maskedBitCount(I);
  case llvm::Intrinsic::amdgcn_readfirstlane: {
    ValueId Read = value(*I.getArgOperand(0));
    // A wave-uniform value is that of the first lane.
    if (!Wave.isDivergent(I.getArgOperand(0)))
      return Read;
    return Read != None && isWhole(*I.getParent()) ? ofFirstLane(Read) : None;
  }
  case llvm::Intrinsic::amdgcn_wavefrontsize:
    return Table.constant(Shape.WaveSize, 32);
  case llvm::Intrinsic::amdgcn_wave_id:
    return waveId();
  case llvm::Intrinsic::amdgcn_make_buffer_rsrc:
    return Table.resize(value(*I.getArgOperand(0)), width(*I.getType()));
  case llvm::Intrinsic::amdgcn_mul_u24:
    return shortProduct(I, false);
  case llvm::Intrinsic::amdgcn_mul_i24:
    return shortProduct(I, true);
  case llvm::Intrinsic::amdgcn_ubfe:
    return bitField(I, false);
  case llvm::Intrinsic::amdgcn_sbfe:
    return bitField(I, true);
  default:
    return None;
  }
}

/// What a cmpxchg reads; nothing if it is too wide.
Elements Translator::oldValue(const llvm::AtomicCmpXchgInst &I) {
  Leaf L = computedLeaf(I);
  L.Bits = width(*I.getCompareOperand()->getType());
  if (L.Bits == 0)
    return {};
  return {Table.unknown(L)};
}

/// The old value, or whether the exchange succeeded: if the old value equals
/// the expected one, though a weak exchange may still fail.
Elements Translator::partOfExchange(const llvm::AtomicCmpXchgInst &Exchange,
                                    const llvm::ExtractValueInst &Part) {
  const Elements &Old = elements(Exchange);
  if (Part.getIndices()[0] == 0 && !Old.empty())
    return Old;
  ValueId Compared = value(*Exchange.getCompareOperand());
  Elements Result = unknownOf(Part);
  if (Part.getIndices()[0] == 0 || Old.empty() || Compared == None)
    return Result;
  ValueId Same = Table.op(VK::Eq, Old[0], Compared);
  return {Exchange.isWeak() ? Table.op(VK::And, Same, Result[0]) : Same};
}

/// The result of an operation with overflow; of other aggregates what was put
/// in, if that can be seen.
Elements Translator::extractValue(const llvm::ExtractValueInst &I) {
  if (!I.getType()->isVectorTy())
    if (std::optional<ArgumentPlace> Place = argumentPlace(I, Layout))
      return argumentPart(*Place, I);
  auto *Overflow =
      llvm::dyn_cast<llvm::WithOverflowInst>(I.getAggregateOperand());
  if (Overflow && I.getIndices()[0] == 0) {
    const Elements &A = elements(*Overflow->getLHS()),
                   &B = elements(*Overflow->getRHS());
    VK Kind = Overflow->getBinaryOp() == llvm::Instruction::Add   ? VK::Add
              : Overflow->getBinaryOp() == llvm::Instruction::Sub ? VK::Sub
                                                                  : VK::Mul;
    Elements Result;
    for (auto [Left, Right] : llvm::zip_equal(A, B))
      Result.push_back(Table.op(Kind, Left, Right));
    return Result;
  }
  if (auto *Exchange =
          llvm::dyn_cast<llvm::AtomicCmpXchgInst>(I.getAggregateOperand()))
    return partOfExchange(*Exchange, I);
  auto *Insert = llvm::dyn_cast<llvm::InsertValueInst>(I.getAggregateOperand());
  while (Insert && Insert->getIndices()[0] != I.getIndices()[0])
    Insert =
        llvm::dyn_cast<llvm::InsertValueInst>(Insert->getAggregateOperand());
  if (Insert && Insert->getIndices() == I.getIndices())
    return elements(*Insert->getInsertedValueOperand());
  return unknownOf(I);
}

} // namespace fencepost::ir
