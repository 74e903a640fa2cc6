//===- Solver.cpp - Satisfiability of conditions, by Z3 -------------------===//
// Terms become Z3 expressions once each, for the life of the solver. Conditions
// are 1-bit vectors on our side and Booleans on Z3's where that is free of
// cost: comparisons, and, or, not. See Solver.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Solver.h"
#include "Z3Library.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "fencepost/Symbolic/ValueSearch.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost::sym {

using view::ValueKind;

/// Z3 would end the program; the error code is checked instead.
static void keepGoing(Z3_context, Z3_error_code) {}

struct Solver::Z3 {
  Z3(const TermTable &Terms, const Z3Library &Z) : Terms(Terms), Z(Z) {
    Z3_config Config = Z.mk_config();
    Context = Z.mk_context(Config);
    Z.del_config(Config);
    Z.set_error_handler(Context, keepGoing);
  }
  ~Z3() { Z.del_context(Context); }

  Z3_ast translated(TermId Root);
  Answer ask(Z3_ast Condition, llvm::ArrayRef<TermId> Symbols, unsigned Work,
             Assignment &Values);

private:
  Z3_ast number(uint64_t Value, unsigned Bits) {
    return Z.mk_unsigned_int64(Context, Value, Z.mk_bv_sort(Context, Bits));
  }
  Z3_ast asBool(TermId Id);
  Z3_ast asBits(TermId Id);
  Z3_ast made(TermId Id);
  Z3_ast madeOperator(const Term &T);
  Z3_ast binary(ValueKind Op, Z3_ast A, Z3_ast B);
  Z3_ast comparison(ValueKind Op, Z3_ast A, Z3_ast B);
  void assertLimits(Z3_solver S, TermId Id);
  bool addNeeds(TermId Id, llvm::SmallVectorImpl<TermId> &Stack) const;
  void read(Z3_model Model, llvm::ArrayRef<TermId> Symbols, Assignment &Values);

  const TermTable &Terms;
  const Z3Library &Z;
  Z3_context Context;
  llvm::DenseMap<TermId, Z3_ast> Expressions; ///< One bit: a Boolean.
};

Solver::Solver(const TermTable &Terms, SolverLimits Limits)
    : Terms(Terms), Limits(Limits) {}
Solver::~Solver() = default;

Z3_ast Solver::Z3::asBool(TermId Id) { return Expressions.lookup(Id); }

Z3_ast Solver::Z3::asBits(TermId Id) {
  Z3_ast A = Expressions.lookup(Id);
  if (Terms.bits(Id) != 1)
    return A;
  Z3_ast One = number(1, 1), Zero = number(0, 1);
  return Z.mk_ite(Context, A, One, Zero);
}

Z3_ast Solver::Z3::comparison(ValueKind Op, Z3_ast A, Z3_ast B) {
  switch (Op) {
  case ValueKind::Eq:
    return Z.mk_eq(Context, A, B);
  case ValueKind::Ne:
    return Z.mk_not(Context, Z.mk_eq(Context, A, B));
  case ValueKind::ULt:
    return Z.mk_bvult(Context, A, B);
  case ValueKind::ULe:
    return Z.mk_bvule(Context, A, B);
  case ValueKind::SLt:
    return Z.mk_bvslt(Context, A, B);
  case ValueKind::SLe:
    return Z.mk_bvsle(Context, A, B);
  default:
    return nullptr;
  }
}

Z3_ast Solver::Z3::binary(ValueKind Op, Z3_ast A, Z3_ast B) {
  switch (Op) {
  case ValueKind::Add:
    return Z.mk_bvadd(Context, A, B);
  case ValueKind::Sub:
    return Z.mk_bvsub(Context, A, B);
  case ValueKind::Mul:
    return Z.mk_bvmul(Context, A, B);
  case ValueKind::UDiv:
    return Z.mk_bvudiv(Context, A, B);
  case ValueKind::SDiv:
    return Z.mk_bvsdiv(Context, A, B);
  case ValueKind::URem:
    return Z.mk_bvurem(Context, A, B);
  case ValueKind::SRem:
    return Z.mk_bvsrem(Context, A, B);
  case ValueKind::And:
    return Z.mk_bvand(Context, A, B);
  case ValueKind::Or:
    return Z.mk_bvor(Context, A, B);
  case ValueKind::Xor:
    return Z.mk_bvxor(Context, A, B);
  case ValueKind::Shl:
    return Z.mk_bvshl(Context, A, B);
  case ValueKind::LShr:
    return Z.mk_bvlshr(Context, A, B);
  case ValueKind::AShr:
    return Z.mk_bvashr(Context, A, B);
  default:
    llvm_unreachable("not an operator of two numbers");
  }
}

