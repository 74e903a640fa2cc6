//===- ViewIds.cpp - Ids and sizes of a thread, in LLVM IR ----------------===//
#include "ViewIds.h"
#include "fencepost/Lower/Mode.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace fencepost::ir {

using llvm::StringRef;

namespace {
struct NameRow {
  llvm::StringLiteral Name;
  IdQuery::Which Kind;
};
struct OffsetRow {
  unsigned Offset, Bytes;
  IdQuery::Which Kind;
  unsigned Dimension;
};
} // namespace

/// Without the prefix "llvm.amdgcn." and the dimension at the end.
static constexpr NameRow Intrinsics[] = {
    {"workitem.id.", IdQuery::LocalId},
    {"workgroup.id.", IdQuery::GroupId},
};

/// "__ockl_" or, mangled for an unsigned argument, "_Z<length>" before it.
static constexpr NameRow Functions[] = {
    {"get_local_id", IdQuery::LocalId},
    {"get_group_id", IdQuery::GroupId},
    {"get_local_size", IdQuery::LocalSize},
    {"get_enqueued_local_size", IdQuery::LocalSize},
    {"get_global_id", IdQuery::GlobalId},
    {"get_num_groups", IdQuery::NumGroups},
    {"get_global_size", IdQuery::GlobalSize},
    {"get_global_offset", IdQuery::GlobalOffset},
};

/// The packet that dispatched the kernel: hsa_kernel_dispatch_packet_t.
static constexpr OffsetRow DispatchPacket[] = {
    {.Offset = 4, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 0},
    {.Offset = 6, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 1},
    {.Offset = 8, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 2},
    {.Offset = 12, .Bytes = 4, .Kind = IdQuery::GlobalSize, .Dimension = 0},
    {.Offset = 16, .Bytes = 4, .Kind = IdQuery::GlobalSize, .Dimension = 1},
    {.Offset = 20, .Bytes = 4, .Kind = IdQuery::GlobalSize, .Dimension = 2},
};

/// The hidden arguments hidden_block_count_x, hidden_group_size_x and so on.
static constexpr OffsetRow ImplicitArguments[] = {
    {.Offset = 0, .Bytes = 4, .Kind = IdQuery::NumGroups, .Dimension = 0},
    {.Offset = 4, .Bytes = 4, .Kind = IdQuery::NumGroups, .Dimension = 1},
    {.Offset = 8, .Bytes = 4, .Kind = IdQuery::NumGroups, .Dimension = 2},
    {.Offset = 12, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 0},
    {.Offset = 14, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 1},
    {.Offset = 16, .Bytes = 2, .Kind = IdQuery::LocalSize, .Dimension = 2},
    {.Offset = 40, .Bytes = 8, .Kind = IdQuery::GlobalOffset, .Dimension = 0},
    {.Offset = 48, .Bytes = 8, .Kind = IdQuery::GlobalOffset, .Dimension = 1},
    {.Offset = 56, .Bytes = 8, .Kind = IdQuery::GlobalOffset, .Dimension = 2},
};

static std::optional<IdQuery> ofIntrinsic(StringRef Name) {
  for (const NameRow &Row : Intrinsics) {
    StringRef Rest = Name;
    if (Rest.consume_front(Row.Name) && Rest.size() == 1)
      return IdQuery{Row.Kind, unsigned(Rest[0] - 'x')};
  }
  return std::nullopt;
}

std::optional<IdQuery> idQuery(const llvm::CallBase &I) {
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || !I.getType()->isIntegerTy())
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.amdgcn."))
    return ofIntrinsic(Name);
  unsigned Length;
  bool Mangled = Name.consume_front("_Z") && !Name.consumeInteger(10, Length) &&
                 Name.consume_back("j") && Length == Name.size();
  if (I.arg_size() != 1 || (!Mangled && !Name.consume_front("__ockl_")))
    return std::nullopt;
  for (const NameRow &Row : Functions)
    if (Name == Row.Name) {
      auto *Dimension = llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(0));
      return IdQuery{Row.Kind,
                     unsigned(Dimension ? Dimension->getLimitedValue(3) : 3)};
    }
  return std::nullopt;
}

std::optional<IdQuery> idQuery(const llvm::LoadInst &I,
                               const llvm::DataLayout &Layout) {
  const llvm::Value *Pointer = I.getPointerOperand();
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Base = llvm::dyn_cast<llvm::IntrinsicInst>(
      Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, true));
  if (!Base || !I.getType()->isIntegerTy())
    return std::nullopt;
  llvm::ArrayRef<OffsetRow> Rows;
  if (Base->getIntrinsicID() == llvm::Intrinsic::amdgcn_dispatch_ptr)
    Rows = DispatchPacket;
  else if (Base->getIntrinsicID() == llvm::Intrinsic::amdgcn_implicitarg_ptr)
    Rows = ImplicitArguments;
  for (const OffsetRow &Row : Rows)
    if (Offset == Row.Offset && I.getType()->isIntegerTy(8 * Row.Bytes))
      return IdQuery{Row.Kind, Row.Dimension};
  return std::nullopt;
}

