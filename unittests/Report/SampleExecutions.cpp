//===- SampleExecutions.cpp - Executions made by hand, for pictures -------===//
#include "SampleExecutions.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::samples {

using model::EdgeKind;
using model::EventKind;
using model::None;
using model::Value;

unsigned Sample::initial(const std::string &Label) {
  model::ShownEvent Event;
  Event.Kind = EventKind::Initial;
  Event.Label = Label;
  Execution.Events.push_back(Event);
  return Execution.Events.size() - 1;
}

unsigned Sample::thread(model::Place Where) {
  model::Thread T;
  T.Name = "P" + std::to_string(Program.Threads.size());
  T.Where = Where;
  Program.Threads.push_back(T);
  Last.push_back(None);
  return Program.Threads.size() - 1;
}

unsigned Sample::add(const std::vector<unsigned> &Threads, EventKind Kind,
                     const std::string &Label) {
  model::ShownEvent Event;
  Event.Kind = Kind;
  Event.Thread = Threads.front();
  Event.OtherThreads.assign(Threads.begin() + 1, Threads.end());
  Event.Label = Label;
  unsigned Number = Execution.Events.size();
  for (unsigned T : Threads) {
    model::Instruction I;
    I.Where.Line = Program.Threads[T].Code.size() + 1;
    Program.Threads[T].Code.push_back(I);
    if (Last[T] != None)
      edge(EdgeKind::ProgramOrder, Last[T], Number);
    Last[T] = Number;
  }
  Event.Instruction = Program.Threads[Threads.front()].Code.size() - 1;
  Execution.Events.push_back(Event);
  return Number;
}

unsigned Sample::event(unsigned Thread, EventKind Kind,
                       const std::string &Label) {
  unsigned Number = add({Thread}, Kind, Label);
  if (llvm::StringRef(Label).ends_with("= undef"))
    Execution.Events[Number].Read = Value::undef();
  return Number;
}

unsigned Sample::barrier(const std::vector<unsigned> &Threads,
                         const std::string &Label, BarrierId Object) {
  unsigned Number = add(Threads, EventKind::Barrier, Label);
  for (unsigned T : Threads) {
    Program.Threads[T].Code.back().Op = model::Opcode::Barrier;
    Program.Threads[T].Code.back().Object = Object;
  }
  return Number;
}

void Sample::edge(EdgeKind Kind, unsigned From, unsigned To,
                  const std::string &Label) {
  Execution.Edges.push_back({Kind, From, To, Label});
}

static model::Place workgroup(unsigned Number, unsigned Wavefront = 0) {
  return {0, 0, Number, Wavefront};
}

Sample messagePassing() {
  Sample S;
  S.Name = "MP-agent";
  unsigned P0 = S.thread(workgroup(0)), P1 = S.thread(workgroup(1));
  unsigned Data = S.event(P0, EventKind::Write, "store x, 1");
  unsigned Flag =
      S.event(P0, EventKind::Write, "store atomic flag, 1 release agent");
  unsigned Seen =
      S.event(P1, EventKind::Read, "load atomic flag acquire agent = 1");
  unsigned Read = S.event(P1, EventKind::Read, "load x = 1");
  S.edge(EdgeKind::Available, Data, Flag, "agent");
  S.edge(EdgeKind::ReadsFrom, Flag, Seen);
  S.edge(EdgeKind::Synchronizes, Flag, Seen);
  S.edge(EdgeKind::Visible, Flag, Seen, "agent");
  S.edge(EdgeKind::ReadsFrom, Data, Read);
  S.Program.Threads[P1].Registers = {"r0", "r1"};
  S.Execution.End.Registers = {Value::of(1), Value::of(1)};
  return S;
}

Sample noAvailability() {
  Sample S;
  S.Name = "MP-agent-noav";
  unsigned P0 = S.thread(workgroup(0)), P1 = S.thread(workgroup(1));
  unsigned Data = S.event(P0, EventKind::Write, "store x, 1");
  unsigned Flag =
      S.event(P0, EventKind::Write, "store atomic flag, 1 release agent noav");
  unsigned Seen =
      S.event(P1, EventKind::Read, "load atomic flag acquire agent = 1");
  unsigned Read = S.event(P1, EventKind::Read, "load x = undef");
  S.edge(EdgeKind::ReadsFrom, Flag, Seen);
  S.edge(EdgeKind::Synchronizes, Flag, Seen);
  S.edge(EdgeKind::Race, Data, Read, "happens-before, but not available");
  S.Program.Threads[P1].Registers = {"r0", "r1"};
  S.Execution.End.Registers = {Value::of(1), Value::undef()};
  S.Execution.End.Race = true;
  return S;
}

