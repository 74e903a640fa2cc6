//===- ThreadBuilder.h - Writing down the instructions of a thread --------===//
// What is needed to make a model::Thread piece by piece: registers with names
// of their own, expressions that are folded where they are constant, and labels
// for places that are unknown yet. Knows nothing of LLVM IR. Tested by
// unittests/LitmusIR/ThreadBuilderTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_THREADBUILDER_H
#define FENCEPOST_LITMUSIR_THREADBUILDER_H

#include "fencepost/Model/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace fencepost {

class ThreadBuilder {
public:
  explicit ThreadBuilder(model::Thread &T) : T(T) {}

  /// A new register called \p Name, or nearly so if that name is taken.
  unsigned addRegister(const llvm::Twine &Name);

  llvm::StringRef nameOf(unsigned Register) const {
    return T.Registers[Register];
  }

  // Expressions.
  unsigned constant(int32_t Value);
  unsigned reg(unsigned Register);
  unsigned undef();
  unsigned logicalNot(unsigned A);
  unsigned binary(model::ExpressionKind Kind, unsigned A, unsigned B);
  unsigned select(unsigned Condition, unsigned Then, unsigned Else);
  std::optional<int32_t> constantOf(unsigned Node) const;
  std::optional<unsigned> registerOf(unsigned Node) const;
  bool sameConstant(unsigned A, unsigned B) const {
    return constantOf(A) && constantOf(A) == constantOf(B);
  }
  bool reads(unsigned Node, unsigned Register) const;

  // Instructions.
  model::Instruction &emit(model::Opcode Op, model::SourcePoint Where);
  model::Instruction &last() { return T.Code.back(); }
  /// The instructions from number \p First on.
  llvm::MutableArrayRef<model::Instruction> since(unsigned First) {
    return llvm::MutableArrayRef(T.Code).drop_front(First);
  }
  /// Nothing if \p Value is \p Register itself.
  void assign(unsigned Register, unsigned Value, model::SourcePoint Where);
  unsigned numInstructions() const { return T.Code.size(); }
  unsigned addLoop() { return T.NumLoops++; }

  // Labels. The targets and joins of branches and jumps are labels until
  // finish() replaces them by places and drops jumps that lead nowhere else.
  unsigned addLabel();
  void place(unsigned Label) { Places[Label] = T.Code.size(); }
  /// A condition of a loop decides whether it is entered again.
  enum class BranchKind : uint8_t { Plain, LoopCondition };
  void branch(unsigned Value, unsigned Else, unsigned Join, BranchKind Kind,
              model::SourcePoint Where);
  void jump(unsigned Label, model::SourcePoint Where);
  void finish();

private:
  unsigned add(model::Expression E);

  model::Thread &T;
  llvm::StringSet<> Names;
  std::vector<unsigned> Places;
};

} // namespace fencepost

#endif