/// The wave size that the features "+wavefrontsize32,..." name.
static std::optional<unsigned> waveSizeIn(StringRef Features) {
  std::optional<unsigned> Size;
  for (StringRef Feature : llvm::split(Features, ','))
    if (Feature == "+wavefrontsize32" || Feature == "-wavefrontsize64")
      Size = 32;
    else if (Feature == "+wavefrontsize64" || Feature == "-wavefrontsize32")
      Size = 64;
  return Size;
}

static const Processor *processorOf(const llvm::Function &Kernel,
                                    const ViewOptions &Options) {
  return findProcessor(
      Options.Cpu.empty()
          ? Kernel.getFnAttribute("target-cpu").getValueAsString()
          : Options.Cpu);
}

static unsigned waveSizeOf(const llvm::Function &Kernel,
                           const ViewOptions &Options) {
  if (std::optional<unsigned> Size = waveSizeIn(Options.Features))
    return *Size;
  StringRef Own = Kernel.getFnAttribute("target-cpu").getValueAsString();
  const Processor *Proc = processorOf(Kernel, Options);
  // Its features go with its processor.
  if (Options.Cpu.empty() || Options.Cpu == Own)
    if (std::optional<unsigned> Size = waveSizeIn(
            Kernel.getFnAttribute("target-features").getValueAsString()))
      return *Size;
  return Proc ? Proc->nativeWaveSize() : 64;
}

/// !reqd_work_group_size !{i32 64, i32 1, i32 1}; so is a hint.
static bool readSize(const llvm::Function &Kernel, llvm::StringRef Name,
                     unsigned (&Out)[3]) {
  const llvm::MDNode *Node = Kernel.getMetadata(Name);
  if (!Node || Node->getNumOperands() != 3)
    return false;
  unsigned Size[3];
  for (unsigned D = 0; D != 3; ++D) {
    auto *Number =
        llvm::mdconst::dyn_extract<llvm::ConstantInt>(Node->getOperand(D));
    if (!Number || Number->isZero())
      return false;
    Size[D] = Number->getLimitedValue(1u << 16);
  }
  llvm::copy(Size, Out);
  return true;
}

static bool asksFor(const llvm::Function &Kernel, unsigned Dimension) {
  for (const llvm::Instruction &I : llvm::instructions(Kernel))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      if (std::optional<IdQuery> Id = idQuery(*Call))
        if ((Id->Kind == IdQuery::LocalId || Id->Kind == IdQuery::GlobalId) &&
            (Id->Dimension == Dimension || Id->Dimension > 2))
          return true;
  return false;
}

/// "amdgpu-flat-work-group-size"="1,256" limits the number of work-items, not
/// the shape. A dimension whose ids a kernel never reads has size one:
/// otherwise work-items could not be distinguished.
static void readFlat(const llvm::Function &Kernel, KernelShape &Shape) {
  auto [Low, High] = Kernel.getFnAttribute("amdgpu-flat-work-group-size")
                         .getValueAsString()
                         .split(',');
  unsigned Least, Most;
  bool Valid = !Low.trim().getAsInteger(10, Least) &&
               !High.trim().getAsInteger(10, Most) && Least >= 1 &&
               Most >= Least && Most <= 1024;
  Shape.Least = Valid ? Least : 1;
  Shape.Most = Valid ? Most : 1024;
  bool Flat = !asksFor(Kernel, 1) && !asksFor(Kernel, 2);
  bool OnlyOthers = !asksFor(Kernel, 0) && !Flat;
  Shape.Size[0] = OnlyOthers ? 1 : Shape.Most;
  Shape.Size[1] = asksFor(Kernel, 1) ? Shape.Most : 1;
  Shape.Size[2] = asksFor(Kernel, 2) ? Shape.Most : 1;
  Shape.Exact = Valid && Flat && Least == Most;
}

/// "amdgpu-cluster-dims"="2,1,1"; with "0,0,0" there are no clusters, and
/// "1024,1024,1024" is any size (spec/002, "LLVM IR Attributes").
static void readCluster(const llvm::Function &Kernel, KernelShape &Shape) {
  llvm::SmallVector<StringRef, 3> Parts;
  Kernel.getFnAttribute("amdgpu-cluster-dims")
      .getValueAsString()
      .split(Parts, ',');
  unsigned Size[3];
  if (Parts.size() != 3)
    return;
  for (unsigned D = 0; D != 3; ++D)
    if (Parts[D].trim().getAsInteger(10, Size[D]) || Size[D] == 0 ||
        Size[D] >= 1024)
      return;
  llvm::copy(Size, Shape.Cluster);
}

KernelShape shapeOf(const llvm::Function &Kernel, const ViewOptions &Options) {
  KernelShape Shape;
  Shape.WaveSize = waveSizeOf(Kernel, Options);
  Shape.Proc = processorOf(Kernel, Options);
  readCluster(Kernel, Shape);
  // A required size is the only one that the kernel can be launched with.
  Shape.Exact = readSize(Kernel, "reqd_work_group_size", Shape.Size);
  if (!Shape.Exact) {
    readSize(Kernel, "work_group_size_hint", Shape.Hint);
    readFlat(Kernel, Shape);
    if (Options.WorkGroup) {
      llvm::copy(*Options.WorkGroup, Shape.Size);
      Shape.Exact = true;
    }
  }
  if (Shape.Exact)
    Shape.Least = Shape.Most = Shape.Size[0] * Shape.Size[1] * Shape.Size[2];
  return Shape;
}

} // namespace fencepost::ir
