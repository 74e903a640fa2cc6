//===- WitnessLitmus.cpp - A race as a litmus test ------------------------===//
// See WitnessLitmus.h. Statements are values of the litmus language, printed by
// its printer; the comments beside them say where they come from.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/WitnessLitmus.h"
#include "fencepost/Check/WitnessSteps.h"
#include "fencepost/Litmus/Names.h"
#include "fencepost/Litmus/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::check {

using litmus::Statement;
using litmus::StatementKind;
using lower::OpKind;
using namespace view;

bool isRaceKind(FindingKind Kind) {
  return Kind == FindingKind::LdsRace || Kind == FindingKind::GlobalRace ||
         Kind == FindingKind::BarrierWithoutFence ||
         Kind == FindingKind::FenceTooNarrow ||
         Kind == FindingKind::AsyncNotComplete;
}

/// Names in LLVM IR may hold anything; what ends a line or a text does not.
static std::string onOneLine(llvm::StringRef Text) {
  std::string Result = Text.str();
  for (char &C : Result)
    if (!llvm::isPrint(C) || C == '"' || C == '\\')
      C = '?';
  return Result;
}

/// The register that takes what is read.
static constexpr llvm::StringLiteral ResultName = "r0";

static std::string locationName(llvm::StringRef Object) {
  std::string Name = Object.str();
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  if (Name.empty() || llvm::isDigit(Name.front()) || litmus::isKeyword(Name) ||
      litmus::isThreadName(Name) || Name == ResultName)
    Name = "m_" + Name;
  return Name;
}

static std::string testName(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C) && C != '.' && C != '-')
      C = '_';
  return Result;
}

/// "tile.cl:12:5"; \p File is the one that was read.
static std::string placeOf(const SyncView &View, Site At,
                           llvm::StringRef File) {
  const Place &Where = At.in(View).Where;
  if (Where.Line == 0)
    return "block " + onOneLine(View.Blocks[At.Block].Name);
  File = llvm::sys::path::filename(Where.File.empty() ? File : Where.File);
  std::string Line = llvm::utostr(Where.Line);
  std::string Result =
      File.empty() ? "line " + Line : onOneLine(File) + ":" + Line;
  return Where.Column ? Result + ":" + llvm::utostr(Where.Column) : Result;
}

static std::string triple(llvm::ArrayRef<uint64_t> Of) {
  return "(" + llvm::utostr(Of[0]) + ", " + llvm::utostr(Of[1]) + ", " +
         llvm::utostr(Of[2]) + ")";
}

static litmus::Expression number(int32_t Value) {
  litmus::Expression E;
  E.Nodes.emplace_back().Value = Value;
  return E;
}

static litmus::Expression result() {
  litmus::Expression E;
  E.Nodes.emplace_back().Kind = model::ExpressionKind::Register;
  E.Nodes.back().Register = ResultName;
  return E;
}

/// What the model does not have is done by an operation that it has: for races
/// it makes no difference which.
static model::ModifyOp modifyOp(lower::ModifyOp Op) {
  static constexpr model::ModifyOp Rows[lower::NumModifyOps] = {
      model::ModifyOp::Xchg, model::ModifyOp::Add, model::ModifyOp::Sub,
      model::ModifyOp::And,  model::ModifyOp::Or,  model::ModifyOp::Xor,
      model::ModifyOp::Max,  model::ModifyOp::Min, model::ModifyOp::UMax,
      model::ModifyOp::UMin, model::ModifyOp::Add, model::ModifyOp::Sub,
      model::ModifyOp::Xchg};
  return Rows[static_cast<unsigned>(Op)];
}

namespace {

class TestWriter {
public:
  TestWriter(const SyncView &View, const Finding &F, const WitnessSteps &Steps,
             llvm::StringRef File)
      : View(View), F(F), W(*F.Shown), Steps(Steps), File(File),
        Raced(View.Objects[F.First.in(View).Object]),
        Location(locationName(Raced.Name)) {}

