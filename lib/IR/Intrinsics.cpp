//===- Intrinsics.cpp - AMDGPU's intrinsics by name -----------------------===//
// A row is a name without "llvm.amdgcn.", or, if it ends in ".", a prefix of
// names. LLVM's overloads add types to a name: the first row that equals the
// name, or the name up to a ".", matches, so longer names precede shorter ones.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/Intrinsics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace fencepost::ir {

using llvm::StringRef;

static constexpr StringRef Prefix = "llvm.amdgcn.";

/// spec/000, "s_barrier": signal is arrive, leave is drop. The work-group
/// barrier of GFX6 to GFX11 is an arrive and a wait.
static constexpr BarrierRow Barriers[] = {
    {.Name = "barrier", .Op = BarrierOp::ArriveWait},
    {.Name = "barrier.init",
     .Op = BarrierOp::Init,
     .HasObject = true,
     .HasCount = true},
    {.Name = "barrier.join", .Op = BarrierOp::Join, .HasObject = true},
    {.Name = "barrier.leave", .Op = BarrierOp::Drop},
    {.Name = "barrier.signal", .Op = BarrierOp::Arrive, .HasObject = true},
    {.Name = "barrier.signal.isfirst",
     .Op = BarrierOp::ArriveIsFirst,
     .HasObject = true},
    {.Name = "barrier.signal.var",
     .Op = BarrierOp::Arrive,
     .HasObject = true,
     .HasCount = true},
    {.Name = "barrier.wait", .Op = BarrierOp::Wait, .HasObject = true},
};

const BarrierRow *findBarrierRow(StringRef Name) {
  if (!Name.consume_front("llvm.amdgcn.s."))
    return nullptr;
  auto *Row = llvm::find_if(Barriers, [&](auto &R) { return R.Name == Name; });
  return Row == std::end(Barriers) ? nullptr : Row;
}

namespace {
struct RoleRow {
  llvm::StringLiteral Name;
  IntrinsicRole Role;
};
} // namespace

static constexpr RoleRow Roles[] = {
    // Waits, cache control, barriers and counters by themselves.
    {"buffer.wbinvl1", IntrinsicRole::Machine},
    {"ds.atomic.async.barrier.arrive.b64", IntrinsicRole::Machine},
    {"ds.atomic.barrier.arrive.rtn.b64", IntrinsicRole::Machine},
    {"ds.gws.", IntrinsicRole::Machine},
    {"s.dcache.", IntrinsicRole::Machine},
    {"s.get.barrier.state", IntrinsicRole::Machine},
    {"s.get.named.barrier.state", IntrinsicRole::Machine},
    {"s.wait.", IntrinsicRole::Machine},
    {"s.waitcnt", IntrinsicRole::Machine},
    {"s.wakeup.barrier", IntrinsicRole::Machine},
    // Memory, with the cache policy that the program gives.
    {"cluster.load.", IntrinsicRole::Access},
    {"ds.", IntrinsicRole::Access},
    {"flat.", IntrinsicRole::Access},
    {"global.", IntrinsicRole::Access},
    {"image.", IntrinsicRole::Access},
    {"lds.direct.load", IntrinsicRole::Access},
    {"raw.", IntrinsicRole::Access},
    {"s.buffer.prefetch.data", IntrinsicRole::Access},
    {"s.prefetch.", IntrinsicRole::Access},
    {"struct.", IntrinsicRole::Access},
    // Code that is not seen here.
    {"call.whole.wave", IntrinsicRole::Call},
    {"cs.chain", IntrinsicRole::Call},
    // Control flow, scheduling, state of the wave, exports.
    {"else", IntrinsicRole::Nothing},
    {"end.cf", IntrinsicRole::Nothing},
    {"endpgm", IntrinsicRole::Nothing},
    {"exp", IntrinsicRole::Nothing},
    {"if", IntrinsicRole::Nothing},
    {"iglp.opt", IntrinsicRole::Nothing},
    {"init.exec", IntrinsicRole::Nothing},
    {"init.whole.wave", IntrinsicRole::Nothing},
    {"kill", IntrinsicRole::Nothing},
    {"live.mask", IntrinsicRole::Nothing},
    {"loop", IntrinsicRole::Nothing},
    {"pops.exiting.wave.id", IntrinsicRole::Nothing},
    {"s.decperflevel", IntrinsicRole::Nothing},
    {"s.get.waveid.in.workgroup", IntrinsicRole::Nothing},
    {"s.getreg", IntrinsicRole::Nothing},
    {"s.incperflevel", IntrinsicRole::Nothing},
    {"s.memrealtime", IntrinsicRole::Nothing},
    {"s.memtime", IntrinsicRole::Nothing},
    {"s.monitor.sleep", IntrinsicRole::Nothing},
    {"s.nop", IntrinsicRole::Nothing},
    {"s.sendmsg", IntrinsicRole::Nothing},
    {"s.sendmsghalt", IntrinsicRole::Nothing},
    {"s.sethalt", IntrinsicRole::Nothing},
    {"s.setprio", IntrinsicRole::Nothing},
    {"s.setreg", IntrinsicRole::Nothing},
    {"s.sleep", IntrinsicRole::Nothing},
    {"s.ttracedata", IntrinsicRole::Nothing},
    {"sched.barrier", IntrinsicRole::Nothing},
    {"sched.group.barrier", IntrinsicRole::Nothing},
    {"unreachable", IntrinsicRole::Nothing},
    {"wave.barrier", IntrinsicRole::Nothing},
    {"wqm.demote", IntrinsicRole::Nothing},
};

