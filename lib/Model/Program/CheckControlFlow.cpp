//===- CheckControlFlow.cpp - How control may flow in a thread ------------===//
// Three things: a jump leads somewhere, a cycle passes an Iterate (otherwise no
// unroll bound would end it), and at every point the number of functions that
// were entered and not left is the same on every path. Code that cannot be
// reached may do as it likes. Tested by unittests/Model/CheckProgramTest.cpp.
//===----------------------------------------------------------------------===//
#include "CheckControlFlow.h"
#include "ProgramFacts.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::model {

static std::string checkTargets(const Thread &T) {
  for (unsigned I = 0; I < T.Code.size(); ++I) {
    const Instruction &Inst = T.Code[I];
    bool IsBranch = Inst.Op == Opcode::Branch;
    if ((IsBranch || Inst.Op == Opcode::Jump) && Inst.Target > T.Code.size())
      return "instruction " + llvm::utostr(I) + ": it jumps out of the thread";
    if (IsBranch && Inst.Join > T.Code.size())
      return "instruction " + llvm::utostr(I) +
             ": its sides meet outside the thread";
  }
  return "";
}

namespace {
enum class Visit : uint8_t { New, OnPath, Done };

/// A depth-first walk that does not continue past an Iterate.
class CycleFinder {
public:
  explicit CycleFinder(const Thread &T)
      : T(T), State(T.Code.size(), Visit::New) {}

  /// An instruction of a cycle without Iterate, or None.
  unsigned find() {
    for (unsigned I = 0; I < T.Code.size(); ++I)
      if (State[I] == Visit::New)
        if (unsigned Found = walkFrom(I); Found != None)
          return Found;
    return None;
  }

private:
  struct Frame {
    unsigned Node;
    unsigned NextEdge;
  };

  unsigned walkFrom(unsigned Start) {
    Path.push_back({Start, 0});
    State[Start] = Visit::OnPath;
    while (!Path.empty()) {
      Frame &Top = Path.back();
      llvm::SmallVector<unsigned, 2> Next = edgesOf(Top.Node);
      if (Top.NextEdge == Next.size()) {
        State[Top.Node] = Visit::Done;
        Path.pop_back();
        continue;
      }
      unsigned To = Next[Top.NextEdge++];
      if (To == T.Code.size() || State[To] == Visit::Done)
        continue;
      if (State[To] == Visit::OnPath)
        return To;
      State[To] = Visit::OnPath;
      Path.push_back({To, 0});
    }
    return None;
  }

  llvm::SmallVector<unsigned, 2> edgesOf(unsigned Node) const {
    if (T.Code[Node].Op == Opcode::Iterate)
      return {};
    return successors(T, Node);
  }

  const Thread &T;
  std::vector<Visit> State;
  std::vector<Frame> Path;
};
} // namespace

static std::string checkCalls(const Thread &T) {
  std::vector<unsigned> Depth(T.Code.size() + 1, None);
  llvm::SmallVector<unsigned, 16> Work = {0};
  Depth[0] = 0;
  while (!Work.empty()) {
    unsigned I = Work.pop_back_val();
    if (I == T.Code.size())
      continue;
    unsigned After = Depth[I];
    if (T.Code[I].Op == Opcode::LeaveFunction && After == 0)
      return "instruction " + llvm::utostr(I) +
             ": it leaves a function that was not entered";
    if (T.Code[I].Op == Opcode::EnterFunction)
      ++After;
    else if (T.Code[I].Op == Opcode::LeaveFunction)
      --After;
    for (unsigned Next : successors(T, I)) {
      if (Depth[Next] == After)
        continue;
      if (Depth[Next] != None)
        return "instruction " + llvm::utostr(Next) +
               ": it is reached with different functions entered";
      Depth[Next] = After;
      Work.push_back(Next);
    }
  }
  return "";
}

std::string checkControlFlow(const Thread &T) {
  if (std::string Bad = checkTargets(T); !Bad.empty())
    return Bad;
  if (unsigned I = CycleFinder(T).find(); I != None)
    return "instruction " + llvm::utostr(I) +
           ": it can be repeated without an iteration being counted";
  return checkCalls(T);
}

} // namespace fencepost::model