/// One-bit arithmetic other than And, Or, Xor goes through 1-bit vectors.
Z3_ast Solver::Z3::madeOperator(const Term &T) {
  if (T.Op == ValueKind::Select)
    return Z.mk_ite(Context, asBool(T.A), Expressions.lookup(T.B),
                    Expressions.lookup(T.C));
  unsigned From = Terms.bits(T.A);
  if (T.Op == ValueKind::ZExt)
    return Z.mk_zero_ext(Context, T.Bits - From, asBits(T.A));
  if (T.Op == ValueKind::SExt)
    return Z.mk_sign_ext(Context, T.Bits - From, asBits(T.A));
  Z3_ast Result;
  if (T.Op == ValueKind::Trunc) {
    Result = Z.mk_extract(Context, T.Bits - 1, 0, asBits(T.A));
  } else if (From == 1 && T.Op >= ValueKind::And && T.Op <= ValueKind::Xor) {
    Z3_ast Both[] = {asBool(T.A), asBool(T.B)};
    if (T.Op == ValueKind::Xor)
      return Z.mk_xor(Context, Both[0], Both[1]);
    return T.Op == ValueKind::And ? Z.mk_and(Context, 2, Both)
                                  : Z.mk_or(Context, 2, Both);
  } else {
    Z3_ast A = asBits(T.A), B = asBits(T.B);
    if (Z3_ast Compared = comparison(T.Op, A, B))
      return Compared;
    Result = binary(T.Op, A, B);
  }
  return T.Bits == 1 ? Z.mk_eq(Context, Result, number(1, 1)) : Result;
}

Z3_ast Solver::Z3::made(TermId Id) {
  const Term &T = Terms[Id];
  if (T.Form == TermForm::Operator)
    return madeOperator(T);
  Z3_ast Result = nullptr;
  if (T.Form == TermForm::Symbol) {
    std::string Name = ("t" + llvm::Twine(Id.index())).str();
    Z3_symbol Symbol = Z.mk_string_symbol(Context, Name.c_str());
    Result = Z.mk_const(Context, Symbol, Z.mk_bv_sort(Context, T.Bits));
  } else {
    Result = number(T.Number, T.Bits);
    for (const Summand &Part : T.Parts) {
      Z3_ast Term = asBits(Part.Term);
      if (Part.Times != 1)
        Term = Z.mk_bvmul(Context, number(Part.Times, T.Bits), Term);
      Result = Z.mk_bvadd(Context, Result, Term);
    }
  }
  return T.Bits == 1 ? Z.mk_eq(Context, Result, number(1, 1)) : Result;
}

/// Pushes the operands of \p Id that are not made yet; true if there are any.
bool Solver::Z3::addNeeds(TermId Id,
                          llvm::SmallVectorImpl<TermId> &Stack) const {
  size_t Before = Stack.size();
  for (TermId Operand : Terms.operands(Id))
    if (!Expressions.count(Operand))
      Stack.push_back(Operand);
  return Stack.size() != Before;
}

Z3_ast Solver::Z3::translated(TermId Root) {
  llvm::SmallVector<TermId, 16> Stack{Root};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    if (Expressions.count(Id)) {
      Stack.pop_back();
      continue;
    }
    if (addNeeds(Id, Stack))
      continue;
    Stack.pop_back();
    Z3_ast Result = made(Id);
    Expressions[Id] = Result;
  }
  return asBool(Root);
}

void Solver::Z3::read(Z3_model Model, llvm::ArrayRef<TermId> Symbols,
                      Assignment &Values) {
  for (TermId Id : Symbols) {
    Z3_ast Value = nullptr;
    uint64_t Number = 0;
    if (Z.model_eval(Context, Model, asBits(Id), true, &Value))
      Z.get_numeral_uint64(Context, Value, &Number);
    Values[Id] = Number;
  }
}