std::optional<IntrinsicRole> findIntrinsicRole(StringRef Name) {
  if (!Name.consume_front(Prefix))
    return std::nullopt;
  for (const RoleRow &Row : Roles) {
    StringRef Rest = Name;
    if (Rest.consume_front(Row.Name) &&
        (Rest.empty() || Row.Name.ends_with(".") || Rest.starts_with(".")))
      return Row.Role;
  }
  return std::nullopt;
}

bool isAsyncLoad(StringRef Name) {
  return Name.starts_with(Prefix) && Name.contains("load.async.") &&
         Name.contains(".lds");
}

bool isLdsDma(StringRef Name) {
  return Name.consume_front(Prefix) &&
         (Name.contains("load.lds") || Name.starts_with("load.to.lds"));
}

bool isAsyncTransfer(StringRef Name) {
  return Name.consume_front(Prefix) &&
         (Name.starts_with("cluster.load.async.to.lds.") ||
          Name.starts_with("global.store.async.from.lds.") ||
          Name.starts_with("tensor.load.to.lds") ||
          Name.starts_with("tensor.store.from.lds"));
}

std::optional<Scope> scopeOperand(const llvm::CallBase &I, std::string &Why) {
  const llvm::Metadata *Metadata = nullptr;
  if (I.arg_size() != 0)
    if (auto *Wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(
            I.getArgOperand(I.arg_size() - 1)))
      Metadata = Wrapped->getMetadata();
  if (auto *Node = llvm::dyn_cast_or_null<llvm::MDNode>(Metadata))
    Metadata =
        Node->getNumOperands() == 1 ? Node->getOperand(0).get() : nullptr;
  auto *Text = llvm::dyn_cast_or_null<llvm::MDString>(Metadata);
  if (!Text) {
    Why = "the scope has to be a string of metadata, as in metadata !\"agent\"";
    return std::nullopt;
  }
  std::optional<Scope> Reach = parseSyncScope(Text->getString());
  if (!Reach)
    Why = "\"" + Text->getString().str() + "\" is no scope of AMDGPU";
  return Reach;
}

std::optional<MemoryAnnotations> annotationsOf(const llvm::Instruction &I,
                                               std::string &Why) {
  MemoryAnnotations Found;
  if (!I.hasMetadataOtherThanDebugLoc())
    return Found;
  llvm::MMRAMetadata Metadata(I);
  llvm::SmallVector<llvm::MMRAMetadata::TagT> Tags(Metadata.begin(),
                                                   Metadata.end());
  llvm::sort(Tags);
  for (auto [Kind, Value] : Tags) {
    if (Kind == "amdgpu-as")
      Why = "the tag amdgpu-as is now called amdgpu-synchronize-as";
    else if (auto Tag = MemoryAnnotation::parse(Kind, Value))
      Found.insert(*Tag);
    else if (Kind == "amdgpu-synchronize-as")
      Why = "amdgpu-synchronize-as is local or global, not " + Value.str();
    else if (Kind == "amdgcn-av")
      Why = "amdgcn-av is none, not " + Value.str();
    if (!Why.empty())
      return std::nullopt;
  }
  return Found;
}

void hideFromVerifier(llvm::Module &M) {
  for (llvm::Function &F : M) {
    StringRef Name = F.getName();
    if (Name.contains(".buffer.load.async.lds") && F.getIntrinsicID() &&
        !llvm::Intrinsic::getBaseName(F.getIntrinsicID()).contains(".async."))
      F.setName(Prefix + "dma." + Name.split(Prefix).second);
  }
}

} // namespace fencepost::ir
