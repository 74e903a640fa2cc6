//===- SmallProgram.h - Programs as trees, for tests ----------------------===//
// A program that tests can build, change and print: statements with blocks
// instead of instructions with jumps. It is lowered to a model::Program the way
// the litmus language is, and prints as litmus text, which has no calls: they
// print as comments. Expressions are one operator deep. Tested by
// SmallProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_SMALLPROGRAM_H
#define FENCEPOST_UNITTESTS_MODEL_SMALLPROGRAM_H

#include "fencepost/Model/Outcome.h"
#include <optional>

namespace fencepost::model {

/// A number, a register, or a register and a number under an operator.
struct SmallExpression {
  std::optional<unsigned> Register;
  ExpressionKind Operator = ExpressionKind::Register; ///< Register: none.
  int32_t Number = 0;

  static SmallExpression number(int32_t N) { return {{}, {}, N}; }
  static SmallExpression reg(unsigned R) {
    return {R, ExpressionKind::Register, 0};
  }
  static SmallExpression binary(unsigned R, ExpressionKind Op, int32_t N) {
    return {R, Op, N};
  }
};

enum class Shape : uint8_t { Leaf, If, While, Call };

/// One statement. What is an expression in Inner is given beside it.
struct Statement {
  Shape Kind = Shape::Leaf;
  Instruction Inner; ///< Leaf only.
  /// Operands of a leaf; Value is also the condition of an `if` or `while`.
  std::optional<SmallExpression> Value, Compare, Index, DestinationIndex;
  std::vector<Statement> Then, Else;
};

struct SmallThread {
  Place Where;
  std::vector<Statement> Body;
};

struct SmallProgram {
  std::vector<Location> Locations;
  unsigned NumBarriers = 0; ///< Named b0, b1, ...
  unsigned NumRegisters = 4;
  std::vector<SmallThread> Threads;
  std::vector<Cell> Observed;

  /// Registers that a thread never names are left out, so that states stay
  /// readable.
  Program lower() const;
  std::string text(llvm::StringRef Name) const; ///< As a litmus test.
  unsigned numStatements() const;
};

// Builders.
Statement load(unsigned Result, unsigned Location);
Statement store(unsigned Location, SmallExpression Value);
Statement loadAtomic(unsigned Result, unsigned Location, Ordering Order,
                     ScopeLevel Level = ScopeLevel::System);
Statement storeAtomic(unsigned Location, SmallExpression Value, Ordering Order,
                      ScopeLevel Level = ScopeLevel::System);
Statement update(unsigned Result, ModifyOp Op, unsigned Location,
                 SmallExpression Value, Ordering Order,
                 ScopeLevel Level = ScopeLevel::System);
Statement compareExchange(unsigned Result, unsigned Location, int32_t Wanted,
                          int32_t New, Ordering Success, Ordering Failure,
                          ScopeLevel Level = ScopeLevel::System);
Statement fence(Ordering Order, ScopeLevel Level = ScopeLevel::System);
Statement barrier(BarrierOp Op, BarrierId Object = BarrierId::null(),
                  std::optional<int32_t> Count = std::nullopt,
                  unsigned Result = None);
Statement asyncLoad(unsigned From, unsigned To);
Statement asyncMark();
Statement asyncWait(int32_t Outstanding);
Statement assign(unsigned Result, SmallExpression Value);
Statement ifThen(SmallExpression Condition, std::vector<Statement> Then,
                 std::vector<Statement> Else = {});
Statement whileDo(SmallExpression Condition, std::vector<Statement> Body);
Statement call(std::vector<Statement> Body);
Location globalLocation(llvm::StringRef Name, int32_t Initial = 0);
Location localLocation(llvm::StringRef Name,
                       std::optional<int32_t> Initial = std::nullopt);

} // namespace fencepost::model

#endif
