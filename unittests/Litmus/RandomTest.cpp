//===- RandomTest.cpp - Random litmus tests -------------------------------===//
#include "RandomTest.h"
#include "fencepost/Model/ProgramText.h"
#include <random>

namespace fencepost::litmus {

using model::ExpressionKind;
using model::FormulaKind;

namespace {
class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}
  ParsedTest test();

private:
  unsigned below(unsigned Limit) { return Random() % Limit; }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  int32_t number() {
    constexpr int32_t Special[] = {0, 1, -1, 2, INT32_MIN, INT32_MAX};
    return chance(80) ? Special[below(6)] : static_cast<int32_t>(Random());
  }
  Ordering ordering(OrderedOp Op) {
    while (true) {
      auto O = static_cast<Ordering>(1 + below(NumOrderings - 1));
      if (isAllowed(O, Op))
        return O;
    }
  }
  Scope scope() {
    return {static_cast<ScopeLevel>(below(NumScopeLevels)), chance(20)};
  }
  Name reg() { return {"r" + std::to_string(below(4)), {}}; }
  Name barrier() {
    static const char *Objects[] = {"workgroup",    "cluster", "null", "trap",
                                    "cluster_trap", "b0",      "b1"};
    return {Objects[below(7)], {}};
  }

  unsigned node(Expression &E, unsigned Depth);
  Expression expression() {
    Expression E;
    node(E, below(5));
    return E;
  }
  Expression constant(int32_t Value) {
    Expression E;
    E.Nodes.emplace_back().Value = Value;
    return E;
  }
  Access access() {
    static const char *Names[] = {"x", "buf", "arr"};
    Access A;
    A.Location.Text = Names[below(3)];
    if (A.Location.Text == "arr")
      A.Index = chance(50) ? constant(below(3)) : expression();
    // A constant that is no element would be refused.
    if (A.Index.Nodes.size() == 1 &&
        A.Index.Nodes[0].Kind == ExpressionKind::Constant)
      A.Index.Nodes[0].Value = below(3);
    return A;
  }
  void orderAndScope(Statement &S, OrderedOp Op) {
    S.Order = ordering(Op);
    S.Reach = scope();
    S.NoAv = chance(20);
  }
  Statement statement(unsigned Depth);
  Statement simpleStatement(StatementKind Kind);
  void barrierStatement(Statement &S);
  std::vector<Statement> block(unsigned Depth);
  void declarations(ParsedTest &T);
  Thread thread(unsigned Number);
  unsigned formula(Condition &C, unsigned Depth);
  FormulaNode atom();

  std::mt19937_64 Random;
  unsigned NumThreads = 0;
};
} // namespace

/// Whether the litmus language writes \p Kind between two operands.
static bool isBinaryOperator(ExpressionKind Kind) {
  const model::OperatorFacts *Row = model::findOperator(Kind);
  return Row && model::findOperator(Row->Spelling) == Row;
}

unsigned Generator::node(Expression &E, unsigned Depth) {
  ExpressionNode N;
  if (Depth == 0) {
    N.Value = number();
    if (chance(50)) {
      N.Value = 0;
      N.Kind = ExpressionKind::Register;
      N.Register = reg().Text;
    }
  } else if (chance(20)) {
    N.Kind = ExpressionKind::Not;
    N.A = node(E, Depth - 1);
  } else {
    do
      N.Kind =
          static_cast<ExpressionKind>(below(numEnumerators<ExpressionKind>()));
    while (!isBinaryOperator(N.Kind));
    N.A = node(E, below(Depth));
    N.B = node(E, below(Depth));
  }
  E.Nodes.push_back(N);
  return E.Nodes.size() - 1;
}

void Generator::barrierStatement(Statement &S) {
  S.Barrier = static_cast<BarrierOp>(below(NumBarrierOps));
  if (S.Barrier == BarrierOp::Drop)
    return;
  if (S.Barrier == BarrierOp::ArriveIsFirst)
    S.Result = reg();
  bool Named = S.Barrier == BarrierOp::Init || S.Barrier == BarrierOp::Join ||
               (S.Barrier == BarrierOp::Arrive && chance(50));
  S.Object = Named ? Name{chance(50) ? "b0" : "b1", {}} : barrier();
  if (S.Barrier == BarrierOp::Init || (Named && S.Barrier == BarrierOp::Arrive))
    S.Value = constant(below(5));
}

Statement Generator::simpleStatement(StatementKind Kind) {
  Statement S;
  S.Kind = Kind;
  switch (Kind) {
  case StatementKind::Assign:
    S.Result = reg();
    S.Value = expression();
    break;
  case StatementKind::Load:
  case StatementKind::Store: {
    bool IsLoad = Kind == StatementKind::Load;
    S.Memory = access();
    if (IsLoad)
      S.Result = reg();
    else
      S.Value = expression();
    S.Available = chance(20);
    if (S.Available)
      S.Reach = scope();
    else if (chance(60))
      orderAndScope(S, IsLoad ? OrderedOp::Load : OrderedOp::Store);
    break;
  }
  case StatementKind::ReadModifyWrite:
    if (chance(70))
      S.Result = reg();
    S.Modify = static_cast<ModifyOp>(below(10));
    S.Memory = access();
    S.Value = expression();
    orderAndScope(S, OrderedOp::ReadModifyWrite);
    break;
  case StatementKind::CompareExchange:
    if (chance(90))
      S.Result = reg();
    S.Memory = access();
    S.Compare = expression();
    S.Value = expression();
    orderAndScope(S, OrderedOp::CmpXchgSuccess);
    S.FailureOrder = ordering(OrderedOp::CmpXchgFailure);
    break;
  case StatementKind::Fence:
    orderAndScope(S, OrderedOp::Fence);
    if (chance(30))
      S.Tags.insert(AddressSpace::Local);
    if (chance(30))
      S.Tags.insert(AddressSpace::Global);
    break;
  case StatementKind::Barrier:
    barrierStatement(S);
    break;
  case StatementKind::AsyncLoad:
    S.Memory = access();
    S.Destination = access();
    break;
  case StatementKind::AsyncWait:
    S.Value = constant(below(4));
    break;
  default:
    break;
  }
  return S;
}

