//===- RandomAsyncTest.cpp - Async findings against a naive interpreter ---===//
// Random programs of transfers, marks, waits, accesses and barriers, straight
// and in a loop. The reference knows nothing of views: it executes the program
// for each thread, keeps the sequence of marks as spec/003 describes it, and
// closes the happens-before relation of docs/model.md M20 over all events of
// all threads. What it calls too early and the analysis must be the same
// accesses.
//===----------------------------------------------------------------------===//
#include "AsyncKernel.h"
#include "DefectWords.h"
#include "fencepost/Check/Async.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::check {

using namespace view;

namespace {

constexpr unsigned Threads = 3, Slots = 3;

enum class Do : uint8_t { Load, Store, Mark, Wait, Barrier, Read, Write };

/// Accesses element Thread + Shift (modulo threads) of slot (Times * I + Plus)
/// modulo slots, where I is the loop's counter.
struct AsyncStatement {
  Do What = Do::Mark;
  unsigned Times = 0, Plus = 0, Shift = 0;
  bool Global = false; ///< Read, Write: of memory, not of LDS.
  unsigned Left = 0;   ///< Wait.
  Site At;             ///< In the view.

  unsigned element(unsigned Thread, unsigned I) const {
    return (Times * I + Plus) % Slots * Threads + (Thread + Shift) % Threads;
  }
  bool isTransfer() const { return What == Do::Load || What == Do::Store; }
};

struct Program {
  std::vector<AsyncStatement> Before, Body, After;
  unsigned Trips = 1;
};

class Maker {
public:
  explicit Maker(unsigned Seed) : Random(Seed) {}

  Program make() {
    Program P;
    P.Trips = 1 + below(5);
    fill(P.Before, 6, false);
    fill(P.Body, 7, true);
    fill(P.After, 4, false);
    return P;
  }

private:
  unsigned below(unsigned Limit) { return Random() % Limit; }

  void fill(std::vector<AsyncStatement> &Part, unsigned Most, bool InLoop) {
    // Barriers, marks and waits are there more often than by chance.
    static constexpr Do Choices[] = {
        Do::Load, Do::Load, Do::Store,   Do::Mark, Do::Mark,    Do::Mark,
        Do::Wait, Do::Wait, Do::Barrier, Do::Read, Do::Barrier, Do::Write};
    for (unsigned I = below(Most + 1); I > 0; --I) {
      AsyncStatement S;
      S.What = Choices[below(std::size(Choices))];
      S.Times = InLoop ? below(3) : 0;
      S.Plus = below(Slots);
      S.Shift = S.isTransfer() && below(3) ? 0 : below(Threads);
      S.Global = below(4) == 0;
      S.Left = below(3);
      Part.push_back(S);
    }
  }

  std::mt19937 Random;
};

//===-- The view ----------------------------------------------------------===//

/// Every thread is a wave: lanes of one wave are AsyncTest's.
struct ProgramView : AsyncKernel {
  ProgramView() : AsyncKernel(Threads, 1) {}

  Id index(const AsyncStatement &S, std::optional<Id> I) {
    Id Slot = constant(S.Plus);
    if (I)
      Slot = op(K::URem, op(K::Add, op(K::Mul, *I, int(S.Times)), int(S.Plus)),
                int(Slots));
    Id Lane = op(K::URem, op(K::Add, tid(), int(S.Shift)), int(Threads));
    return op(K::Add, op(K::Mul, Slot, int(Threads)), Lane);
  }

  void add(AsyncStatement &S, std::optional<Id> I) {
    uint32_t Object = S.Global ? Memory : Lds;
    switch (S.What) {
    case Do::Load:
      asyncLoad(index(S, I));
      break;
    case Do::Store:
      asyncStore(index(S, I));
      break;
    case Do::Mark:
      mark();
      break;
    case Do::Wait:
      wait(S.Left);
      break;
    case Do::Barrier:
      barrierOp(BarrierOp::ArriveWait);
      break;
    case Do::Read:
      load(Object, index(S, I));
      break;
    case Do::Write:
      store(Object, index(S, I));
      break;
    }
    S.At = {CurrentBlock,
            uint32_t(View.Blocks[CurrentBlock].Events.size() - 1)};
  }

  void add(Program &P) {
    for (AsyncStatement &S : P.Before)
      add(S, std::nullopt);
    countedLoop(*this, P.Trips, [&](Id I) {
      for (AsyncStatement &S : P.Body)
        add(S, I);
    });
    for (AsyncStatement &S : P.After)
      add(S, std::nullopt);
  }
};

//===-- The reference -----------------------------------------------------===//

/// A point of the execution: an access, a barrier, or the end of a transfer.
struct Node {
  const AsyncStatement *Statement;
  unsigned Thread;
  unsigned Element;
};

struct Reference {
  std::vector<Node> Nodes;
  std::vector<std::vector<bool>> Before; ///< Happens before, by node.
  std::map<unsigned, unsigned> EndOf;    ///< Issue of a transfer -> its end.
  std::vector<std::vector<unsigned>> Barriers; ///< Instance -> nodes.
  std::vector<std::pair<unsigned, unsigned>> Edges;

  unsigned node(const AsyncStatement &S, unsigned Thread, unsigned Element) {
    Nodes.push_back({&S, Thread, Element});
    return Nodes.size() - 1;
  }

  /// One entry of a thread's sequence of marks: the transfers it tracks.
  struct Mark {
    std::vector<unsigned> Tracks;
    bool Outstanding = true;
  };

