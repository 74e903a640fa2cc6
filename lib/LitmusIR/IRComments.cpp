//===- IRComments.cpp - What a test says in comments of its LLVM IR -------===//
#include "IRComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

std::optional<unsigned> threadNumber(llvm::StringRef Name) {
  unsigned Number;
  if (!Name.consume_front("P") || Name.getAsInteger(10, Number) ||
      Name != llvm::utostr(Number))
    return std::nullopt;
  return Number;
}

/// What follows the semicolons of a comment line, without the spaces
/// around it; none if \p Line is no comment line.
static std::optional<llvm::StringRef> commentOf(llvm::StringRef Line) {
  Line = Line.trim();
  if (!Line.starts_with(";"))
    return std::nullopt;
  return Line.ltrim(';').ltrim();
}

static bool beginsCondition(llvm::StringRef Comment) {
  for (llvm::StringRef Word : {"exists", "~exists", "forall"}) {
    llvm::StringRef Rest = Comment;
    if (Rest.consume_front(Word) && Rest.ltrim().starts_with("("))
      return true;
  }
  return false;
}

namespace {
class CommentReader {
public:
  explicit CommentReader(const IRSource &Source) : Source(Source) {
    Comments.Masked = Source.text().str();
    for (char &C : Comments.Masked)
      if (C != '\n')
        C = ' ';
    Source.text().split(Lines, '\n');
  }

  llvm::Expected<IRComments> read();

private:
  llvm::Error readPlacement(llvm::StringRef Comment);
  llvm::Error readCondition(unsigned &Line);
  bool goesOn(llvm::StringRef Comment, llvm::StringRef Next) const;
  TextRange unmask(llvm::StringRef Part);
  model::SourcePoint pointOf(llvm::StringRef Part) const;

  const IRSource &Source;
  llvm::SmallVector<llvm::StringRef> Lines;
  IRComments Comments;
  int Open = 0; ///< Parentheses of the condition.
};
} // namespace

TextRange CommentReader::unmask(llvm::StringRef Part) {
  size_t Begin = Part.begin() - Source.text().begin();
  llvm::copy(Part, Comments.Masked.begin() + Begin);
  return {Begin, Begin + Part.size()};
}

model::SourcePoint CommentReader::pointOf(llvm::StringRef Part) const {
  llvm::StringRef Before =
      Source.text().take_front(Part.begin() - Source.text().begin());
  unsigned Line = Before.count('\n') + 1;
  return {Line, unsigned(Before.size() - (Before.rfind('\n') + 1) + 1)};
}

/// \p Comment begins with "@".
llvm::Error CommentReader::readPlacement(llvm::StringRef Comment) {
  auto [Name, Levels] = Comment.drop_front().split(':');
  std::optional<unsigned> Thread = threadNumber(Name.rtrim());
  if (!Thread || !Comment.contains(':'))
    return llvm::Error::success();
  if (llvm::any_of(Comments.Placements, [&](const PlacementComment &P) {
        return P.Thread == *Thread;
      }))
    return Source.error(pointOf(Comment),
                        "@" + Name.rtrim() + " is placed a second time");
  Comments.Placements.push_back({*Thread, unmask(Levels)});
  return llvm::Error::success();
}

/// Whether the condition whose last line so far is \p Comment continues in
/// \p Next.
bool CommentReader::goesOn(llvm::StringRef Comment,
                           llvm::StringRef Next) const {
  for (llvm::StringRef Operator : {"/\\", "\\/"})
    if (Comment.ends_with(Operator) || Next.starts_with(Operator))
      return true;
  return Open > 0;
}

/// \p Line is the first line of the condition, and then its last.
llvm::Error CommentReader::readCondition(unsigned &Line) {
  llvm::StringRef Comment = *commentOf(Lines[Line]);
  if (!Comments.Condition.empty())
    return Source.error(pointOf(Comment),
                        "a litmus test has one final condition; this is a "
                        "second one");
  Comments.Condition = unmask(Comment);
  while (true) {
    Open += static_cast<int>(Comment.count('(')) -
            static_cast<int>(Comment.count(')'));
    std::optional<llvm::StringRef> Next;
    if (Line + 1 < Lines.size())
      Next = commentOf(Lines[Line + 1]);
    if (!Next || !goesOn(Comment, *Next))
      return llvm::Error::success();
    ++Line;
    Comment = *Next;
    Comments.Condition.End = unmask(Comment).End;
  }
}

llvm::Expected<IRComments> CommentReader::read() {
  for (unsigned Line = 0; Line < Lines.size(); ++Line) {
    std::optional<llvm::StringRef> Comment = commentOf(Lines[Line]);
    if (!Comment)
      continue;
    if (Comment->starts_with("@"))
      if (llvm::Error E = readPlacement(*Comment))
        return E;
    if (beginsCondition(*Comment))
      if (llvm::Error E = readCondition(Line))
        return E;
  }
  return std::move(Comments);
}

llvm::Expected<IRComments> readComments(const IRSource &Source) {
  return CommentReader(Source).read();
}

} // namespace fencepost
