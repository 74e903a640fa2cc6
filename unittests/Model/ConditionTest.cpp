//===- ConditionTest.cpp - Judging a final state --------------------------===//
// Every connective on every pair of truth values, and every atom on numbers,
// undef and pseudo-states (docs/model.md M17, B7).
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Condition.h"
#include "gtest/gtest.h"

namespace fencepost::model {

/// Two threads with registers a; b, c and an array x[2].
static Program program() {
  Program P;
  Location X;
  X.Name = "x";
  X.IsArray = true;
  X.Size = 2;
  P.Locations = {X};
  P.Threads.resize(2);
  P.Threads[0].Name = "P0";
  P.Threads[0].Registers = {"a"};
  P.Threads[1].Name = "P1";
  P.Threads[1].Registers = {"b", "c"};
  return P;
}

static Formula atom(FormulaKind Kind) {
  Formula F;
  F.Kind = Kind;
  return F;
}

static Formula registerIs(unsigned Thread, unsigned Index, int32_t Value) {
  Formula F = atom(FormulaKind::RegisterIs);
  F.Thread = Thread;
  F.Register = Index;
  F.Value = Value;
  return F;
}

static Formula connect(FormulaKind Kind, unsigned A, unsigned B = None) {
  Formula F = atom(Kind);
  F.A = A;
  F.B = B;
  return F;
}

static Outcome state(Value A, Value B, Value C, Value X) {
  Outcome O;
  O.Registers = {A, B, C};
  O.Locations = {X};
  return O;
}

static Condition conditionOf(std::vector<Formula> Nodes,
                             Quantifier Kind = Quantifier::Exists) {
  Condition C;
  C.Kind = Kind;
  C.Observed = {{0, 1, 0}};
  C.Nodes = std::move(Nodes);
  return C;
}

/// A value for which `= 1` is false, maybe, true.
static Value valueFor(int Truth) {
  return Truth == 1 ? Value::undef() : Value::of(Truth == 2);
}

TEST(Condition, ConnectivesAreKleenes) {
  for (int A = 0; A < 3; ++A)
    for (int B = 0; B < 3; ++B) {
      Outcome O = state(valueFor(A), valueFor(B), Value::of(0), Value::of(0));
      auto Judge = [&](FormulaKind Kind) {
        return static_cast<int>(evaluate(
            conditionOf(
                {registerIs(0, 0, 1), registerIs(1, 1, 1),
                 connect(Kind, 0, Kind == FormulaKind::Not ? None : 1)}),
            O));
      };
      EXPECT_EQ(Judge(FormulaKind::And), std::min(A, B));
      EXPECT_EQ(Judge(FormulaKind::Or), std::max(A, B));
      EXPECT_EQ(Judge(FormulaKind::Not), 2 - A);
    }
}

TEST(Condition, MaybeCountsForExistsAndNotForForall) {
  Outcome O = state(Value::undef(), Value::of(0), Value::of(0), Value::of(0));
  EXPECT_TRUE(isPositive(conditionOf({registerIs(0, 0, 1)}), O));
  EXPECT_TRUE(
      isPositive(conditionOf({registerIs(0, 0, 1)}, Quantifier::NotExists), O));
  EXPECT_FALSE(
      isPositive(conditionOf({registerIs(0, 0, 1)}, Quantifier::Forall), O));
}

TEST(Condition, UndefAtomsAreTwoValued) {
  Formula Register = atom(FormulaKind::RegisterIsUndef);
  Register.Thread = 1;
  Register.Register = 2;
  Formula Location = atom(FormulaKind::LocationIsUndef);
  Location.Observed = 0;
  Outcome O = state(Value::of(0), Value::of(0), Value::undef(), Value::of(3));
  EXPECT_EQ(evaluate(conditionOf({Register}), O), Kleene::True);
  EXPECT_EQ(evaluate(conditionOf({Location}), O), Kleene::False);
  Formula Formula = atom(FormulaKind::LocationIs);
  Formula.Observed = 0;
  Formula.Value = 3;
  EXPECT_EQ(evaluate(conditionOf({Formula}), O), Kleene::True);
}

TEST(Condition, APseudoStateHasNoValues) {
  Outcome O;
  O.Undefined.insert(Undefined::Hang);
  O.Race = true;
  Formula Location = atom(FormulaKind::LocationIsUndef);
  Location.Observed = 0;
  EXPECT_EQ(evaluate(conditionOf({registerIs(0, 0, 0)}), O), Kleene::False);
  EXPECT_EQ(evaluate(conditionOf({Location}), O), Kleene::False);
  EXPECT_EQ(
      evaluate(conditionOf({registerIs(0, 0, 0), connect(FormulaKind::Not, 0)}),
               O),
      Kleene::True);
  EXPECT_EQ(evaluate(conditionOf({atom(FormulaKind::Hang)}), O), Kleene::True);
  EXPECT_EQ(evaluate(conditionOf({atom(FormulaKind::Undefined)}), O),
            Kleene::True);
  EXPECT_EQ(evaluate(conditionOf({atom(FormulaKind::Race)}), O), Kleene::True);
  Outcome Other;
  Other.Undefined.insert(Undefined::DropRace);
  EXPECT_EQ(evaluate(conditionOf({atom(FormulaKind::Hang)}), Other),
            Kleene::False);
  EXPECT_EQ(evaluate(conditionOf({atom(FormulaKind::Undefined)}), Other),
            Kleene::True);
}

TEST(Condition, PrintsAsHerdDoes) {
  Program P = program();
  EXPECT_EQ(registerIndex(P, 1, 1), 2u);
  Formula Formula = atom(FormulaKind::LocationIs);
  Formula.Observed = 0;
  Formula.Value = -2;
  EXPECT_EQ(str(conditionOf({registerIs(1, 2, 1), Formula,
                             connect(FormulaKind::And, 0, 1)}),
                P),
            "exists (1:c=1 /\\ [x[1]]=-2)");
  EXPECT_EQ(
      str(conditionOf({registerIs(0, 0, 1), atom(FormulaKind::Race),
                       connect(FormulaKind::Or, 0, 1),
                       connect(FormulaKind::Not, 2), atom(FormulaKind::Hang),
                       connect(FormulaKind::And, 4, 2),
                       connect(FormulaKind::Or, 3, 5)},
                      Quantifier::NotExists),
          P),
      "~exists (not (0:a=1 \\/ race) \\/ hang /\\ (0:a=1 \\/ race))");
}

} // namespace fencepost::model