Statement Generator::statement(unsigned Depth) {
  auto Kind = static_cast<StatementKind>(
      below(static_cast<unsigned>(StatementKind::While) + 1));
  bool IsBlock = Kind == StatementKind::If || Kind == StatementKind::While;
  if (!IsBlock)
    return simpleStatement(Kind);
  if (Depth == 0)
    return simpleStatement(StatementKind::Fence);
  Statement S;
  S.Kind = Kind;
  S.Value = expression();
  S.Body = block(Depth - 1);
  if (Kind == StatementKind::If && chance(50))
    S.Else = block(Depth - 1);
  return S;
}

std::vector<Statement> Generator::block(unsigned Depth) {
  std::vector<Statement> Body;
  for (unsigned I = 0, Count = below(5); I < Count; ++I)
    Body.push_back(statement(Depth));
  return Body;
}

void Generator::declarations(ParsedTest &T) {
  for (const char *Location : {"x", "buf", "arr", "b0", "b1"}) {
    Declaration D;
    D.Name.Text = Location;
    if (D.Name.Text[0] == 'b' && D.Name.Text != "buf") {
      D.Kind = DeclarationKind::Barrier;
    } else {
      D.Kind = D.Name.Text == "buf" ? DeclarationKind::Local
                                    : DeclarationKind::Global;
      D.IsArray = D.Name.Text == "arr";
      D.Size = D.IsArray ? 3 : 1;
      D.InitialIsList = D.IsArray && chance(50);
      for (unsigned I = 0; I < (D.InitialIsList ? 3u : below(2)); ++I)
        D.Initial.push_back(number());
    }
    T.Declarations.push_back(D);
  }
}

Thread Generator::thread(unsigned Number) {
  Thread T;
  T.Name.Text = "P" + std::to_string(Number);
  for (ScopeLevel Level : {ScopeLevel::Agent, ScopeLevel::Cluster,
                           ScopeLevel::Workgroup, ScopeLevel::Wavefront})
    if (chance(40))
      T.Placed.push_back({Level, below(3), {}});
  // The condition may ask for every register.
  for (unsigned I = 0; I < 4; ++I) {
    Statement S;
    S.Result.Text = "r" + std::to_string(I);
    S.Value = constant(number());
    T.Body.push_back(S);
  }
  for (Statement &S : block(3))
    T.Body.push_back(std::move(S));
  return T;
}

FormulaNode Generator::atom() {
  FormulaNode N;
  N.Kind = static_cast<FormulaKind>(below(7));
  bool IsRegister = N.Kind == FormulaKind::RegisterIs ||
                    N.Kind == FormulaKind::RegisterIsUndef;
  bool IsLocation = N.Kind == FormulaKind::LocationIs ||
                    N.Kind == FormulaKind::LocationIsUndef;
  if (IsRegister)
    N.Name = reg();
  if (IsLocation)
    N.Name.Text = access().Location.Text;
  if (N.Name.Text == "arr")
    N.Element = below(3);
  if (IsRegister || N.Name.Text == "buf")
    N.Thread.Text = "P" + std::to_string(below(NumThreads));
  if (N.Kind == FormulaKind::RegisterIs || N.Kind == FormulaKind::LocationIs)
    N.Value = number();
  return N;
}

unsigned Generator::formula(Condition &C, unsigned Depth) {
  FormulaNode N;
  if (Depth == 0) {
    N = atom();
  } else if (chance(30)) {
    N.Kind = FormulaKind::Not;
    N.A = formula(C, Depth - 1);
  } else {
    N.Kind = chance(50) ? FormulaKind::And : FormulaKind::Or;
    N.A = formula(C, below(Depth));
    N.B = formula(C, below(Depth));
  }
  C.Nodes.push_back(N);
  return C.Nodes.size() - 1;
}

ParsedTest Generator::test() {
  ParsedTest T;
  T.Name = "random+" + std::to_string(below(1000));
  if (chance(50))
    T.Description = "quotes \" and \\ backslashes";
  declarations(T);
  NumThreads = 1 + below(4);
  for (unsigned I = 0; I < NumThreads; ++I)
    T.Threads.push_back(thread(I));
  T.Final.Kind = static_cast<model::Quantifier>(below(3));
  formula(T.Final, below(5));
  return T;
}

ParsedTest randomTest(uint64_t Seed) { return Generator(Seed).test(); }

} // namespace fencepost::litmus
