//===- WriteIR.cpp - A litmus test in the litmus language as LLVM IR ------===//
#include "WriteIR.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace fencepost::litmus {

using model::ExpressionKind;

namespace {
class ThreadWriter {
public:
  explicit ThreadWriter(const model::Program &P) : P(P) {}

  std::optional<std::string> write(const litmus::Thread &T,
                                   const model::Thread &Lowered);

private:
  std::string fresh() { return "%t" + std::to_string(Next++); }
  std::string define(const llvm::Twine &Operation) {
    std::string Name = fresh();
    line(Name + " = " + Operation);
    return Name;
  }
  void line(const llvm::Twine &Text) { Out += ("  " + Text + "\n").str(); }
  void label(const std::string &Name) {
    Out += Name + ":\n";
    Block = Name;
  }
  std::string newLabel(llvm::StringRef Kind) {
    return Kind.str() + std::to_string(Next++);
  }

  std::string value(const Expression &E);
  std::string truth(const std::string &Value) {
    return define("icmp ne i32 " + Value + ", 0");
  }
  std::string address(const Access &A);
  static std::string synchronization(const Statement &S);
  static std::string tags(const Statement &S);
  void assign(const Statement &S, const std::string &Value) {
    if (!S.Result.empty())
      Registers[S.Result.Text] = Value;
  }

  void writeBlock(const std::vector<Statement> &Body);
  void writeStatement(const Statement &S);
  void writeAccess(const Statement &S);
  void writeBarrier(const Statement &S);
  void writeBarrier(const Statement &S, BarrierOp Op, BarrierId Id);
  void writeAsync(const Statement &S);
  void writeIf(const Statement &S);
  void writeWhile(const Statement &S);

  const model::Program &P;
  std::string Out;
  std::string Block = "entry";
  std::map<std::string, std::string> Registers; ///< What each register holds.
  unsigned Next = 0;
  bool CanBeSaid = true;
};
} // namespace

/// What LLVM IR calls a binary operator, and whether it is a comparison.
static std::pair<const char *, bool> operatorName(ExpressionKind Kind) {
  switch (Kind) {
  case ExpressionKind::Add:
    return {"add", false};
  case ExpressionKind::Sub:
    return {"sub", false};
  case ExpressionKind::Mul:
    return {"mul", false};
  case ExpressionKind::And:
    return {"and", false};
  case ExpressionKind::Or:
    return {"or", false};
  case ExpressionKind::Xor:
    return {"xor", false};
  case ExpressionKind::Shl:
    return {"shl", false};
  case ExpressionKind::Shr:
    return {"ashr", false};
  case ExpressionKind::Eq:
    return {"icmp eq", true};
  case ExpressionKind::Ne:
    return {"icmp ne", true};
  case ExpressionKind::Lt:
    return {"icmp slt", true};
  case ExpressionKind::Le:
    return {"icmp sle", true};
  case ExpressionKind::Gt:
    return {"icmp sgt", true};
  case ExpressionKind::Ge:
    return {"icmp sge", true};
  default:
    llvm_unreachable("no binary operator of the litmus language");
  }
}

std::string ThreadWriter::value(const Expression &E) {
  std::vector<std::string> Nodes;
  for (const ExpressionNode &N : E.Nodes) {
    std::string A = N.A < Nodes.size() ? Nodes[N.A] : "";
    std::string B = N.B < Nodes.size() ? Nodes[N.B] : "";
    std::string Bit;
    switch (N.Kind) {
    case ExpressionKind::Constant:
      Nodes.push_back(std::to_string(N.Value));
      continue;
    case ExpressionKind::Register:
      Nodes.push_back(Registers.count(N.Register) ? Registers[N.Register]
                                                  : "0");
      continue;
    case ExpressionKind::Not:
      Bit = define("icmp eq i32 " + A + ", 0");
      break;
    case ExpressionKind::LogicalAnd:
      Bit = define("and i1 " + truth(A) + ", " + truth(B));
      break;
    case ExpressionKind::LogicalOr:
      Bit = define("or i1 " + truth(A) + ", " + truth(B));
      break;
    default: {
      // A shift of the litmus language takes its count modulo 32.
      if (N.Kind == ExpressionKind::Shl || N.Kind == ExpressionKind::Shr)
        B = define("and i32 " + B + ", 31");
      auto [Name, Compares] = operatorName(N.Kind);
      std::string Result = define(llvm::Twine(Name) + " i32 " + A + ", " + B);
      if (!Compares) {
        Nodes.push_back(Result);
        continue;
      }
      Bit = Result;
    }
    }
    Nodes.push_back(define("zext i1 " + Bit + " to i32"));
  }
  return Nodes.back();
}