  std::string text(llvm::StringRef Name);

private:
  // Accesses: 0 is the first one of the finding, 1 the second.
  AccessSite site(unsigned Access) const { return Access ? F.Second : F.First; }
  bool isTransfer(unsigned Access) const {
    return site(Access).At.in(View).Kind == EventKind::Transfer;
  }
  std::string place(Site At) const { return placeOf(View, At, File); }
  /// The other side of a transfer.
  std::string other(unsigned Access) const {
    return Location + (site(Access).Destination ? "_from_" : "_to_") +
           llvm::utostr(Access);
  }
  void comments();
  void actor(unsigned Access);
  void declarations();
  void thread(unsigned Thread);
  void step(WitnessStep Step);
  void line(const Statement &S, Site At);
  Statement plain(StatementKind Kind, const std::string &On) const;
  void access(unsigned Access);
  void transfer(unsigned Access);
  static Statement operation(const lower::Operation &Op, StatementKind Kind);

  const SyncView &View;
  const Finding &F;
  const Witness &W;
  const WitnessSteps &Steps;
  llvm::StringRef File;
  const Object &Raced;
  std::string Location;
  std::string Text;
  llvm::raw_string_ostream OS{Text};
};

const char *verbOf(const Touch &T) {
  return T.Reads && T.Writes ? "updates" : T.Writes ? "writes" : "reads";
}

void TestWriter::actor(unsigned Access) {
  const Actor &A = W.Threads[Access];
  unsigned Thread = std::min<unsigned>(Access, Steps.Threads.size() - 1);
  OS << "// P" << Thread << ": work-item "
     << triple({A.Id[0], A.Id[1], A.Id[2]}) << " of wave "
     << Steps.Threads[Thread].Wave << ' ' << verbOf(site(Access).in(View))
     << " it at " << place(site(Access).At);
  llvm::ListSeparator Comma(", ");
  if (!A.Iterations.empty())
    OS << ", iteration ";
  for (auto [Loop, Count] : A.Iterations)
    OS << Comma << Count;
  OS << '\n';
}

void TestWriter::comments() {
  bool IsLds = Raced.Space == AddressSpace::Local;
  OS << "// Kernel " << onOneLine(View.Kernel) << ": a race on byte "
     << W.Byte - Raced.Base << " of " << (IsLds ? "LDS" : "global memory")
     << " '" << onOneLine(Raced.Name) << "'.\n";
  for (unsigned Access : {0u, 1u})
    actor(Access);
  OS << "// Work-group " << triple(W.Group) << " has " << W.Size[0] << " x "
     << W.Size[1] << " x " << W.Size[2] << " work-items in waves of "
     << View.WaveSize << '.';
  for (auto [Argument, Value] : W.Arguments)
    OS << " Argument " << Argument << " is " << Value << '.';
  OS << '\n';
  if (!F.Reason.empty())
    OS << "// The reason: " << onOneLine(F.Reason) << ".\n";
}

void TestWriter::declarations() {
  bool IsLds = Raced.Space == AddressSpace::Local;
  OS << "{ " << (IsLds ? "local " : "global ") << Location << " = 0;";
  for (unsigned Access : {0u, 1u})
    if (isTransfer(Access))
      OS << (IsLds ? " global " : " local ") << other(Access) << " = 0;";
  OS << " }\n";
}

void TestWriter::line(const Statement &S, Site At) {
  std::string Head = litmus::printHead(S);
  OS << "  " << llvm::left_justify(Head, 40) << " // " << place(At) << '\n';
}

Statement TestWriter::plain(StatementKind Kind, const std::string &On) const {
  Statement S;
  S.Kind = Kind;
  S.Memory.Location.Text = On;
  if (Kind == StatementKind::Load)
    S.Result.Text = ResultName;
  return S;
}

/// The parts of an operation that the language spells the same way.
Statement TestWriter::operation(const lower::Operation &Op,
                                StatementKind Kind) {
  Statement S;
  S.Kind = Kind;
  S.Order = Op.Order;
  S.FailureOrder = Op.FailureOrder;
  S.Reach = Op.Reach;
  S.NoAv = Op.Tags.NoAv;
  return S;
}

/// LDS DMA is a load and a store, for LLVM adds the waits it needs; what is
/// tracked by marks alone is asynchronous (spec/003).
void TestWriter::transfer(unsigned Access) {
  AccessSite At = site(Access);
  std::string From = Location, To = other(Access);
  if (At.Destination)
    std::swap(From, To);
  if (At.At.in(View).Op.Kind == OpKind::AsyncLoad) {
    Statement S = plain(StatementKind::AsyncLoad, From);
    S.Destination.Location.Text = To;
    return line(S, At.At);
  }
  line(plain(StatementKind::Load, From), At.At);
  Statement Store = plain(StatementKind::Store, To);
  Store.Value = result();
  line(Store, At.At);
}

void TestWriter::access(unsigned Access) {
  if (isTransfer(Access))
    return transfer(Access);
  AccessSite At = site(Access);
  const lower::Operation &Op = At.At.in(View).Op;
  Statement S =
      plain(At.in(View).Writes ? StatementKind::Store : StatementKind::Load,
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
    S.Modify = modifyOp(Op.Modify);
  }
  // Different values; a compare-and-swap succeeds on what was there first.
  if (S.Kind != StatementKind::Load)
    S.Value = number(Access + 1);
  if (S.Kind == StatementKind::CompareExchange)
    S.Compare = number(0);
  line(S, At.At);
}

void TestWriter::step(WitnessStep Step) {
  if (Step.Access)
    return access(*Step.Access);
  const Event &E = Step.At.in(View);
  Statement S;
  switch (E.Kind) {
  case EventKind::Fence:
    S = operation(E.Op, StatementKind::Fence);
    S.FailureOrder = Ordering::NotAtomic;
    S.Tags = E.Op.Tags.Synchronize;
    return line(S, Step.At);
  case EventKind::Barrier:
    S.Kind = StatementKind::Barrier;
    S.Barrier = E.Op.Action == BarrierOp::ArriveIsFirst ? BarrierOp::Arrive
                                                        : E.Op.Action;
    if (S.Barrier != BarrierOp::ArriveWait)
      S.Object.Text = "workgroup";
    return line(S, Step.At);
  case EventKind::AsyncMark:
  case EventKind::AsyncWait:
    S.Kind = E.Kind == EventKind::AsyncMark ? StatementKind::AsyncMark
                                            : StatementKind::AsyncWait;
    if (E.Kind == EventKind::AsyncWait)
      S.Value = number(E.Op.Marks);
    return line(S, Step.At);
  default:
    OS << "  // " << onOneLine(E.Text) << " at " << place(Step.At)
       << " is no fence\n";
  }
}

/// Marks and waits for them say nothing in a thread without a transfer.
void TestWriter::thread(unsigned Thread) {
  const WitnessThread &T = Steps.Threads[Thread];
  bool Transfers = llvm::any_of(T.Steps, [&](WitnessStep Step) {
    return Step.Access && isTransfer(*Step.Access);
  });
  OS << "thread P" << Thread << " @ wavefront " << T.Wave << " {\n";
  for (WitnessStep Step : T.Steps) {
    EventKind Kind = Step.At.in(View).Kind;
    if (Transfers ||
        (Kind != EventKind::AsyncMark && Kind != EventKind::AsyncWait))
      step(Step);
  }
  OS << "}\n";
}

std::string TestWriter::text(llvm::StringRef Name) {
  comments();
  OS << "AMDGPU " << testName(Name) << '\n';
  declarations();
  for (unsigned Thread = 0; Thread < Steps.Threads.size(); ++Thread)
    thread(Thread);
  OS << "exists (race)\n";
  return std::move(Text);
}

} // namespace

std::optional<std::string> litmusOf(const SyncView &View, const Finding &F,
                                    llvm::StringRef Name,
                                    llvm::StringRef File) {
  if (!isRaceKind(F.Kind) || !F.Shown || F.Played)
    return std::nullopt;
  std::optional<WitnessSteps> Steps = witnessSteps(View, F);
  if (!Steps)
    return std::nullopt;
  return TestWriter(View, F, *Steps, File).text(Name);
}

} // namespace fencepost::check
