//===- ListingAsync.cpp - What the async waits of a function wait for -----===//
// Only transfers that are asynchronous by name are counted. Other accesses that
// increment the same counter are not: a compiler may drop, split or move them,
// and to wait for a lower value is always sound.
//===----------------------------------------------------------------------===//
#include "ListingAsync.h"
#include "fencepost/Lower/StepCounts.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::lower {

bool mayLoadToLds(const Recognized &R) {
  bool Written = R.Role == Role::Machine && !R.Counted &&
                 llvm::StringRef(R.Text).contains("lds");
  return R.Role == Role::Unknown || Written || R.isOperation(OpKind::LdsDma);
}

/// Whether operations may be issued that nobody counts. Inline assembly is not
/// read closely.
static bool mayDoAnything(const Recognized &R) {
  bool OneLine =
      llvm::StringRef(R.Text).find_first_of("\n\r;") == llvm::StringRef::npos;
  bool Assembly = R.Role == Role::Machine && !R.Counted &&
                  (!OneLine || countLine(R.Text) == StepCounts());
  return R.Role == Role::Call || R.Role == Role::Unknown || Assembly;
}

namespace {

/// Builds the graph and remembers which site each event is.
class AsyncCode {
public:
  explicit AsyncCode(const FunctionCode &F)
      : F(F), Family(F.Machine.Proc->family()) {}
  AsyncWaits answer();

private:
  void add(unsigned Block, AsyncEvent Event, const CodeSite *S);
  void addUnknown(unsigned Block, const CodeSite *S);
  void addSite(unsigned Block, const CodeSite &S);

  const FunctionCode &F;
  const FamilyFacts &Family;
  AsyncGraph Graph;
  std::vector<std::vector<const CodeSite *>> Sites; ///< Of each event.
  bool HasWait = false;
};

} // namespace

void AsyncCode::add(unsigned Block, AsyncEvent Event, const CodeSite *S) {
  Graph.Blocks[Block].Events.push_back(Event);
  Sites[Block].push_back(S);
}

void AsyncCode::addUnknown(unsigned Block, const CodeSite *S) {
  add(Block, AsyncEvent::unknown(Family.asyncLoadCounter()), S);
  if (Family.counter(Counter::Tensor))
    add(Block, AsyncEvent::unknown(Counter::Tensor), S);
}

void AsyncCode::addSite(unsigned Block, const CodeSite &S) {
  const Recognized &R = S.Meaning;
  if (mayDoAnything(R))
    return addUnknown(Block, &S);
  if (R.Counted && Family.counter(*R.Counted))
    add(Block, AsyncEvent::operation(*R.Counted), &S);
  if (R.Role != Role::Operation)
    return;
  if (R.Op.Kind == OpKind::AsyncLoad)
    add(Block, AsyncEvent::operation(Family.asyncLoadCounter()), &S);
  if (R.Op.Kind == OpKind::AsyncMark)
    add(Block, AsyncEvent::mark(), &S);
  if (R.Op.Kind != OpKind::WaitAsyncMark)
    return;
  add(Block, AsyncEvent::wait(R.Op.Marks), &S);
  HasWait = true;
}

AsyncWaits AsyncCode::answer() {
  AsyncWaits Answers;
  if (!Family.counter(Family.asyncLoadCounter()))
    return Answers;
  Graph.Blocks.resize(F.Blocks.size());
  Sites.resize(F.Blocks.size());
  if (F.Kind == CodeKind::Function)
    addUnknown(0, nullptr);
  for (auto [I, B] : llvm::enumerate(F.Blocks)) {
    Graph.Blocks[I].Successors = B.Successors;
    for (const CodeSite &S : B.Sites)
      addSite(I, S);
  }
  if (!HasWait)
    return Answers;
  for (const AsyncWaitAnswer &Each : analyzeAsyncMarks(Graph, Family).Waits)
    Answers[Sites[Each.Block][Each.Event]] = Each;
  return Answers;
}

AsyncWaits answerAsyncWaits(const FunctionCode &F) {
  return AsyncCode(F).answer();
}

} // namespace fencepost::lower
