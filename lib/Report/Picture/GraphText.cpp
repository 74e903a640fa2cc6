//===- GraphText.cpp - The texts of a picture -----------------------------===//
// Breaking the text of a node into lines, and the caption with the final state.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphContent.h"

namespace fencepost::graph {

/// The pieces of \p Text that stay in one line: words, "x, 1" and "= 1".
static std::vector<std::string> pieces(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Pieces;
  for (llvm::StringRef Word : Words) {
    bool Belongs =
        !Pieces.empty() && (Pieces.back().back() == ',' ||
                            Pieces.back() == "=" || Pieces.back() == ":");
    if (Belongs)
      Pieces.back() += " " + Word.str();
    else
      Pieces.push_back(Word.str());
  }
  return Pieces;
}

/// Breaks \p Text into lines of at most \p Limit characters; a longer piece
/// stands alone.
static std::vector<std::string> wrap(llvm::StringRef Text, size_t Limit) {
  std::vector<std::string> Lines;
  for (const std::string &Piece : pieces(Text))
    if (!Lines.empty() && Lines.back().size() + 1 + Piece.size() <= Limit)
      Lines.back() += " " + Piece;
    else
      Lines.push_back(Piece);
  return Lines;
}

std::vector<std::string> wrapEvenly(llvm::StringRef Text, size_t Limit) {
  std::vector<std::string> Best = wrap(Text, Limit);
  for (size_t Width = Limit; Width > 6; --Width) {
    std::vector<std::string> Narrower = wrap(Text, Width - 1);
    if (Narrower.size() > Best.size())
      break;
    Best = Narrower;
  }
  return Best;
}

/// "P1:r0=1". A state with undefined behaviour has no values (docs/model.md
/// B7).
std::vector<std::string> describeEnd(const model::Program &P,
                                     const model::Outcome &End) {
  std::vector<std::string> Parts;
  size_t Next = 0;
  for (const model::Thread &T : P.Threads)
    for (const std::string &Register : T.Registers)
      if (Next < End.Registers.size()) {
        const model::Value &V = End.Registers[Next++];
        Parts.push_back(T.Name + ":" + Register + "=" +
                        (V.IsUndef ? "undef" : std::to_string(V.Number)));
      }
  if (End.Race)
    Parts.push_back("race");
  for (unsigned I = 0; I < model::NumUndefined; ++I)
    if (End.Undefined.has(static_cast<model::Undefined>(I)))
      Parts.push_back(
          model::undefinedName(static_cast<model::Undefined>(I)).str());
  return Parts;
}

} // namespace fencepost::graph