Sample loadBuffering() {
  Sample S;
  S.Name = "LB";
  unsigned P0 = S.thread(workgroup(0, 0)), P1 = S.thread(workgroup(0, 1));
  unsigned R0 =
      S.event(P0, EventKind::Read, "load atomic x monotonic workgroup = 1");
  unsigned W0 =
      S.event(P0, EventKind::Write, "store atomic y, 1 monotonic workgroup");
  unsigned R1 =
      S.event(P1, EventKind::Read, "load atomic y monotonic workgroup = 1");
  unsigned W1 =
      S.event(P1, EventKind::Write, "store atomic x, 1 monotonic workgroup");
  S.edge(EdgeKind::ReadsFrom, W0, R1);
  S.edge(EdgeKind::ReadsFrom, W1, R0);
  S.edge(EdgeKind::Dependency, R1, W1, "data");
  S.Execution.Violations.push_back(
      {model::Axiom::ThinAir, {R0, W0, R1, W1}, {"dep", "rf", "dep", "rf"}});
  return S;
}

Sample iriw() {
  Sample S;
  S.Name = "IRIW";
  unsigned X = S.initial("x = 0"), Y = S.initial("y = 0");
  // Threads of one workgroup are not neighbours in the program.
  unsigned P[4] = {S.thread({0, 0, 0, 0}), S.thread({1, 0, 0, 0}),
                   S.thread({0, 0, 1, 0}), S.thread({1, 0, 0, 1})};
  unsigned WX =
      S.event(P[0], EventKind::Write, "store atomic x, 1 release system");
  unsigned WY =
      S.event(P[1], EventKind::Write, "store atomic y, 1 release system");
  unsigned A =
      S.event(P[2], EventKind::Read, "load atomic x acquire system = 1");
  unsigned B =
      S.event(P[2], EventKind::Read, "load atomic y acquire system = 0");
  unsigned C =
      S.event(P[3], EventKind::Read, "load atomic y acquire system = 1");
  unsigned D =
      S.event(P[3], EventKind::Read, "load atomic x acquire system = 0");
  for (EdgeKind Kind : {EdgeKind::ReadsFrom, EdgeKind::Synchronizes}) {
    S.edge(Kind, WX, A);
    S.edge(Kind, WY, C);
  }
  S.edge(EdgeKind::ReadsFrom, Y, B);
  S.edge(EdgeKind::ReadsFrom, X, D);
  S.edge(EdgeKind::FromRead, B, WY);
  S.edge(EdgeKind::FromRead, D, WX);
  return S;
}

Sample storeBufferRing(unsigned Threads) {
  Sample S;
  S.Name = "SB-ring-" + std::to_string(Threads);
  std::vector<unsigned> Initials, Writes, Reads;
  auto Cell = [](unsigned I) { return "x" + std::to_string(I); };
  for (unsigned I = 0; I < Threads; ++I)
    Initials.push_back(S.initial(Cell(I) + " = 0"));
  for (unsigned I = 0; I < Threads; ++I) {
    unsigned T = S.thread(workgroup(I / 2, I % 2));
    Writes.push_back(S.event(T, EventKind::Write,
                             "store atomic " + Cell(I) + ", 1 seq_cst agent"));
    Reads.push_back(S.event(T, EventKind::Read,
                            "load atomic " + Cell((I + 1) % Threads) +
                                " seq_cst agent = 0"));
    S.Program.Threads[T].Registers = {"r0"};
    S.Execution.End.Registers.push_back(Value::of(0));
  }
  model::Violation V{model::Axiom::SeqCst, {}, {}};
  for (unsigned I = 0; I < Threads; ++I) {
    unsigned Next = (I + 1) % Threads;
    S.edge(EdgeKind::ReadsFrom, Initials[Next], Reads[I]);
    S.edge(EdgeKind::ModificationOrder, Initials[I], Writes[I]);
    S.edge(EdgeKind::FromRead, Reads[I], Writes[Next]);
    V.Cycle.insert(V.Cycle.end(), {Writes[I], Reads[I]});
    V.Steps.insert(V.Steps.end(), {"po", "fr"});
  }
  S.Execution.Violations.push_back(V);
  return S;
}