static std::string pointerTo(const model::Location &L) {
  bool Local = L.Space == AddressSpace::Local;
  return std::string("ptr addrspace(") + (Local ? "3" : "1") + ") ";
}

static const model::Location &find(const model::Program &P,
                                   const std::string &Name) {
  return *llvm::find_if(
      P.Locations, [&](const model::Location &L) { return L.Name == Name; });
}

std::string ThreadWriter::address(const Access &A) {
  const model::Location &L = find(P, A.Location.Text);
  if (A.Index.empty())
    return pointerTo(L) + "@" + L.Name;
  return pointerTo(L) + define("getelementptr i32, " + pointerTo(L) + "@" +
                               L.Name + ", i32 " + value(A.Index));
}

std::string ThreadWriter::synchronization(const Statement &S) {
  std::string Text;
  if (llvm::StringRef Name = syncScopeString(S.Reach); !Name.empty())
    Text = " syncscope(\"" + Name.str() + "\")";
  return Text + " " + orderingName(S.Order).str();
}

std::string ThreadWriter::tags(const Statement &S) {
  std::string List;
  if (S.NoAv)
    List += ", !{!\"amdgcn-av\", !\"none\"}";
  for (AddressSpace Space : {AddressSpace::Global, AddressSpace::Local})
    if (S.Tags.has(Space))
      List += ", !{!\"amdgpu-synchronize-as\", !\"" +
              addressSpaceName(Space).str() + "\"}";
  return List.empty() ? "" : ", !mmra !{" + List.substr(2) + "}";
}

void ThreadWriter::writeAccess(const Statement &S) {
  std::string Pointer = address(S.Memory);
  std::string Scope = "metadata !\"" + syncScopeString(S.Reach).str() + "\"";
  std::string Synchronization = synchronization(S);
  bool Atomic = isAtomic(S.Order);
  switch (S.Kind) {
  case StatementKind::Load:
    if (S.Available)
      return assign(S, define("call i32 @llvm.amdgcn.av.load.b32." +
                              llvm::Twine(Pointer[14]) + "(" + Pointer + ", " +
                              Scope + ")"));
    return assign(S, define(llvm::Twine("load ") + (Atomic ? "atomic " : "") +
                            "i32, " + Pointer +
                            (Atomic ? Synchronization + ", align 4" : "") +
                            tags(S)));
  case StatementKind::Store: {
    std::string Value = value(S.Value);
    if (S.Available)
      return line("call void @llvm.amdgcn.av.store.b32." +
                  llvm::Twine(Pointer[14]) + "(" + Pointer + ", i32 " + Value +
                  ", " + Scope + ")");
    return line(llvm::Twine("store ") + (Atomic ? "atomic " : "") + "i32 " +
                Value + ", " + Pointer +
                (Atomic ? Synchronization + ", align 4" : "") + tags(S));
  }
  case StatementKind::ReadModifyWrite:
    return assign(S, define("atomicrmw " + modifyOpName(S.Modify) + " " +
                            Pointer + ", i32 " + value(S.Value) +
                            Synchronization + tags(S)));
  default: {
    std::string Compare = value(S.Compare), Value = value(S.Value);
    std::string Pair =
        define("cmpxchg " + Pointer + ", i32 " + Compare + ", i32 " + Value +
               Synchronization + " " + orderingName(S.FailureOrder) + tags(S));
    return assign(S, define("extractvalue {i32, i1} " + Pair + ", 0"));
  }
  }
}

