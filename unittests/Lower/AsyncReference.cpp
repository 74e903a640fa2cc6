//===- AsyncReference.cpp - Waits for async marks, path by path -----------===//
// See AsyncReference.h. A path's history is a string of the letters a, b and m
// that it has issued and no wait has completed; completing a mark cuts the
// string after it.
//===----------------------------------------------------------------------===//
#include "AsyncReference.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace fencepost::lower::reference {

static constexpr std::pair<char, Counter> Counters[] = {{'a', Counter::Async},
                                                        {'b', Counter::Tensor}};

static AsyncEvent eventOf(char Letter) {
  switch (Letter) {
  case 'a':
    return AsyncEvent::operation(Counter::Async);
  case 'b':
    return AsyncEvent::operation(Counter::Tensor);
  case 'u':
    return AsyncEvent::unknown(Counter::Async);
  case 'm':
    return AsyncEvent::mark();
  default:
    return AsyncEvent::wait(Letter - '0');
  }
}

AsyncGraph Program::graph() const {
  AsyncGraph Graph;
  for (unsigned B = 0; B < Words.size(); ++B) {
    AsyncBlock Block;
    for (char Letter : Words[B])
      Block.Events.push_back(eventOf(Letter));
    Block.Successors.assign(Successors[B].begin(), Successors[B].end());
    Graph.Blocks.push_back(std::move(Block));
  }
  return Graph;
}

std::string Program::text() const {
  std::string Text;
  for (unsigned B = 0; B < Words.size(); ++B) {
    Text += std::to_string(B) + ": " + Words[B] + " ->";
    for (unsigned To : Successors[B])
      Text += " " + std::to_string(To);
    Text += "; ";
  }
  return Text;
}

FamilyFacts familyOfWidth(unsigned Width) {
  static std::map<unsigned, std::vector<CounterFacts>> Rows;
  auto [It, New] = Rows.try_emplace(Width);
  if (New)
    for (auto [Letter, Id] : Counters)
      It->second.push_back({Id, Width, "", ""});
  FamilyFacts Facts = families().back();
  Facts.Counters = It->second;
  return Facts;
}

/// Where the mark is that a wait must complete, or npos.
static size_t markToComplete(const std::string &History, unsigned MarksLeft) {
  size_t Position = History.size();
  for (unsigned K = 0; K <= MarksLeft; ++K) {
    if (Position == 0)
      return std::string::npos;
    Position = History.rfind('m', Position - 1);
    if (Position == std::string::npos)
      return Position;
  }
  return Position;
}

namespace {
class Walker {
public:
  Walker(const Program &P, unsigned Most)
      : P(P), Most(Most), Seen(P.Words.size()) {
    for (const std::string &Word : P.Words)
      for (char Letter : Word)
        if (Letter >= '0' && Letter <= '9')
          Farthest = std::max<unsigned>(Farthest, Letter - '0' + 1);
  }

  Needs All;

  /// Goes on from \p Position in \p Block, \p Length blocks at most, or with no
  /// end.
  void walk(unsigned Block, unsigned Position, std::string History,
            bool Shorten, unsigned Length) {
    const std::string &Word = P.Words[Block];
    for (; Position < Word.size(); ++Position) {
      char Letter = Word[Position];
      if (Letter == 'u') {
        walk(Block, Position + 1, History, Shorten, Length); // None was issued.
        History += 'a'; // One was; more would only make values larger.
      } else if (Letter >= '0' && Letter <= '9') {
        wait(Block, Position, Letter - '0', History);
      } else if (Letter != '.') {
        History += Letter;
      }
    }
    if (Shorten)
      History = shortened(History);
    else if (--Length == 0)
      return;
    if (Shorten) {
      if (llvm::is_contained(Seen[Block], History))
        return;
      Seen[Block].push_back(History);
    }
    for (unsigned To : P.Successors[Block])
      walk(To, 0, History, Shorten, Length);
  }

private:
  const Program &P;
  unsigned Most;
  unsigned Farthest = 0; ///< How many marks back any wait looks.
  std::vector<std::vector<std::string>> Seen; ///< Histories, per block.

  void wait(unsigned Block, unsigned Position, unsigned MarksLeft,
            std::string &History) {
    size_t Mark = markToComplete(History, MarksLeft);
    if (Mark == std::string::npos)
      return;
    std::string Before = History.substr(0, Mark);
    History = History.substr(Mark + 1);
    // What is cut off must be complete; the newer marks stay.
    for (auto [Letter, Id] : Counters)
      if (Before.find(Letter) != std::string::npos) {
        unsigned After = std::count(History.begin(), History.end(), Letter);
        auto [It, New] = All.insert({{Block, Position, Id}, Most});
        It->second = std::min(It->second, After);
      }
  }

  /// More than Most equal operations between two marks are as good as Most (or
  /// one, if Most is 0), in whatever order they are; and marks older than any
  /// wait looks back are as good as none.
  std::string shortened(const std::string &History) const {
    std::string Short;
    unsigned MarksToCome = std::count(History.begin(), History.end(), 'm');
    unsigned Numbers[2] = {0, 0};
    auto Flush = [&] {
      for (unsigned I = 0; I < 2; ++I)
        Short.append(std::min(Numbers[I], std::max(Most, 1u)),
                     Counters[I].first);
      Numbers[0] = Numbers[1] = 0;
    };
    for (char Letter : History) {
      if (Letter != 'm') {
        ++Numbers[Letter - 'a'];
      } else if (MarksToCome-- <= Farthest) {
        Flush();
        Short += 'm';
      }
    }
    Flush();
    return Short;
  }
};
} // namespace

Needs walkAllPaths(const Program &P, unsigned Most) {
  Walker W(P, Most);
  W.walk(0, 0, "", true, 0);
  return std::move(W.All);
}

Needs walkPathsUpTo(const Program &P, unsigned Most, unsigned Length) {
  Walker W(P, Most);
  W.walk(0, 0, "", false, Length);
  return std::move(W.All);
}

Needs needsOf(const AsyncAnswer &Answer) {
  Needs All;
  for (const AsyncWaitAnswer &Wait : Answer.Waits)
    for (auto [Id, Value] : Wait.Values)
      All[{Wait.Block, Wait.Event, Id}] = Value;
  return All;
}

/// Whether a path from \p Position in \p Block reaches a wait of \p Needed.
static bool comesToWait(const Program &P, const Needs &Needed, unsigned Block,
                        unsigned Position, std::set<unsigned> &Seen) {
  for (; Position < P.Words[Block].size(); ++Position)
    for (auto [Letter, Id] : Counters)
      if (Needed.count({Block, Position, Id}))
        return true;
  for (unsigned To : P.Successors[Block])
    if (Seen.insert(To).second && comesToWait(P, Needed, To, 0, Seen))
      return true;
  return false;
}

Places uselessMarks(const Program &P, const Needs &Needed) {
  Places All;
  for (unsigned B = 0; B < P.Words.size(); ++B)
    for (unsigned Position = 0; Position < P.Words[B].size(); ++Position)
      if (std::set<unsigned> Seen; P.Words[B][Position] == 'm' &&
                                   !comesToWait(P, Needed, B, Position, Seen))
        All.push_back({B, Position});
  return All;
}

Program without(const Program &P, const Places &Marks) {
  Program Rest = P;
  for (auto [Block, Position] : Marks)
    Rest.Words[Block][Position] = '.';
  return Rest;
}

} // namespace fencepost::lower::reference