/// Each wave writes its cell, meets the others, and reads its neighbour's.
Sample pipeline(unsigned Waves, unsigned Phases) {
  Sample S;
  S.Name = "pipeline-" + std::to_string(Waves);
  for (unsigned W = 0; W < Waves; ++W)
    S.thread(workgroup(0, W));
  std::vector<unsigned> Stored(Waves), Released(Waves), Arrived(Waves),
      Waited(Waves), Acquired(Waves), Loaded(Waves);
  auto Cell = [](unsigned W) { return "buf[" + std::to_string(W) + "]"; };
  for (unsigned Phase = 1; Phase <= Phases; ++Phase) {
    for (unsigned W = 0; W < Waves; ++W) {
      std::string Number = std::to_string(Phase);
      Stored[W] =
          S.event(W, EventKind::Write, "store " + Cell(W) + ", " + Number);
      Released[W] = S.event(W, EventKind::Fence, "fence release workgroup");
      Arrived[W] = S.barrier({W}, "barrier.arrive workgroup");
      Waited[W] = S.barrier({W}, "barrier.wait workgroup");
      Acquired[W] = S.event(W, EventKind::Fence, "fence acquire workgroup");
      Loaded[W] = S.event(W, EventKind::Read,
                          "load " + Cell((W + 1) % Waves) + " = " + Number);
    }
    for (unsigned W = 0; W < Waves; ++W) {
      unsigned Next = (W + 1) % Waves;
      for (unsigned Other = 0; Other < Waves; ++Other) {
        S.edge(EdgeKind::Phase, Arrived[Other], Waited[W],
               "phase " + std::to_string(Phase));
        S.edge(EdgeKind::Synchronizes, Released[Other], Acquired[W],
               "workgroup");
      }
      S.edge(EdgeKind::Available, Stored[W], Released[W], "workgroup");
      S.edge(EdgeKind::Visible, Released[Next], Acquired[W], "workgroup");
      S.edge(EdgeKind::ReadsFrom, Stored[Next], Loaded[W]);
    }
  }
  return S;
}

Sample splitBarrier() {
  Sample S;
  S.Name = "split-barrier";
  for (unsigned W = 0; W < 3; ++W)
    S.thread(workgroup(0, W));
  std::vector<unsigned> Arrived, Waited;
  for (unsigned W = 0; W < 3; ++W) {
    if (W == 0)
      S.event(W, EventKind::Write, "store x, 1");
    Arrived.push_back(S.barrier({W}, "barrier.arrive b", BarrierId::named(1)));
    for (unsigned I = 0; I < W; ++I)
      S.event(W, EventKind::Write, "store own, " + std::to_string(I));
    if (W != 1)
      Waited.push_back(S.barrier({W}, "barrier.wait b", BarrierId::named(1)));
  }
  for (unsigned Wait : Waited)
    for (unsigned Arrive : Arrived)
      S.edge(EdgeKind::Phase, Arrive, Wait, "phase 1");
  S.Program.NamedBarriers = {"b"};
  return S;
}