void ThreadWriter::writeBarrier(const Statement &S, BarrierOp Op,
                                BarrierId Id) {
  std::string Call = "call void @llvm.amdgcn.s.barrier.";
  std::string Number = std::to_string(Id.operand());
  std::string Pointer = "ptr addrspace(3) null";
  if (Id.isNamed() && !Id.isNull())
    Pointer = "ptr addrspace(3) @" + P.NamedBarriers[Id.operand() - 1];
  switch (Op) {
  case BarrierOp::Init:
    return line(Call + "init(" + Pointer + ", i32 " + value(S.Value) + ")");
  case BarrierOp::Join:
    return line(Call + "join(" + Pointer + ")");
  case BarrierOp::Drop:
    return line(Call + "leave(i16 1)");
  case BarrierOp::Arrive:
    if (S.Value.empty())
      return line(Call + "signal(i32 " + Number + ")");
    return line(Call + "signal.var(" + Pointer + ", i32 " + value(S.Value) +
                ")");
  case BarrierOp::ArriveIsFirst: {
    std::string Bit = define(
        "call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 " + Number + ")");
    return assign(S, define("zext i1 " + Bit + " to i32"));
  }
  case BarrierOp::Wait:
    return line(Call + "wait(i16 " + Number + ")");
  case BarrierOp::ArriveWait:
    writeBarrier(S, BarrierOp::Arrive, Id);
    return writeBarrier(S, BarrierOp::Wait, Id);
  }
}

void ThreadWriter::writeBarrier(const Statement &S) {
  BarrierId Id = BarrierId::null();
  if (std::optional<BarrierId> Known =
          model::parsePredefinedBarrier(S.Object.Text))
    Id = *Known;
  else if (!S.Object.empty())
    Id = BarrierId::named(llvm::find(P.NamedBarriers, S.Object.Text) -
                          P.NamedBarriers.begin() + 1);
  writeBarrier(S, S.Barrier, Id);
}

void ThreadWriter::writeAsync(const Statement &S) {
  if (find(P, S.Memory.Location.Text).Space != AddressSpace::Global ||
      find(P, S.Destination.Location.Text).Space != AddressSpace::Local)
    CanBeSaid = false;
  std::string From = address(S.Memory), To = address(S.Destination);
  line("call void @llvm.amdgcn.global.load.async.lds(" + From + ", " + To +
       ")");
}

void ThreadWriter::writeIf(const Statement &S) {
  std::string Bit = truth(value(S.Value));
  std::string Then = newLabel("then"), Else = newLabel("else"),
              Join = newLabel("join");
  line("br i1 " + Bit + ", label %" + Then + ", label %" + Else);
  auto Before = Registers;
  label(Then);
  writeBlock(S.Body);
  line("br label %" + Join);
  std::string ThenEnd = Block;
  auto AfterThen = Registers;
  Registers = Before;
  label(Else);
  writeBlock(S.Else);
  line("br label %" + Join);
  std::string ElseEnd = Block;
  auto AfterElse = Registers;
  label(Join);
  std::set<std::string> Names;
  for (const auto &[Name, V] : AfterThen)
    Names.insert(Name);
  for (const auto &[Name, V] : AfterElse)
    Names.insert(Name);
  for (const std::string &Name : Names) {
    std::string A = AfterThen.count(Name) ? AfterThen[Name] : "0";
    std::string B = AfterElse.count(Name) ? AfterElse[Name] : "0";
    if (A != B)
      A = define("phi i32 [ " + A + ", %" + ThenEnd + " ], [ " + B + ", %" +
                 ElseEnd + " ]");
    Registers[Name] = A;
  }
}

static void assignedIn(const std::vector<Statement> &Body,
                       std::set<std::string> &Names) {
  for (const Statement &S : Body) {
    if (!S.Result.empty())
      Names.insert(S.Result.Text);
    assignedIn(S.Body, Names);
    assignedIn(S.Else, Names);
  }
}

void ThreadWriter::writeWhile(const Statement &S) {
  std::string Head = newLabel("head"), Body = newLabel("body"),
              Done = newLabel("done");
  std::set<std::string> Names;
  assignedIn(S.Body, Names);
  line("br label %" + Head);
  std::string Entry = Block;
  label(Head);
  size_t PhisAt = Out.size();
  std::map<std::string, std::string> Phis, Before = Registers;
  for (const std::string &Name : Names)
    Registers[Name] = Phis[Name] = fresh();
  auto AtHead = Registers;
  std::string Bit = truth(value(S.Value));
  line("br i1 " + Bit + ", label %" + Body + ", label %" + Done);
  label(Body);
  writeBlock(S.Body);
  line("br label %" + Head);
  std::string Text;
  for (const auto &[Name, Phi] : Phis)
    Text += "  " + Phi + " = phi i32 [ " +
            (Before.count(Name) ? Before[Name] : "0") + ", %" + Entry +
            " ], [ " + Registers[Name] + ", %" + Block + " ]\n";
  Out.insert(PhisAt, Text);
  Registers = AtHead;
  label(Done);
}