/// Terms were simplified by their intervals, which the condition may therefore
/// not contain.
void Solver::Z3::assertLimits(Z3_solver S, TermId Id) {
  const Term &T = Terms[Id];
  Z3_ast Symbol = asBits(Id);
  auto Number = [&](uint64_t N) { return number(N, T.Bits); };
  if (T.Limits.Low > 0)
    Z.solver_assert(Context, S,
                    Z.mk_bvuge(Context, Symbol, Number(T.Limits.Low)));
  if (T.Limits.High != view::truncated(~uint64_t(0), T.Bits))
    Z.solver_assert(Context, S,
                    Z.mk_bvule(Context, Symbol, Number(T.Limits.High)));
}

Answer Solver::Z3::ask(Z3_ast Condition, llvm::ArrayRef<TermId> Symbols,
                       unsigned Work, Assignment &Values) {
  Z3_solver S =
      Z.mk_solver_for_logic(Context, Z.mk_string_symbol(Context, "QF_BV"));
  Z.solver_inc_ref(Context, S);
  Z3_params Params = Z.mk_params(Context);
  Z.params_inc_ref(Context, Params);
  auto Set = [&](const char *Name, unsigned Value) {
    Z.params_set_uint(Context, Params, Z.mk_string_symbol(Context, Name),
                      Value);
  };
  Set("rlimit", Work);
  Set("random_seed", 1);
  // Ctrl-C is to end the program, not the search.
  Z.params_set_bool(Context, Params, Z.mk_string_symbol(Context, "ctrl_c"),
                    false);
  Z.solver_set_params(Context, S, Params);
  Z.solver_assert(Context, S, Condition);
  for (TermId Id : Symbols)
    assertLimits(S, Id);
  Z3_lbool Result = Z.solver_check(Context, S);
  bool Failed = Z.get_error_code(Context) != Z3_OK;
  if (Result == Z3_L_TRUE && !Failed) {
    Z3_model Model = Z.solver_get_model(Context, S);
    Z.model_inc_ref(Context, Model);
    read(Model, Symbols, Values);
    Z.model_dec_ref(Context, Model);
    Failed = Z.get_error_code(Context) != Z3_OK;
  }
  Z.params_dec_ref(Context, Params);
  Z.solver_dec_ref(Context, S);
  if (Failed || Result == Z3_L_UNDEF)
    return Answer::GaveUp;
  return Result == Z3_L_TRUE ? Answer::Yes : Answer::No;
}

/// True if both a conjunct of \p Condition and its negation are required.
static bool contradictsItself(const TermTable &Terms, TermId Condition) {
  llvm::SmallVector<TermId, 16> Parts = conjunctsOf(Terms, Condition);
  return llvm::any_of(Parts, [&](TermId Id) {
    const Term &T = Terms[Id];
    bool IsNegated = T.Form == TermForm::Operator && T.Op == ValueKind::Xor &&
                     T.Bits == 1 && T.B == TermTable::True;
    return IsNegated && llvm::binary_search(Parts, T.A);
  });
}

Answer Solver::ask(TermId Condition, Assignment *Values, unsigned Work) {
  auto It = Cache.try_emplace(Condition).first;
  CachedAnswer &Result = It->second;
  if (Result.Reply == Answer::GaveUp && Result.Work < Work) {
    Result.Work = Work;
    if (std::optional<uint64_t> Known = Terms.constantOf(Condition)) {
      Result.Reply = *Known ? Answer::Yes : Answer::No;
    } else if (contradictsItself(Terms, Condition)) {
      Result.Reply = Answer::No;
    } else {
      llvm::SmallVector<TermId, 8> Symbols;
      llvm::DenseMap<TermId, bool> Seen;
      Terms.forEachSymbol(Condition, Seen,
                          [&](TermId Id) { Symbols.push_back(Id); });
      ++Questions;
      const Z3Library *Z = loadZ3();
      if (!Z) {
        Missing = true;
        return Answer::GaveUp;
      }
      if (!Impl)
        Impl = std::make_unique<Z3>(Terms, *Z);
      Result.Reply =
          Impl->ask(Impl->translated(Condition), Symbols, Work, Result.Values);
    }
  }
  if (Values && Result.Reply == Answer::Yes)
    *Values = Result.Values;
  return Result.Reply;
}

} // namespace fencepost::sym