Sample wideWaves() {
  Sample S;
  S.Name = "wide-waves";
  unsigned P[4];
  for (unsigned T = 0; T < 4; ++T)
    P[T] = S.thread(workgroup(0, T / 2));
  unsigned Write = S.event(P[1], EventKind::Write, "store x, 1");
  unsigned Release = S.event(P[1], EventKind::Fence, "fence release workgroup");
  unsigned A0 = S.barrier({P[0], P[1]}, "barrier.arrive workgroup");
  unsigned W0 = S.barrier({P[0], P[1]}, "barrier.wait workgroup");
  S.event(P[0], EventKind::Write, "store y, 1");
  unsigned A1 = S.barrier({P[2], P[3]}, "barrier.arrive workgroup");
  unsigned W1 = S.barrier({P[2], P[3]}, "barrier.wait workgroup");
  unsigned Acquire = S.event(P[3], EventKind::Fence, "fence acquire workgroup");
  unsigned Read = S.event(P[3], EventKind::Read, "load x = 1");
  for (unsigned Wait : {W0, W1})
    for (unsigned Arrive : {A0, A1})
      S.edge(EdgeKind::Phase, Arrive, Wait, "phase 1");
  S.edge(EdgeKind::Available, Write, Release, "workgroup");
  S.edge(EdgeKind::Synchronizes, Release, Acquire);
  S.edge(EdgeKind::Visible, Release, Acquire, "workgroup");
  S.edge(EdgeKind::ReadsFrom, Write, Read);
  return S;
}

Sample async() {
  Sample S;
  S.Name = "async-mark";
  unsigned X = S.initial("x = 1");
  unsigned P0 = S.thread(workgroup(0, 0)), P1 = S.thread(workgroup(0, 1));
  unsigned First = S.event(P0, EventKind::Write, "store y, 1");
  unsigned Number = S.Execution.Events.size();
  for (auto [Kind, Label] :
       {std::pair(EventKind::Read, "async.load x = 1"),
        std::pair(EventKind::Write, "async.load -> buf = 1")}) {
    model::ShownEvent Event;
    Event.Kind = Kind;
    Event.Thread = P0;
    Event.Instruction = 0;
    Event.Async = true;
    Event.Label = Label;
    S.Execution.Events.push_back(Event);
  }
  unsigned After = S.event(P0, EventKind::Write, "store z, 1");
  unsigned Load = S.event(P0, EventKind::Read, "load buf = 1");
  S.edge(EdgeKind::ProgramOrder, First, Number);
  S.edge(EdgeKind::ProgramOrder, Number, Number + 1);
  S.edge(EdgeKind::ProgramOrder, Number + 1, Load);
  S.edge(EdgeKind::ReadsFrom, X, Number);
  S.edge(EdgeKind::ReadsFrom, Number + 1, Load);
  unsigned Race = S.event(P1, EventKind::Read, "load z = undef");
  S.edge(EdgeKind::Race, After, Race);
  S.Execution.End.Race = true;
  return S;
}

Sample hang() {
  Sample S;
  S.Name = "hang";
  unsigned P0 = S.thread(workgroup(0, 0)), P1 = S.thread(workgroup(0, 1));
  unsigned Init = S.barrier({P0}, "barrier.init b, 3", BarrierId::named(1));
  S.barrier({P0}, "barrier.arrive b", BarrierId::named(1));
  unsigned Wait = S.barrier({P0}, "barrier.wait b", BarrierId::named(1));
  S.Execution.Events[Wait].Stuck = true;
  S.barrier({P1}, "barrier.arrive b", BarrierId::named(1));
  S.Program.NamedBarriers = {"b"};
  S.Execution.End.Undefined.insert(model::Undefined::Hang);
  (void)Init;
  return S;
}

Sample manyInitials(unsigned Count) {
  Sample S;
  S.Name = "many-initials";
  std::vector<unsigned> Initials;
  for (unsigned I = 0; I < Count; ++I)
    Initials.push_back(S.initial("a" + std::to_string(I) + " = 0"));
  unsigned P0 = S.thread(workgroup(0, 0)), P1 = S.thread(workgroup(0, 1));
  for (unsigned I = 0; I < Count; ++I)
    for (unsigned T : {P0, P1})
      S.edge(
          EdgeKind::ReadsFrom, Initials[I],
          S.event(T, EventKind::Read, "load a" + std::to_string(I) + " = 0"));
  return S;
}

std::vector<Sample> allSamples() {
  return {messagePassing(),
          noAvailability(),
          loadBuffering(),
          iriw(),
          storeBufferRing(2),
          storeBufferRing(4),
          storeBufferRing(8),
          pipeline(2, 1),
          pipeline(4, 2),
          pipeline(8, 1),
          splitBarrier(),
          wideWaves(),
          async(),
          hang(),
          manyInitials(5)};
}

} // namespace fencepost::samples
