//===- StatementWriter.cpp - The text of litmus tests of defects ----------===//
// See StatementWriter.h.
//===----------------------------------------------------------------------===//
#include "StatementWriter.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Litmus/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

namespace fencepost {

using litmus::Statement;
using litmus::StatementKind;
using view::AccessSite;
using view::Event;
using view::Site;

std::string onOneLine(llvm::StringRef Text) {
  std::string Result = Text.str();
  for (char &C : Result)
    if (!llvm::isPrint(C) || C == '"' || C == '\\')
      C = '?';
  return Result;
}

std::string locationName(llvm::StringRef Object) {
  std::string Name = Object.str();
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  // Names of barriers have the form b1_name.
  bool IsBarrier = Name.size() > 1 && Name[0] == 'b' && llvm::isDigit(Name[1]);
  if (IsBarrier || Name.empty() || llvm::isDigit(Name.front()) ||
      litmus::isKeyword(Name) || litmus::isThreadName(Name) ||
      Name == ResultName || Name == FirstName)
    Name = "m_" + Name;
  return Name;
}

std::string testName(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C) && C != '.' && C != '-')
      C = '_';
  return Result;
}

std::string StatementWriter::place(Site At) const {
  const view::SourceLocation &Where = At.in(View).Where;
  if (Where.Line == 0)
    return "block " + onOneLine(View.Blocks[At.Block].Name);
  llvm::StringRef Name =
      llvm::sys::path::filename(Where.File.empty() ? File : Where.File);
  std::string Line = llvm::utostr(Where.Line);
  std::string Result =
      Name.empty() ? "line " + Line : onOneLine(Name) + ":" + Line;
  return Where.Column ? Result + ":" + llvm::utostr(Where.Column) : Result;
}

litmus::Expression number(int32_t Value) {
  litmus::Expression E;
  E.Nodes.emplace_back().Value = Value;
  return E;
}

litmus::Expression registerValue(llvm::StringRef Name) {
  litmus::Expression E;
  E.Nodes.emplace_back().Kind = model::ExpressionKind::Register;
  E.Nodes.back().Register = Name;
  return E;
}

/// Replaces an operation that the model does not have by one that it has: for
/// races it does not matter which.
static ModifyOp modelledOp(ModifyOp Op) {
  switch (Op) {
  case ModifyOp::IncWrap:
    return ModifyOp::Add;
  case ModifyOp::DecWrap:
    return ModifyOp::Sub;
  case ModifyOp::Other:
    return ModifyOp::Xchg;
  default:
    return Op;
  }
}

void StatementWriter::line(const Statement &S, Site At) {
  std::string Head = litmus::printHead(S);
  OS << Indent << llvm::left_justify(Head, 42 - Indent.size()) << " // "
     << place(At) << '\n';
}

Statement StatementWriter::plain(StatementKind Kind, llvm::StringRef Location) {
  Statement S;
  S.Kind = Kind;
  S.Memory.Location.Text = Location;
  if (Kind == StatementKind::Load)
    S.Result.Text = ResultName;
  return S;
}

/// The attributes of an operation that the language spells as the view does.
static Statement operation(const Operation &Op, StatementKind Kind) {
  Statement S;
  S.Kind = Kind;
  S.Order = Op.Order;
  S.FailureOrder = Op.FailureOrder;
  S.Reach = Op.Reach;
  S.NoAv = Op.Tags.NoAv;
  return S;
}

/// LDS DMA is a load and a store, because LLVM inserts its waits; a transfer
/// that only marks track is asynchronous (spec/003).
void StatementWriter::transfer(AccessSite Access, llvm::StringRef Location,
                               llvm::StringRef Other) {
  llvm::StringRef From = Location, To = Other;
  if (Access.Destination)
    std::swap(From, To);
  if (Access.Site.in(View).Op.Kind == OpKind::AsyncLoad) {
    Statement S = plain(StatementKind::AsyncLoad, From);
    S.Destination.Location.Text = To;
    return line(S, Access.Site);
  }
  line(plain(StatementKind::Load, From), Access.Site);
  Statement Store = plain(StatementKind::Store, To);
  Store.Value = registerValue(ResultName);
  line(Store, Access.Site);
}

