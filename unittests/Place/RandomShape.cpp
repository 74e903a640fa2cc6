//===- RandomShape.cpp - Kernels in the short notation, made from a seed --===//
// See RandomShape.h.
//===----------------------------------------------------------------------===//
#include "RandomShape.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <sstream>
#include <vector>

namespace fencepost::place {

namespace {

class Writer {
public:
  Writer(unsigned Seed, int Budget)
      : Random(Seed), Budget(Budget), Threefold(pick(3) == 0) {}
  std::string run() {
    sequence();
    for (const Jump &J : Open)
      say("at" + std::to_string(J.Label));
    return Text;
  }

private:
  /// A jump whose label is not there yet.
  struct Jump {
    unsigned Label;
    std::vector<unsigned> Loops;
  };

  unsigned pick(unsigned Below) { return Random() % Below; }
  void say(const std::string &Word) {
    Text += (Text.empty() ? "" : " ") + Word;
  }
  void sequence();
  void statement();
  void access();
  void barrier();
  void loop();
  void condition();
  void jump();
  bool label();
  std::string window();

  std::mt19937 Random;
  int Budget;
  bool Threefold; ///< Rings have three slots, otherwise two or four.
  unsigned NumLoops = 0, NumJumps = 0, Fresh = 0;
  bool Diverged = false, Signalled = false;
  std::vector<unsigned> Loops;
  std::vector<Jump> Open;
  std::string Text;
};

std::string Writer::window() {
  static const char *const Windows[] = {"", "", "", ".lo", ".mid", ".hi"};
  // Rings of one kernel go together, so that they come around soon.
  static const char *const Even[] = {"%2",   "%2+1", "%4", "%4+1",
                                     "%4+2", "%4+3", "$",  "$+1"};
  static const char *const Odd[] = {"%3", "%3+1", "%3+2"};
  if (pick(Loops.empty() ? 12 : 3) == 0)
    return Threefold ? Odd[pick(3)] : Even[pick(8)];
  return Windows[pick(6)];
}

void Writer::access() {
  static const char Kinds[] = "wwwrrrroamngbs";
  std::string Word(1, Kinds[pick(sizeof(Kinds) - 1)]);
  Word += pick(3) ? 'A' : 'B';
  say(Word + window());
}

void Writer::barrier() {
  if (Diverged)
    return access();
  if (Signalled) {
    say(">");
    Signalled = false;
    return;
  }
  unsigned Kind = pick(8);
  if (Kind == 0) {
    say("<");
    Signalled = true;
  } else {
    say(Kind < 6 ? "|" : Kind == 6 ? "^" : "~");
  }
}

void Writer::loop() {
  static const char *const Kinds[] = {"loop{", "loop{", "some{", "while{"};
  say(Kinds[pick(4)]);
  Loops.push_back(++NumLoops);
  sequence();
  Loops.pop_back();
  say("}");
}

void Writer::condition() {
  bool Was = Diverged;
  unsigned Kind = pick(8);
  if (Kind == 0 && Fresh < 2 && !Diverged) {
    say("if{");
    ++Fresh;
  } else if (Kind < 3) {
    say((pick(3) ? "if" : "not") + std::to_string(pick(2)) + "{");
  } else if (Kind < 5 && !Loops.empty()) {
    say(pick(2) ? "even{" : "first{");
  } else {
    say(pick(2) ? "div{" : "many{");
    Diverged = true;
  }
  sequence();
  say("}");
  Diverged = Was;
}

void Writer::jump() {
  ++Fresh;
  if (!Loops.empty() && pick(2)) {
    say("out");
    return;
  }
  Open.push_back({NumJumps++, Loops});
  say("jump" + std::to_string(Open.back().Label));
}

/// A label may be in the loops around its jump.
bool Writer::label() {
  for (size_t I = 0; I < Open.size(); ++I) {
    const std::vector<unsigned> &From = Open[I].Loops;
    if (Loops.size() > From.size() ||
        !std::equal(Loops.begin(), Loops.end(), From.begin()))
      continue;
    say("at" + std::to_string(Open[I].Label));
    Open.erase(Open.begin() + I);
    return true;
  }
  return false;
}

void Writer::statement() {
  unsigned Kind = pick(20);
  bool IsNested = Loops.size() >= 2;
  // A split barrier never spans control flow.
  bool MayBranch = !Signalled;
  if (Kind < 2 && MayBranch && !IsNested)
    loop();
  else if (Kind < 5 && MayBranch)
    condition();
  else if (Kind == 5 && MayBranch && Fresh < 2 && !Diverged)
    jump();
  else if (Kind == 6 && MayBranch && !Diverged && label())
    return;
  else if (Kind < 9)
    barrier();
  else
    access();
}

void Writer::sequence() {
  bool IsTop = Text.empty();
  unsigned Count = 1 + pick(4);
  for (unsigned I = 0; (I < Count || IsTop) && Budget > 0; ++I) {
    --Budget;
    statement();
  }
  if (Signalled)
    barrier();
}

std::vector<std::string> wordsOf(const std::string &Text) {
  std::istringstream Stream(Text);
  std::vector<std::string> Words;
  for (std::string Word; Stream >> Word;)
    Words.push_back(Word);
  return Words;
}

/// Without words \p First and \p Last, and if \p Whole without all between.
std::string without(const std::vector<std::string> &Words, size_t First,
                    size_t Last, bool Whole) {
  std::string Result;
  for (size_t I = 0; I < Words.size(); ++I) {
    bool Goes = I == First || I == Last || (Whole && First < I && I < Last);
    if (!Goes)
      Result += (Result.empty() ? "" : " ") + Words[I];
  }
  return Result;
}

/// The word that belongs to an opening one, or the word itself.
size_t endOf(const std::vector<std::string> &Words, size_t First) {
  std::string Other = Words[First] == "<" ? ">" : "";
  if (llvm::StringRef(Words[First]).starts_with("jump"))
    Other = "at" + Words[First].substr(4);
  for (size_t I = First; I < Words.size(); ++I)
    if (Words[I] == Other)
      return I;
  int Depth = 0;
  for (size_t I = First; I < Words.size(); ++I) {
    Depth += Words[I].back() == '{';
    Depth -= Words[I] == "}";
    if (Depth == 0)
      return I;
  }
  return First;
}

} // namespace

std::string randomShape(unsigned Seed, int Budget) {
  return Writer(Seed, Budget).run();
}

std::string shrunkShape(std::string Text,
                        llvm::function_ref<bool(const std::string &)> Fails) {
  for (bool Smaller = true; Smaller;) {
    Smaller = false;
    std::vector<std::string> Words = wordsOf(Text);
    for (size_t I = 0; I < Words.size() && !Smaller; ++I) {
      llvm::StringRef Word = Words[I];
      if (Word == "}" || Word == ">" || Word.starts_with("at"))
        continue;
      for (bool Whole : {Word.ends_with("{"), false}) {
        std::string Less = without(Words, I, endOf(Words, I), Whole);
        if (!Less.empty() && Fails(Less)) {
          Text = Less;
          Smaller = true;
          break;
        }
      }
    }
  }
  return Text;
}

} // namespace fencepost::place
