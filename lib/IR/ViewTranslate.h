//===- ViewTranslate.h - Integers and pointers of LLVM IR as view values --===//
// Translates the values that addresses, conditions and stored values are
// computed from. Pointers are integers. Vectors are translated element by
// element. A value that the view has no operator for is an Unknown. Values are
// needed first (need()), then all that they depend on is translated in one walk
// in reverse post-order, so nothing here is as deep as the kernel is long.
// Tested by unittests/IR/ViewAgreementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWTRANSLATE_H
#define FENCEPOST_LIB_IR_VIEWTRANSLATE_H

#include "ViewIds.h"
#include "ViewObjects.h"
#include "ViewSources.h"
#include "fencepost/View/ValueTable.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Operator.h"

namespace fencepost::ir {

using BlockNumbers = llvm::DenseMap<const llvm::BasicBlock *, view::BlockId>;

class Translator {
public:
  using ValueId = view::ValueId;
  using Elements = llvm::SmallVector<ValueId, 1>;

  Translator(const llvm::Function &Kernel, const KernelShape &Shape,
             const BlockNumbers &Blocks, const llvm::UniformityInfo &Group,
             const llvm::UniformityInfo &Wave, view::ValueTable &Table,
             ObjectTable &Objects);

  void need(const llvm::Value &V);
  /// Translates what is needed; \p Order are the blocks, in reverse post-order.
  void run(llvm::ArrayRef<const llvm::BasicBlock *> Order);

  /// The number or pointer \p V, which was needed or is a constant; None if it
  /// is neither, a vector, or wider than 64 bits.
  ValueId value(const llvm::Value &V);

  /// A value that represents \p V, of any width, where stored values are
  /// compared: if it differs in two threads, so does \p V. None if \p V has no
  /// value.
  ValueId token(const llvm::Value &V);
  /// The Unknown that represents the result of \p I, if it has one that was
  /// needed.
  ValueId answer(const llvm::Instruction &I);

  view::ValueTable &Table;
  ValueId flatId(); ///< Along x, y and z as one number.
  ValueId waveId();
  ValueId localId(unsigned Dimension);
  ValueId localSize(unsigned Dimension);
  ValueId lane();

private:
  const Elements &elements(const llvm::Value &V);
  unsigned width(const llvm::Type &T) const;
  unsigned count(const llvm::Type &T) const;
  view::Leaf leafOf(const llvm::Value &V) const;
  view::Leaf computedLeaf(const llvm::Value &V);
  Elements unknownOf(const llvm::Value &V);
  ValueId outside(uint64_t Key, unsigned Bits);

  ValueId wideToken(const llvm::Value &V);
  Elements translate(const llvm::User &U);
  Elements constant(const llvm::Constant &C);
  Elements argument(const llvm::Argument &A);
  Elements binary(view::ValueKind Kind, const llvm::User &U);
  Elements compare(llvm::CmpInst::Predicate Predicate, const llvm::User &U);
  Elements compareFloats(const llvm::FCmpInst &I);
  Elements select(const llvm::User &U);
  Elements resize(const llvm::User &U, bool Signed);
  Elements bitcast(const llvm::User &U);
  Elements elementPointer(const llvm::GEPOperator &G);
  Elements vectorOperation(const llvm::User &U, unsigned Opcode);
  Elements phi(const llvm::PHINode &I);
  void fillPhi(const llvm::PHINode &I);
  Elements argumentPart(ArgumentPlace Place, const llvm::Instruction &I);
  Elements load(const llvm::LoadInst &I);
  Elements extractValue(const llvm::ExtractValueInst &I);
  Elements oldValue(const llvm::AtomicCmpXchgInst &I);
  Elements partOfExchange(const llvm::AtomicCmpXchgInst &Exchange,
                          const llvm::ExtractValueInst &Part);

  // ViewIntrinsics.cpp
  Elements call(const llvm::CallBase &I);
  ValueId id(IdQuery Query, unsigned Bits);
  ValueId outsideId(IdQuery Query, unsigned Bits);
  ValueId intrinsic(const llvm::IntrinsicInst &I, unsigned Element);
  ValueId amdgpuIntrinsic(const llvm::IntrinsicInst &I);
  bool isWhole(const llvm::BasicBlock &Block);
  ValueId ofFirstLane(ValueId Id, unsigned Depth = 0);
  ValueId findFirstLane(const view::Value &V, ValueId Id, unsigned Depth);
  ValueId maskedBitCount(const llvm::IntrinsicInst &I);
  ValueId bitField(const llvm::IntrinsicInst &I, bool Signed);
  ValueId shortProduct(const llvm::IntrinsicInst &I, bool Signed);
  ValueId funnelShift(ValueId High, ValueId Low, ValueId Shift, bool Left);
  ValueId countOnes(ValueId Id);
  ValueId countTrailingZeros(ValueId Id);
  ValueId countLeadingZeros(ValueId Id);
  ValueId saturating(llvm::Intrinsic::ID Id, ValueId A, ValueId B);
  ValueId choose(view::ValueKind Less, ValueId A, ValueId B);

  const llvm::Function &Kernel;
  const llvm::DataLayout &Layout;
  const KernelShape &Shape;
  const BlockNumbers &Blocks;
  const llvm::UniformityInfo &Group, &Wave;
  ObjectTable &Objects;
  SourceFinder Sources;
  llvm::DenseSet<const llvm::Instruction *> Needed;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Elements>> ElementsOf;
  llvm::DenseMap<const llvm::Value *, ValueId> Tokens; ///< Of wide values.
  /// Unknowns that are the same wherever they are read.
  std::map<uint64_t, ValueId> Outside;
  std::map<std::pair<ValueId, unsigned>, ValueId> Invariant;
  /// By operands, predicate, and whether the result is uniform.
  std::map<std::tuple<const llvm::Value *, const llvm::Value *,
                      llvm::CmpInst::Predicate, bool, bool>,
           ValueId>
      Compared;
  /// Blocks that only some lanes of a wave may reach together.
  llvm::DenseSet<const llvm::BasicBlock *> Split;
  bool FoundSplit = false;
  llvm::DenseMap<ValueId, ValueId> FirstLane;
};

} // namespace fencepost::ir

#endif
