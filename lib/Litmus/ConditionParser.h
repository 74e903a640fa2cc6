//===- ConditionParser.h - The final condition of a litmus test -----------===//
// `not` binds tighter than `/\`, that tighter than `\/`. A condition may go
// over several lines. `1:r0` is read as `P1:r0`, so that what herd and this
// tool print can be pasted back.
// Tested by unittests/Litmus/ParserTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LITMUS_CONDITIONPARSER_H
#define FENCEPOST_LIB_LITMUS_CONDITIONPARSER_H

#include "TokenParser.h"

namespace fencepost::litmus {

class ConditionParser : TokenParser {
public:
  explicit ConditionParser(TokenStream &Stream) : TokenParser(Stream) {}

  bool parse(Condition &C);

private:
  bool parseOr(Condition &C, unsigned &Node);
  bool parseAnd(Condition &C, unsigned &Node);
  bool parseNot(Condition &C, unsigned &Node);
  bool parseAtom(FormulaNode &N);
  bool parseObserved(FormulaNode &N);
  bool parseRegister(FormulaNode &N);
  bool parseThreadReference(Name &N);
  bool addNode(Condition &C, FormulaNode N, unsigned &Node);

  /// How deep the functions for formulas call each other.
  unsigned CallDepth = 0;
};

} // namespace fencepost::litmus

#endif
