//===- UnifiedDiff.cpp - How one text became another ----------------------===//
// See UnifiedDiff.h. Lines that are the same at both ends are set aside. For
// the rest, furthest points on diagonals are kept by number of changes (E.
// Myers, "An O(ND) Difference Algorithm and Its Variations", 1986), and
// followed back.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/UnifiedDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace fencepost {

using llvm::StringRef;

namespace {

using LineList = std::vector<StringRef>;

/// A line of the diff: ' ', '-' or '+'.
struct DiffLine {
  char Sign;
  StringRef Text;
};

class Differ {
public:
  Differ(llvm::ArrayRef<StringRef> Old, llvm::ArrayRef<StringRef> New,
         unsigned MaxChanges)
      : Old(Old), New(New), MaxChanges(MaxChanges) {}
  std::vector<DiffLine> run();

private:
  /// Furthest[K] is how far in Old diagonal K (lines of Old minus lines of New)
  /// has been followed; K from -Changes to Changes.
  using Front = std::vector<int>;

  bool goesDown(const Front &Before, int K, int Changes) const;
  bool search();
  std::vector<DiffLine> follow() const;

  llvm::ArrayRef<StringRef> Old, New;
  unsigned MaxChanges;
  std::vector<Front> Fronts;
};

} // namespace

static LineList splitLines(StringRef Text) {
  LineList Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result.push_back(Line);
    Text = Rest;
  }
  return Result;
}

static int at(const std::vector<int> &Front, int K) {
  return Front[K + int(Front.size() / 2)];
}

/// Whether the best way to diagonal \p K adds a line.
bool Differ::goesDown(const Front &Before, int K, int Changes) const {
  return K == -Changes ||
         (K != Changes && at(Before, K - 1) < at(Before, K + 1));
}

bool Differ::search() {
  int N = Old.size(), M = New.size();
  for (int Changes = 0; Changes <= int(MaxChanges); ++Changes) {
    Front Current(2 * Changes + 3, -1);
    for (int K = -Changes; K <= Changes; K += 2) {
      int X = 0;
      if (Changes != 0) {
        const Front &Before = Fronts.back();
        X = goesDown(Before, K, Changes) ? at(Before, K + 1)
                                         : at(Before, K - 1) + 1;
      }
      while (X < N && X - K < M && X - K >= 0 && Old[X] == New[X - K])
        ++X;
      Current[K + int(Current.size() / 2)] = X;
      if (X >= N && X - K >= M) {
        Fronts.push_back(std::move(Current));
        return true;
      }
    }
    Fronts.push_back(std::move(Current));
  }
  return false;
}

std::vector<DiffLine> Differ::follow() const {
  std::vector<DiffLine> Back;
  int X = Old.size(), Y = New.size();
  for (int Changes = Fronts.size() - 1; Changes > 0; --Changes) {
    const Front &Before = Fronts[Changes - 1];
    int K = X - Y;
    bool Down = goesDown(Before, K, Changes);
    int From = at(Before, Down ? K + 1 : K - 1);
    int FromY = From - (Down ? K + 1 : K - 1);
    while (X > From && Y > FromY && X > (Down ? From : From + 1)) {
      Back.push_back({' ', Old[--X]});
      --Y;
    }
    if (Down)
      Back.push_back({'+', New[--Y]});
    else
      Back.push_back({'-', Old[--X]});
  }
  while (X > 0)
    Back.push_back({' ', Old[--X]});
  return {Back.rbegin(), Back.rend()};
}

std::vector<DiffLine> Differ::run() {
  if (search())
    return follow();
  std::vector<DiffLine> All;
  for (StringRef Line : Old)
    All.push_back({'-', Line});
  for (StringRef Line : New)
    All.push_back({'+', Line});
  return All;
}

/// The whole way from one text to the other.
static std::vector<DiffLine> allLines(const LineList &Old, const LineList &New,
                                      unsigned MaxChanges) {
  size_t Most = std::min(Old.size(), New.size()), First = 0, Last = 0;
  while (First < Most && Old[First] == New[First])
    ++First;
  while (Last < Most - First &&
         Old[Old.size() - 1 - Last] == New[New.size() - 1 - Last])
    ++Last;
  std::vector<DiffLine> Result;
  for (size_t I = 0; I < First; ++I)
    Result.push_back({' ', Old[I]});
  auto Middle = [&](const LineList &Lines) {
    return llvm::ArrayRef(Lines).slice(First, Lines.size() - First - Last);
  };
  llvm::append_range(Result,
                     Differ(Middle(Old), Middle(New), MaxChanges).run());
  for (size_t I = Old.size() - Last; I < Old.size(); ++I)
    Result.push_back({' ', Old[I]});
  return Result;
}

/// "12,3"; the line before an empty range.
static std::string rangeText(size_t First, size_t Number) {
  std::string Text = std::to_string(Number == 0 ? First : First + 1);
  return Number == 1 ? Text : Text + "," + std::to_string(Number);
}

std::string unifiedDiff(StringRef OldName, StringRef Old, StringRef NewName,
                        StringRef New, unsigned MaxChanges) {
  constexpr size_t Context = 3;
  LineList OldLines = splitLines(Old), NewLines = splitLines(New);
  std::vector<DiffLine> Lines = allLines(OldLines, NewLines, MaxChanges);
  std::string Text;
  size_t OldAt = 0, NewAt = 0; // Lines before Lines[I].
  for (size_t I = 0; I < Lines.size();) {
    size_t Change = I;
    while (Change < Lines.size() && Lines[Change].Sign == ' ')
      ++Change;
    if (Change == Lines.size())
      break;
    size_t Begin = Change - std::min(Context, Change - I);
    OldAt += Begin - I;
    NewAt += Begin - I;
    size_t End = Change;
    for (size_t J = Change; J < Lines.size() && J <= End + 2 * Context; ++J)
      if (Lines[J].Sign != ' ')
        End = J;
    End = std::min(Lines.size(), End + 1 + Context);
    size_t Removed = 0, Added = 0;
    std::string Body;
    for (size_t J = Begin; J < End; ++J) {
      Removed += Lines[J].Sign != '+';
      Added += Lines[J].Sign != '-';
      (Body += Lines[J].Sign) += Lines[J].Text;
      Body += '\n';
    }
    if (Text.empty())
      Text = "--- " + OldName.str() + "\n+++ " + NewName.str() + "\n";
    Text += "@@ -" + rangeText(OldAt, Removed) + " +" +
            rangeText(NewAt, Added) + " @@\n" + Body;
    OldAt += Removed;
    NewAt += Added;
    I = End;
  }
  return Text;
}

} // namespace fencepost