void ThreadWriter::writeStatement(const Statement &S) {
  switch (S.Kind) {
  case StatementKind::Assign:
    return assign(S, define("add i32 " + value(S.Value) + ", 0"));
  case StatementKind::Load:
  case StatementKind::Store:
  case StatementKind::ReadModifyWrite:
  case StatementKind::CompareExchange:
    return writeAccess(S);
  case StatementKind::Fence:
    return line("fence" + synchronization(S) + tags(S));
  case StatementKind::Barrier:
    return writeBarrier(S);
  case StatementKind::AsyncLoad:
    return writeAsync(S);
  case StatementKind::AsyncMark:
    return line("call void @llvm.amdgcn.asyncmark()");
  case StatementKind::AsyncWait:
    if (S.Value.Nodes.front().Value > 32767)
      CanBeSaid = false;
    return line("call void @llvm.amdgcn.wait.asyncmark(i16 " + value(S.Value) +
                ")");
  case StatementKind::If:
    return writeIf(S);
  case StatementKind::While:
    return writeWhile(S);
  }
}

void ThreadWriter::writeBlock(const std::vector<Statement> &Body) {
  for (const Statement &S : Body)
    writeStatement(S);
}

std::optional<std::string> ThreadWriter::write(const litmus::Thread &T,
                                               const model::Thread &Lowered) {
  Out = "define void @" + Lowered.Name + "() {\nentry:\n";
  writeBlock(T.Body);
  for (const std::string &Name : Lowered.Registers)
    line("%" + Name + ".final = add i32 " +
         (Registers.count(Name) ? Registers[Name] : "0") + ", 0");
  line("ret void");
  Out += "}\n";
  return CanBeSaid ? std::optional(Out) : std::nullopt;
}

static std::string globalOf(const model::Location &L) {
  std::string Type = "i32", Value = "undef";
  if (L.IsArray)
    Type = "[" + std::to_string(L.Size) + " x i32]";
  for (size_t I = 0; I < L.Initial.size(); ++I) {
    std::string Number = std::to_string(L.Initial[I]);
    Value = I == 0 ? "i32 " + Number : Value + ", i32 " + Number;
  }
  if (!L.Initial.empty())
    Value = L.IsArray ? "[" + Value + "]" : Value.substr(4);
  return "@" + L.Name + " = " +
         (L.Space == AddressSpace::Local ? "addrspace(3)" : "addrspace(1)") +
         " global " + Type + " " + Value + "\n";
}

static constexpr llvm::StringLiteral Declarations = R"(
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32)
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32)
declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32)
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3))
declare void @llvm.amdgcn.s.barrier.leave(i16)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3))
declare void @llvm.amdgcn.av.store.b32.1(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32.1(ptr addrspace(1), metadata)
declare void @llvm.amdgcn.av.store.b32.3(ptr addrspace(3), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32.3(ptr addrspace(3), metadata)
; exists (race)
)";

std::optional<std::string> writeIR(const ParsedTest &T,
                                   const model::Program &P) {
  std::string Text;
  for (const model::Location &L : P.Locations)
    Text += globalOf(L);
  for (const std::string &Name : P.NamedBarriers)
    Text += "@" + Name +
            " = addrspace(3) global target(\"amdgcn.named.barrier\", 0) "
            "poison\n";
  for (size_t I = 0; I < T.Threads.size(); ++I) {
    const model::Place &Place = P.Threads[I].Where;
    Text += "; @P" + std::to_string(I) + ": agent " +
            std::to_string(Place.Agent) + " cluster " +
            std::to_string(Place.Cluster) + " workgroup " +
            std::to_string(Place.Workgroup) + " wavefront " +
            std::to_string(Place.Wavefront) + "\n";
    std::optional<std::string> Thread =
        ThreadWriter(P).write(T.Threads[I], P.Threads[I]);
    if (!Thread)
      return std::nullopt;
    Text += *Thread;
  }
  return Text + Declarations.str();
}

} // namespace fencepost::litmus
