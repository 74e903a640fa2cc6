//===- IRAsync.cpp - Asynchronous loads and their marks -------------------===//
// spec/003 gives the signatures of the LDS DMA intrinsics as "merely
// representative": what counts here is that the first address is the source
// and the second the destination. Behind them may come the number of bytes,
// offsets, which have to be 0, and the cache policy, which means nothing to the
// model. A load of several i32 is one asynchronous operation for each.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "llvm/IR/Constants.h"

namespace fencepost {

using model::Opcode;

/// "b128" at the end of \p Name: 4 units of 32 bits; none if there is no such
/// suffix.
static std::optional<unsigned> unitsInName(llvm::StringRef Name) {
  unsigned Bits = 0;
  llvm::StringRef Last = Name.rsplit('.').second;
  if (!Last.consume_front("b") || Last.getAsInteger(10, Bits))
    return std::nullopt;
  return Bits % 32 == 0 ? Bits / 32 : 0;
}

/// How many i32 are loaded; the operands from \p FirstNumber on are checked.
llvm::Expected<unsigned>
FunctionTranslation::asyncUnits(const llvm::CallInst &I, llvm::StringRef Name,
                                unsigned FirstNumber) const {
  std::optional<unsigned> Units = unitsInName(Name);
  unsigned Next = FirstNumber;
  if (!Units && Next < I.arg_size()) {
    auto *Bytes = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Next++));
    bool Known = Bytes && Bytes->getValue().ult(1024);
    Units =
        Known && Bytes->getZExtValue() % 4 == 0 ? Bytes->getZExtValue() / 4 : 0;
  }
  if (Units == 0u)
    return errorAt(I, "an asynchronous load of a litmus test is of whole i32");
  for (; Next + 1 < I.arg_size(); ++Next) {
    auto *Offset = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Next));
    if (!Offset || !Offset->isZero())
      return errorAt(I, "an offset of an asynchronous load has to be 0; add it "
                        "to the address");
  }
  return Units.value_or(1);
}

llvm::Error FunctionTranslation::translateAsyncLoad(llvm::CallInst &I,
                                                    llvm::StringRef Name) {
  llvm::SmallVector<unsigned, 2> Pointers;
  for (auto [Index, Operand] : llvm::enumerate(I.args()))
    if (Operand->getType()->isPointerTy())
      Pointers.push_back(Index);
  if (Pointers.size() != 2)
    return errorAt(I, "an asynchronous load has an address to load from and "
                      "one to store to");
  llvm::Type *Word = llvm::Type::getInt32Ty(I.getContext());
  llvm::Expected<IRValue> From =
      accessedPointer(*I.getArgOperand(Pointers[0]), Word, I);
  if (!From)
    return From.takeError();
  llvm::Expected<IRValue> To =
      accessedPointer(*I.getArgOperand(Pointers[1]), Word, I);
  if (!To)
    return To.takeError();
  if (From->Base->getAddressSpace() == 3 || To->Base->getAddressSpace() != 3)
    return errorAt(I, "an asynchronous load goes from a global location to a "
                      "local one");
  llvm::Expected<unsigned> Units = asyncUnits(I, Name, Pointers[1] + 1);
  if (!Units)
    return Units.takeError();
  for (unsigned Element = 0; Element < *Units; ++Element) {
    llvm::Expected<model::Address> Source = addressOf(*From, Element, I);
    if (!Source)
      return Source.takeError();
    llvm::Expected<model::Address> Destination = addressOf(*To, Element, I);
    if (!Destination)
      return Destination.takeError();
    model::Instruction &Load = Build.emit(Opcode::AsyncLoad, at(I));
    Load.Memory = *Source;
    Load.Destination = *Destination;
  }
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateAsyncWait(llvm::CallInst &I) {
  auto *Count = I.arg_size() == 1
                    ? llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(0))
                    : nullptr;
  if (!Count || Count->getValue().ugt(INT32_MAX))
    return errorAt(I, "wait.asyncmark takes a number");
  Build.emit(Opcode::AsyncWait, at(I)).Value =
      Build.constant(static_cast<int32_t>(Count->getZExtValue()));
  return llvm::Error::success();
}

} // namespace fencepost
