//===- ViewAsIR.cpp - Sync views made by tests, as LLVM IR ----------------===//
// See ViewAsIR.h. Values of a block are written before its accesses: none of
// them depends on an access.
//===----------------------------------------------------------------------===//
#include "ViewAsIR.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::view {

using std::to_string;

namespace {

constexpr unsigned LdsWords = 2048; ///< Of each variable.

constexpr const char *Declarations =
    "declare i32 @llvm.amdgcn.workitem.id.x()\n"
    "declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)\n"
    "declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)\n"
    "declare void @llvm.amdgcn.s.barrier()\n"
    "declare void @llvm.amdgcn.s.barrier.signal(i32 immarg)\n"
    "declare void @llvm.amdgcn.s.barrier.wait(i16 immarg)\n"
    "declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), "
    "ptr addrspace(3), i32 immarg, i32 immarg, i32 immarg)\n";

class Writer {
public:
  explicit Writer(const SyncView &View) : View(View), OS(Text) {}
  std::string run();

private:
  void variables();
  void parameters();
  void block(BlockId B);
  void values(BlockId B);
  void value(ValueId V);
  void phi(ValueId V);
  void event(const Event &E);
  void access(const Event &E);
  void load(const std::string &Pointer);
  void transfer(const Event &E);
  void barrier(BarrierOp Action);
  void exit(const Block &B);
  std::string pointer(const AccessRange &T);
  std::string name(ValueId V) const;
  std::string typed(ValueId V) const { return type(V) + " " + name(V); }
  std::string type(ValueId V) const {
    return "i" + to_string(View.Values[V].Bits);
  }

