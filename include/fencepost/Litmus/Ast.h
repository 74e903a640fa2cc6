//===- Ast.h - A litmus test as it is written -----------------------------===//
// The syntax of docs/litmus.md, "A test" as values: names are not yet looked
// up, and statements nest. Printer.h writes a test, Parser.h reads one,
// LitmusTest.h makes a program of it. Trees of expressions and formulas are
// lists in which operands stand before their operator, so nothing here is deep
// but blocks, whose nesting is limited.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_AST_H
#define FENCEPOST_LITMUS_AST_H

#include "fencepost/Litmus/Source.h"
#include "fencepost/Model/Condition.h"
#include "fencepost/Model/Program.h"
#include <optional>

namespace fencepost::litmus {

/// A name that is not looked up yet; empty where there is none.
struct Name {
  std::string Text;
  Spot Where;

  bool empty() const { return Text.empty(); }
  bool operator==(const Name &) const = default;
};

struct ExpressionNode {
  model::ExpressionKind Kind = model::ExpressionKind::Constant;
  int32_t Value = 0;
  std::string Register;
  unsigned A = model::None, B = model::None; ///< Nodes before this one.
  Spot Where;

  bool operator==(const ExpressionNode &) const = default;
};

/// The last node is the root; without nodes there is no expression.
struct Expression {
  std::vector<ExpressionNode> Nodes;

  bool empty() const { return Nodes.empty(); }
  bool operator==(const Expression &) const = default;
};

/// `x` or `x[e]`.
struct Access {
  Name Location;
  Expression Index;

  bool operator==(const Access &) const = default;
};

enum class StatementKind : uint8_t {
  Assign,
  Load,
  Store,
  ReadModifyWrite,
  CompareExchange,
  Fence,
  Barrier,
  AsyncLoad,
  AsyncMark,
  AsyncWait,
  If,
  While,
};

/// The members mean what they mean in model::Instruction.
struct Statement {
  StatementKind Kind = StatementKind::Assign;
  Spot Where;
  Name Result;
  Access Memory;
  Access Destination; ///< AsyncLoad only.
  Expression Value;   ///< The condition of If and While; a barrier's count.
  Expression Compare;
  ModifyOp Modify = ModifyOp::Xchg;
  Ordering Order = Ordering::NotAtomic;
  Ordering FailureOrder = Ordering::NotAtomic;
  Spot OrderWhere, FailureOrderWhere;
  Scope Reach;
  bool Available = false;
  bool NoAv = false;
  AddressSpaceSet Tags;
  BarrierOp Barrier = BarrierOp::Wait;
  Name Object; ///< Barrier only; none for a leave.
  std::vector<Statement> Body;
  std::vector<Statement> Else;

  bool operator==(const Statement &) const = default;
};

enum class DeclarationKind : uint8_t { Global, Local, Barrier };

struct Declaration {
  DeclarationKind Kind = DeclarationKind::Global;
  litmus::Name Name;
  bool IsArray = false;
  uint32_t Size = 1;
  Spot SizeWhere;
  /// `= 0`: one value for every element. `= {1, 2}`: one each.
  std::vector<int32_t> Initial;
  bool InitialIsList = false;
  Spot InitialWhere;

  bool operator==(const Declaration &) const = default;
};

/// One level of a placement, e.g. `workgroup 1`.
struct PlacementLevel {
  ScopeLevel Level = ScopeLevel::Agent;
  uint32_t Number = 0;
  Spot Where;

  bool operator==(const PlacementLevel &) const = default;
};

/// As written; placeThreads() says whether it is possible.
using Placement = std::vector<PlacementLevel>;

struct Thread {
  litmus::Name Name;
  Placement Placed;
  std::vector<Statement> Body;

  bool operator==(const Thread &) const = default;
};

/// A node of the final condition; A and B are nodes before it.
struct FormulaNode {
  model::FormulaKind Kind = model::FormulaKind::Race;
  /// RegisterIs, RegisterIsUndef: the thread. LocationIs, LocationIsUndef: the
  /// thread whose workgroup's copy is meant, if one is named.
  litmus::Name Thread;
  litmus::Name Name; ///< The register or location.
  std::optional<uint32_t> Element;
  int32_t Value = 0;
  unsigned A = model::None, B = model::None;

  bool operator==(const FormulaNode &) const = default;
};

struct Condition {
  model::Quantifier Kind = model::Quantifier::Exists;
  std::vector<FormulaNode> Nodes; ///< The last is the root.

  bool operator==(const Condition &) const = default;
};

struct ParsedTest {
  std::string Name;
  std::string Description; ///< Empty if there is none.
  std::vector<Declaration> Declarations;
  std::vector<Thread> Threads;
  Condition Final;

  bool operator==(const ParsedTest &) const = default;
};

} // namespace fencepost::litmus

#endif
