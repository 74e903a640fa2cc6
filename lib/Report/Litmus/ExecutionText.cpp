//===- ExecutionText.cpp - One execution in words -------------------------===//
// What leads to an event from elsewhere stands below it; program order is the
// order of the lines.
//===----------------------------------------------------------------------===//
#include "ExecutionText.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

using model::EdgeKind;
using model::EventKind;
using TextLines = std::vector<std::string>;

/// "P0, line 5", "initially", or "end of P0" for the drop of a barrier there.
static std::string placeOf(const model::Program &P,
                           const model::ShownEvent &E) {
  if (E.Kind == EventKind::Initial)
    return "initially";
  if (E.Instruction == model::None)
    return "end of " + P.Threads[E.Thread].Name;
  return describePlace(P, {E.Thread, E.Instruction});
}

static std::string eventText(const model::Program &P,
                             const model::ShownEvent &E) {
  return placeOf(P, E) + ": " + E.Label;
}

/// The rule of spec/001 that gave the value of a read.
static llvm::StringRef caseText(unsigned Case) {
  switch (Case) {
  case 1:
    return "no write is location-ordered before it";
  case 2:
    return "it and every write it may see are atomic with inclusive scopes";
  case 3:
    return "it may see a write that is not location-ordered before it";
  case 4:
    return "it may see just one write";
  case 5:
    return "it may see several writes";
  }
  llvm_unreachable("spec/001 has five cases");
}

/// How an edge reads at its end; empty for those that go without saying.
static llvm::StringRef edgeText(EdgeKind Kind) {
  switch (Kind) {
  case EdgeKind::ProgramOrder:
  case EdgeKind::Dependency:
  case EdgeKind::FromRead:
  case EdgeKind::ModificationOrder:
    return "";
  case EdgeKind::ReadsFrom:
    return "reads from";
  case EdgeKind::Synchronizes:
    return "synchronizes with";
  case EdgeKind::Phase:
    return "waits for";
  case EdgeKind::Available:
    return "makes available";
  case EdgeKind::Visible:
    return "makes visible what was made available at";
  case EdgeKind::Race:
    return "races with";
  }
  llvm_unreachable("an edge without a case");
}

static bool reads(const model::ShownEvent &E) {
  return E.Kind == EventKind::Read || E.Kind == EventKind::ReadModifyWrite;
}

/// What is written below an event.
static TextLines describeEvent(const model::Program &P,
                               const model::Execution &E, unsigned Number) {
  const model::ShownEvent &Event = E.Events[Number];
  TextLines Out;
  if (Event.Stuck)
    Out.push_back("    never completes");
  if (reads(Event) && Event.Case != 0)
    Out.push_back("    case " + std::to_string(Event.Case) + ": " +
                  caseText(Event.Case).str());
  for (const model::ShownEdge &Edge : E.Edges) {
    llvm::StringRef Word = edgeText(Edge.Kind);
    // A store that is available by itself needs no line of its own.
    if (Edge.To != Number || Word.empty() || Edge.From == Edge.To)
      continue;
    std::string Line =
        "    " + Word.str() + " " + eventText(P, E.Events[Edge.From]);
    Out.push_back(Edge.Label.empty() ? Line : Line + " (" + Edge.Label + ")");
  }
  return Out;
}

TextLines describeExecution(const model::Program &P,
                            const model::Execution &E) {
  TextLines Out;
  for (unsigned I = 0; I < E.Events.size(); ++I) {
    if (E.Events[I].Kind == EventKind::Initial)
      continue;
    Out.push_back("  " + eventText(P, E.Events[I]));
    llvm::append_range(Out, describeEvent(P, E, I));
  }
  return Out;
}

TextLines describeViolation(const model::Program &P, const model::Execution &E,
                            const model::Violation &V) {
  TextLines Out;
  if (V.Cycle.empty())
    return Out;
  Out.push_back("  " + eventText(P, E.Events[V.Cycle.front()]));
  for (size_t I = 0; I < V.Cycle.size(); ++I) {
    unsigned Next = V.Cycle[(I + 1) % V.Cycle.size()];
    assert(I < V.Steps.size() && "a step of a cycle without a relation");
    Out.push_back("    --" + V.Steps[I] + "--> " +
                  eventText(P, E.Events[Next]));
  }
  return Out;
}

} // namespace fencepost