  const SyncView &View;
  std::string Text;
  llvm::raw_string_ostream OS;
  llvm::SmallSet<ValueId, 32> Addresses; ///< Written as pointers.
  unsigned NumPointers = 0, NumLoads = 0;
};

/// The operator of LLVM, for kinds with two operands.
const char *operatorOf(ValueKind Kind) {
  static constexpr const char *Names[] = {
      "add",      "sub",      "mul",      "udiv",    "sdiv",
      "urem",     "srem",     "and",      "or",      "xor",
      "shl",      "lshr",     "ashr",     "icmp eq", "icmp ne",
      "icmp ult", "icmp ule", "icmp slt", "icmp sle"};
  assert(Kind >= ValueKind::Add && Kind <= ValueKind::SLe && "two operands");
  return Names[unsigned(Kind) - unsigned(ValueKind::Add)];
}

std::string Writer::name(ValueId V) const {
  const Value &Val = View.Values[V];
  if (Val.Kind == ValueKind::Constant)
    return to_string(int64_t(Val.Number));
  if (Val.Kind == ValueKind::Argument)
    return "%argument" + to_string(Val.Number);
  return "%v" + to_string(V);
}

void Writer::variables() {
  for (const Object &O : View.Objects)
    if (O.Space == AddressSpace::Local)
      OS << '@' << O.Name << " = internal addrspace(3) global [" << LdsWords
         << " x i32] poison\n";
}

void Writer::parameters() {
  OS << "ptr addrspace(1) noalias readonly %in, "
        "ptr addrspace(1) noalias %out";
  llvm::SmallSet<uint64_t, 8> Numbers;
  for (const Value &V : View.Values)
    if (V.Kind == ValueKind::Argument && Numbers.insert(V.Number).second)
      OS << ", i32 %argument" << V.Number;
}

void Writer::phi(ValueId V) {
  OS << "  " << name(V) << " = phi " << type(V);
  const char *Between = " ";
  for (const Incoming &From : View.Values[V].From) {
    OS << Between << "[ " << name(From.Value) << ", %b" << From.From << " ]";
    Between = ", ";
  }
  OS << '\n';
}

void Writer::value(ValueId V) {
  const Value &Val = View.Values[V];
  std::string Name = name(V);
  switch (Val.Kind) {
  case ValueKind::Constant:
  case ValueKind::Argument:
  case ValueKind::Phi:
    return;
  case ValueKind::WorkItem:
    OS << "  " << Name << " = call i32 @llvm.amdgcn.workitem.id.x()\n";
    return;
  case ValueKind::Lane:
    OS << "  " << Name
       << ".lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\n"
       << "  " << Name << " = call i32 @llvm.amdgcn.mbcnt.hi(i32 "
       << (View.WaveSize == 64 ? -1 : 0) << ", i32 " << Name << ".lo)\n";
    return;
  case ValueKind::Unknown:
    OS << "  " << Name << ".at = getelementptr i32, ptr addrspace(1) %in, i32 "
       << V << "\n  " << Name << " = load " << type(V) << ", ptr addrspace(1) "
       << Name << ".at\n";
    return;
  case ValueKind::ZExt:
    OS << "  " << Name << " = zext " << typed(Val.A) << " to " << type(V)
       << '\n';
    return;
  case ValueKind::Select:
    OS << "  " << Name << " = select " << typed(Val.A) << ", " << typed(Val.B)
       << ", " << typed(Val.C) << '\n';
    return;
  default:
    OS << "  " << Name << " = " << operatorOf(Val.Kind) << ' ' << typed(Val.A)
       << ", " << name(Val.B) << '\n';
  }
}

/// Those without a block are in the entry.
void Writer::values(BlockId B) {
  auto IsHere = [&](ValueId V) {
    BlockId In = View.Values[V].Block;
    return (In == None ? 0 : In) == B && !Addresses.contains(V);
  };
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (IsHere(V) && View.Values[V].Kind == ValueKind::Phi)
      phi(V);
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (IsHere(V))
      value(V);
}

/// Writes the address as an offset in its object; returns type and name.
std::string Writer::pointer(const AccessRange &T) {
  const Object &O = View.Objects[T.Object];
  bool IsLds = O.Space == AddressSpace::Local;
  std::string Space = IsLds ? "ptr addrspace(3) " : "ptr addrspace(1) ";
  std::string Name = "%p" + to_string(NumPointers++);
  OS << "  " << Name << " = getelementptr i8, " << Space
     << (IsLds ? "@" + O.Name : "%in") << ", "
     << typed(View.Values[T.Address].A) << '\n';
  return Space + Name;
}

void Writer::load(const std::string &Pointer) {
  std::string Name = "%l" + to_string(NumLoads);
  OS << "  " << Name << " = load i32, " << Pointer << ", align 4\n"
     << "  " << Name << ".to = getelementptr i32, ptr addrspace(1) %mine, i32 "
     << View.Size[0] * NumLoads++ << "\n  store i32 " << Name
     << ", ptr addrspace(1) " << Name << ".to\n";
}

void Writer::access(const Event &E) {
  std::string Pointer = pointer(E.Memory);
  if (E.Op.Kind == OpKind::ReadModifyWrite)
    OS << "  %old" << NumPointers << " = atomicrmw add " << Pointer
       << ", i32 1 syncscope(\"workgroup\") monotonic\n";
  else if (E.Memory.Reads)
    load(Pointer);
  else
    OS << "  store "
       << (E.Memory.Stored == None ? "i" + to_string(8 * E.Memory.Bytes) + " 1"
                                   : typed(E.Memory.Stored))
       << ", " << Pointer << ", align 4\n";
}

void Writer::transfer(const Event &E) {
  assert(E.Op.Kind == OpKind::LdsDma && "no other transfers are made");
  std::string From = pointer(E.Memory), To = pointer(E.Destination);
  OS << "  call void @llvm.amdgcn.global.load.lds(" << From << ", " << To
     << ", i32 4, i32 0, i32 0)\n";
}

void Writer::barrier(BarrierOp Action) {
  if (Action == BarrierOp::ArriveWait)
    OS << "  call void @llvm.amdgcn.s.barrier()\n";
  else if (Action == BarrierOp::Arrive)
    OS << "  call void @llvm.amdgcn.s.barrier.signal(i32 -1)\n";
  else
    OS << "  call void @llvm.amdgcn.s.barrier.wait(i16 -1)\n";
}

const char *orderOf(Ordering Order) {
  return Order == Ordering::Release   ? "release"
         : Order == Ordering::Acquire ? "acquire"
                                      : "acq_rel";
}

void Writer::event(const Event &E) {
  switch (E.Kind) {
  case EventKind::Access:
    return access(E);
  case EventKind::Transfer:
    return transfer(E);
  case EventKind::Barrier:
    return barrier(E.Op.Action);
  case EventKind::Fence:
    OS << "  fence syncscope(\""
       << (E.Op.Reach.Level == ScopeLevel::Wavefront ? "wavefront"
                                                     : "workgroup")
       << "\") " << orderOf(E.Op.Order) << '\n';
    return;
  default:
    llvm_unreachable("no random view has such an event");
  }
}

void Writer::exit(const Block &B) {
  if (B.Next.empty())
    OS << "  ret void\n";
  else if (B.Next[0].Condition == None)
    OS << "  br label %b" << B.Next[0].To << '\n';
  else
    OS << "  br " << typed(B.Next[0].Condition) << ", label %b" << B.Next[0].To
       << ", label %b" << B.Next[1].To << '\n';
}

void Writer::block(BlockId B) {
  OS << 'b' << B << ":\n";
  values(B);
  if (B == 0)
    OS << "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n"
          "  %mine = getelementptr i32, ptr addrspace(1) %out, i32 %id\n";
  for (const Event &E : View.Blocks[B].Events)
    event(E);
  exit(View.Blocks[B]);
}

std::string Writer::run() {
  for (const Block &B : View.Blocks)
    for (const Event &E : B.Events)
      for (ValueId V : {E.Memory.Address, E.Destination.Address})
        Addresses.insert(V);
  OS << "target triple = \"amdgcn-amd-amdhsa\"\n";
  variables();
  OS << "define amdgpu_kernel void @" << View.Kernel << '(';
  parameters();
  OS << ") !reqd_work_group_size !0 {\n";
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    block(B);
  OS << "}\n"
     << Declarations << "!0 = !{i32 " << View.Size[0] << ", i32 1, i32 1}\n";
  return Text;
}

} // namespace

std::string asIR(const SyncView &View) { return Writer(View).run(); }

} // namespace fencepost::view