/// A compare-and-swap succeeds on the initial value.
Statement StatementWriter::access(AccessSite Access, llvm::StringRef Location,
                                  int32_t Value) const {
  const Operation &Op = Access.Site.in(View).Op;
  Statement S =
      plain(Access.in(View).Writes ? StatementKind::Store : StatementKind::Load,
            Location);
  bool IsAv =
      Op.Kind == OpKind::LoadVisible || Op.Kind == OpKind::StoreAvailable;
  if (Op.isAtomic() || IsAv) {
    StatementKind Kind =
        Op.Kind == OpKind::ReadModifyWrite ? StatementKind::ReadModifyWrite
        : Op.Kind == OpKind::CmpXchg       ? StatementKind::CompareExchange
                                           : S.Kind;
    litmus::Name Result = S.Result;
    S = operation(Op, Kind);
    S.Available = IsAv;
    S.Result = Result;
    S.Memory.Location.Text = Location;
    S.Modify = modelledOp(Op.Modify);
  }
  if (S.Kind != StatementKind::Load)
    S.Value = number(Value);
  if (S.Kind == StatementKind::CompareExchange)
    S.Compare = number(0);
  return S;
}

void StatementWriter::fence(Site At) {
  const Event &E = At.in(View);
  Statement S = operation(E.Op, StatementKind::Fence);
  S.FailureOrder = Ordering::NotAtomic;
  S.Tags = E.Op.Tags.Synchronize;
  line(S, At);
}

/// Elements of arrays of barriers have numbers only.
std::string StatementWriter::barrierName(BarrierId Object) const {
  if (!Object.isNamed() || Object.isNull())
    return Object.isCluster() ? "cluster"
           : Object.isNull()  ? "null"
                              : "workgroup";
  std::string Number = llvm::utostr(Object.operand());
  for (const view::Object &O : View.Objects)
    if (O.Kind == view::ObjectKind::NamedBarrier &&
        O.Barrier == unsigned(Object.operand()))
      return "b" + Number + "_" + locationName(O.Name);
  return "b" + Number;
}

static Statement barrierStatement(BarrierOp Op, llvm::StringRef Object) {
  Statement S;
  S.Kind = StatementKind::Barrier;
  S.Barrier = Op;
  S.Object.Text = Object;
  return S;
}

/// The operations of llvm.amdgcn.s.cluster.barrier if a work-group has several
/// waves.
void StatementWriter::clusterBarrier(Site At) {
  Statement Arrive = barrierStatement(BarrierOp::ArriveIsFirst, "workgroup");
  Arrive.Result.Text = FirstName;
  line(Arrive, At);
  line(barrierStatement(BarrierOp::Wait, "workgroup"), At);
  OS << Indent << "if (" << FirstName << ") {\n";
  Indent += "  ";
  line(barrierStatement(BarrierOp::Arrive, "cluster"), At);
  Indent.resize(Indent.size() - 2);
  OS << Indent << "}\n";
  line(barrierStatement(BarrierOp::Wait, "cluster"), At);
}

/// Where the kernel uses the result of signal.isfirst, the steps are those of
/// one result. A wait for any named barrier waits for the one that the wave has
/// joined.
void StatementWriter::barrier(Site At, bool Alone) {
  const Operation &Op = At.in(View).Op;
  if (Op.Action == BarrierOp::ArriveWait && Op.Object.isCluster() && !Alone)
    return clusterBarrier(At);
  BarrierId Object = Op.Object;
  if (Op.Action == BarrierOp::Join)
    Joined = Object;
  if (Op.Action == BarrierOp::Wait && Object.isNamed() && !Object.isNull())
    Object = Joined;
  Statement S = barrierStatement(
      Op.Action == BarrierOp::ArriveIsFirst ? BarrierOp::Arrive : Op.Action,
      barrierName(Object));
  bool IsPlain =
      Op.Action == BarrierOp::ArriveWait && S.Object.Text == "workgroup";
  if (IsPlain || Op.Action == BarrierOp::Drop)
    S.Object.Text.clear();
  if (Op.Action == BarrierOp::Init ||
      (S.Barrier == BarrierOp::Arrive && Op.Members != 0))
    S.Value = number(Op.Members);
  line(S, At);
}

} // namespace fencepost
