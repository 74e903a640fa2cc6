//===- ExecutionTextTest.cpp - One execution in words ---------------------===//
#include "Litmus/ExecutionText.h"
#include "LitmusPrograms.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;
using model::EdgeKind;
using model::EventKind;

static model::ShownEvent event(EventKind Kind, unsigned Thread,
                               unsigned Instruction, std::string Label,
                               unsigned Case = 0) {
  model::ShownEvent E;
  E.Kind = Kind;
  E.Thread = Thread;
  E.Instruction = Instruction;
  E.Label = std::move(Label);
  E.Case = Case;
  return E;
}

/// P1 reads P0's flag and the initial x.
static model::Execution stale() {
  model::Execution E;
  E.Events = {event(EventKind::Initial, model::None, model::None, "x = 0"),
              event(EventKind::Write, 0, 0, "store x, 1"),
              event(EventKind::Write, 0, 1, "store atomic flag, 1"),
              event(EventKind::Read, 1, 0, "load atomic flag = 1", 2),
              event(EventKind::Read, 1, 1, "load x = 0", 4)};
  E.Edges = {{EdgeKind::ProgramOrder, 1, 2, ""},
             {EdgeKind::ReadsFrom, 2, 3, ""},
             {EdgeKind::Synchronizes, 2, 3, "global"},
             {EdgeKind::ReadsFrom, 0, 4, ""}};
  return E;
}

TEST(ExecutionText, WhatLeadsToAnEventStandsBelowIt) {
  EXPECT_EQ(
      llvm::join(describeExecution(messagePassing(), stale()), "\n"),
      "  P0, line 5: store x, 1\n"
      "  P0, line 6: store atomic flag, 1\n"
      "  P1, line 9: load atomic flag = 1\n"
      "    case 2: it and every write it may see are atomic with inclusive "
      "scopes\n"
      "    reads from P0, line 6: store atomic flag, 1\n"
      "    synchronizes with P0, line 6: store atomic flag, 1 (global)\n"
      "  P1, line 10: load x = 0\n"
      "    case 4: it may see just one write\n"
      "    reads from initially: x = 0");
}

TEST(ExecutionText, ImplicitDropsAndWaitsThatNeverComplete) {
  model::Execution E;
  E.Events = {event(EventKind::Barrier, 0, model::None, "drop workgroup"),
              event(EventKind::Barrier, 1, 0, "barrier.wait workgroup")};
  E.Events[1].Stuck = true;
  E.Edges = {{EdgeKind::Phase, 0, 1, "phase 1"}};
  EXPECT_EQ(llvm::join(describeExecution(messagePassing(), E), "\n"),
            "  end of P0: drop workgroup\n"
            "  P1, line 9: barrier.wait workgroup\n"
            "    never completes\n"
            "    waits for end of P0: drop workgroup (phase 1)");
}

TEST(ExecutionText, ACycleReturnsToItsStart) {
  model::Violation V{model::Axiom::Coherence, {2, 3, 4}, {"sw", "po", "fr"}};
  EXPECT_EQ(llvm::join(describeViolation(messagePassing(), stale(), V), "\n"),
            "  P0, line 6: store atomic flag, 1\n"
            "    --sw--> P1, line 9: load atomic flag = 1\n"
            "    --po--> P1, line 10: load x = 0\n"
            "    --fr--> P0, line 6: store atomic flag, 1");
}
