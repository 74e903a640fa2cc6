//===- WitnessNote.cpp - What the threads of a witness did, in words ------===//
// See WitnessNote.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/WitnessNote.h"
#include "fencepost/Report/DefectText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using view::BlockId;
using view::SyncView;

std::string blockText(const view::BlockName &Block) {
  if (!Block.Name.empty())
    return Block.Name;
  return Block.Line != 0 ? "line " + llvm::utostr(Block.Line)
                         : "block " + llvm::utostr(Block.Id);
}

std::string argumentName(const SyncView &View, uint32_t Number) {
  for (const view::Value &V : View.Values)
    if (V.Kind == view::ValueKind::Argument && V.Number == Number &&
        !V.Name.empty())
      return V.Name;
  return "";
}

/// Folds a repeated sequence of names into one: "a -> (b -> c) (16 times)".
static llvm::SmallVector<std::string, 8>
withoutRepeats(llvm::ArrayRef<std::string> Names) {
  constexpr size_t MaxPeriod = 8;
  llvm::SmallVector<std::string, 8> Result;
  for (size_t I = 0; I < Names.size();) {
    size_t Period = 1, Times = 1;
    for (; Period <= MaxPeriod; ++Period) {
      auto Next = [&](size_t N) {
        return Names.slice(std::min(I + N * Period, Names.size()))
            .take_front(Period);
      };
      for (Times = 1; Next(Times) == Next(0);)
        ++Times;
      if (Times > 1)
        break;
    }
    if (Times == 1)
      Period = 1;
    std::string Text = llvm::join(Names.slice(I, Period), " -> ");
    if (Times > 1)
      Text = (Period > 1 ? "(" + Text + ")" : Text) + " (" +
             llvm::utostr(Times) + " times)";
    Result.push_back(std::move(Text));
    I += Times * Period;
  }
  return Result;
}

/// "entry -> step (16 times) -> end".
static std::string pathText(const SyncView &View,
                            llvm::ArrayRef<BlockId> Path) {
  std::vector<std::string> Blocks;
  for (BlockId Block : Path)
    Blocks.push_back(blockText(view::nameBlock(View, Block)));
  llvm::SmallVector<std::string, 8> Names = withoutRepeats(Blocks);
  constexpr size_t Ends = 6;
  if (Names.size() > 2 * Ends) {
    std::string More =
        "... " + llvm::utostr(Names.size() - 2 * Ends) + " more ...";
    Names.erase(Names.begin() + Ends, Names.end() - Ends);
    Names.insert(Names.begin() + Ends, std::move(More));
  }
  return llvm::join(Names, " -> ");
}

/// "in a work-group of 256 work-items, waves of 64, argument 'n' = 17".
static std::string launchText(const SyncView &View, const sim::Witness &W) {
  std::string Result = "in a work-group of ";
  if (!W.OtherGroup && (W.Group[0] || W.Group[1] || W.Group[2]))
    Result = "in work-group " + tripleText(W.Group) + " of ";
  Result += llvm::utostr(W.Size[0]);
  if (W.Size[1] != 1 || W.Size[2] != 1)
    Result += " x " + llvm::utostr(W.Size[1]) + " x " + llvm::utostr(W.Size[2]);
  Result += " work-items, waves of " + llvm::utostr(View.WaveSize);
  for (auto [Number, Value] : W.Arguments) {
    std::string Name = argumentName(View, Number);
    Result += ", argument " +
              (Name.empty() ? llvm::utostr(Number) : "'" + Name + "'") + " = " +
              llvm::utostr(Value);
  }
  return Result;
}

std::string witnessText(const SyncView &View, const sim::Witness &W) {
  std::string Text = launchText(View, W);
  bool SameThread =
      !W.OtherGroup && llvm::equal(W.Threads[0].Id, W.Threads[1].Id);
  for (unsigned Thread = 0; Thread < (SameThread ? 1 : 2); ++Thread)
    if (!W.Threads[Thread].Path.empty())
      Text += "; path of " + itemText(check::nameWorkItem(W, Thread)) + ": " +
              pathText(View, W.Threads[Thread].Path);
  return Text;
}

} // namespace fencepost