  void runThread(const Program &P, unsigned Thread) {
    std::vector<unsigned> Issued;
    std::vector<Mark> Marks;
    std::vector<unsigned> Plain; ///< Nodes in program order.
    unsigned Barrier = 0;
    auto Step = [&](const AsyncStatement &S, unsigned I) {
      if (S.What == Do::Mark) {
        Marks.push_back({Issued, true});
        return;
      }
      unsigned New = node(S, Thread, S.element(Thread, I));
      for (unsigned Old : Plain)
        Edges.push_back({Old, New});
      if (S.isTransfer()) {
        unsigned End = node(S, Thread, S.element(Thread, I));
        Edges.push_back({New, End});
        EndOf[New] = End;
        Issued.push_back(New);
        return; // Nothing later follows it in program order.
      }
      Plain.push_back(New);
      if (S.What == Do::Barrier) {
        Barriers.resize(std::max<size_t>(Barriers.size(), Barrier + 1));
        Barriers[Barrier++].push_back(New);
      }
      if (S.What == Do::Wait)
        complete(Marks, S.Left, New);
    };
    for (const AsyncStatement &S : P.Before)
      Step(S, 0);
    for (unsigned I = 0; I < P.Trips; ++I)
      for (const AsyncStatement &S : P.Body)
        Step(S, I);
    for (const AsyncStatement &S : P.After)
      Step(S, 0);
  }

  void complete(std::vector<Mark> &Marks, unsigned Left, unsigned Wait) {
    auto Outstanding = [&] {
      return unsigned(std::count_if(Marks.begin(), Marks.end(),
                                    [](Mark &M) { return M.Outstanding; }));
    };
    for (Mark &M : Marks) {
      if (Outstanding() <= Left)
        return;
      M.Outstanding = false;
      for (unsigned Transfer : M.Tracks)
        Edges.push_back({EndOf[Transfer], Wait});
    }
  }

  void run(const Program &P) {
    for (unsigned T = 0; T < Threads; ++T)
      runThread(P, T);
    for (const std::vector<unsigned> &Together : Barriers)
      for (unsigned A : Together)
        for (unsigned B : Together)
          if (A != B)
            Edges.push_back({A, B});
    Before.assign(Nodes.size(), std::vector<bool>(Nodes.size()));
    std::vector<std::vector<unsigned>> Next(Nodes.size());
    for (auto [A, B] : Edges)
      Next[A].push_back(B);
    for (unsigned From = 0; From < Nodes.size(); ++From) {
      std::vector<unsigned> Stack{From};
      while (!Stack.empty()) {
        unsigned Now = Stack.back();
        Stack.pop_back();
        for (unsigned To : Next[Now])
          if (!Before[From][To]) {
            Before[From][To] = true;
            Stack.push_back(To);
          }
      }
    }
  }

  /// The access of LDS or of memory by \p S, and whether it writes.
  static std::optional<bool> writes(const AsyncStatement &S, bool Global) {
    switch (S.What) {
    case Do::Load:
      return !Global;
    case Do::Store:
      return Global;
    case Do::Read:
      return S.Global == Global ? std::optional(false) : std::nullopt;
    case Do::Write:
      return S.Global == Global ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  /// Accesses that come too early, and whether it is certain.
  std::map<AccessSite, bool> tooEarly() const {
    std::map<AccessSite, bool> Result;
    for (auto [Issue, End] : EndOf)
      for (unsigned Other = 0; Other < Nodes.size(); ++Other) {
        bool IsEnd = llvm::any_of(
            EndOf, [&](auto &Pair) { return Pair.second == Other; });
        if (IsEnd || Other == Issue)
          continue;
        for (bool Global : {false, true})
          add(Issue, End, Other, Global, Result);
      }
    return Result;
  }

  /// Only what is after the request; the rest is a race or in order.
  bool isBehind(unsigned Issue, unsigned Other) const {
    const Node &X = Nodes[Issue], &B = Nodes[Other];
    if (X.Thread == B.Thread)
      return Other > Issue;
    for (const std::vector<unsigned> &Together : Barriers)
      for (unsigned Mine : Together)
        if (Nodes[Mine].Thread == X.Thread && Mine > Issue &&
            Before[Mine][Other])
          return true;
    return false;
  }

  void add(unsigned Issue, unsigned End, unsigned Other, bool Global,
           std::map<AccessSite, bool> &Result) const {
    const Node &X = Nodes[Issue], &B = Nodes[Other];
    std::optional<bool> First = writes(*X.Statement, Global),
                        Second = writes(*B.Statement, Global);
    if (!First || !Second || !(*First || *Second) || X.Element != B.Element)
      return;
    if (Before[End][Other] || !isBehind(Issue, Other))
      return;
    AccessSite Site{B.Statement->At, B.Statement->isTransfer() && *Second};
    bool InOrder =
        X.Thread == B.Thread && B.Statement->isTransfer() && *First && *Second;
    Result[Site] |= !InOrder;
  }
};

} // namespace

TEST(RandomAsync, AgreesWithTheReference) {
  unsigned Early = 0, Silent = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    Program P = Maker(Seed).make();
    ProgramView View;
    View.add(P);
    Reference Right;
    Right.run(P);
    std::map<AccessSite, bool> Expected = Right.tooEarly(), Found;
    sym::Analysis Context(View.finish());
    for (const Defect &F : findNotComplete(Context)) {
      EXPECT_EQ(F.Kind, DefectKind::AsyncNotComplete) << reasonOf(F);
      Found[F.First] = F.Certainty == Certainty::Error;
    }
    ASSERT_TRUE(Found == Expected)
        << "seed " << Seed << ": " << Found.size() << " found, "
        << Expected.size() << " expected";
    ++(Expected.empty() ? Silent : Early);
  }
  EXPECT_GT(Early, 300u);
  EXPECT_GT(Silent, 300u);
}

} // namespace fencepost::check
