//===- JsonLine.cpp - One JSON object, its members in order ---------------===//
#include "fencepost/Support/JsonLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

using llvm::StringRef;

namespace {
/// Reads past JSON texts; every function returns false where the text is wrong.
class Scanner {
public:
  explicit Scanner(StringRef Text) : Rest(Text) {}

  bool object(llvm::SmallVectorImpl<JsonMember> &Members);
  bool atEnd() {
    space();
    return Rest.empty();
  }

private:
  void space() { Rest = Rest.ltrim(" \t\r\n"); }
  bool take(char C) {
    space();
    return Rest.consume_front(StringRef(&C, 1));
  }
  bool string();
  bool digits();
  bool number();
  bool scalar();
  bool value();

  StringRef Rest;
};
} // namespace

/// A string from its opening quote on.
bool Scanner::string() {
  if (!Rest.consume_front("\""))
    return false;
  while (true) {
    size_t End = Rest.find_if([](char C) {
      return C == '"' || C == '\\' || static_cast<unsigned char>(C) < 0x20;
    });
    if (End == StringRef::npos || static_cast<unsigned char>(Rest[End]) < 0x20)
      return false;
    bool Ends = Rest[End] == '"';
    Rest = Rest.drop_front(End + 1);
    if (Ends)
      return true;
    if (Rest.consume_front("u")) {
      if (Rest.size() < 4 ||
          !llvm::all_of(Rest.take_front(4), llvm::isHexDigit))
        return false;
      Rest = Rest.drop_front(4);
    } else if (Rest.empty() ||
               !StringRef("\"\\/bfnrt").contains(Rest.front())) {
      return false;
    } else {
      Rest = Rest.drop_front();
    }
  }
}

bool Scanner::digits() {
  StringRef Digits = Rest.take_while(llvm::isDigit);
  Rest = Rest.drop_front(Digits.size());
  return !Digits.empty();
}

/// By the letter of JSON: no plus sign, no zeros in front.
bool Scanner::number() {
  Rest.consume_front("-");
  if (!Rest.consume_front("0") && !digits())
    return false;
  if (Rest.consume_front(".") && !digits())
    return false;
  if (!Rest.consume_front("e") && !Rest.consume_front("E"))
    return true;
  if (!Rest.consume_front("+"))
    Rest.consume_front("-");
  return digits();
}

bool Scanner::scalar() {
  if (Rest.starts_with("\""))
    return string();
  for (StringRef Word : {"true", "false", "null"})
    if (Rest.consume_front(Word))
      return true;
  return number();
}

/// Arrays and objects are kept on a list of what is open, not on the stack.
bool Scanner::value() {
  llvm::SmallVector<char, 16> Open;
  do {
    space();
    if (Rest.starts_with("[") || Rest.starts_with("{")) {
      Open.push_back(Rest.front());
      Rest = Rest.drop_front();
      bool Empty = take(Open.back() == '[' ? ']' : '}');
      if (!Empty) {
        if (Open.back() == '{' && !(string() && take(':')))
          return false;
        continue;
      }
      Open.pop_back();
    } else if (!scalar()) {
      return false;
    }
    while (!Open.empty() && take(Open.back() == '[' ? ']' : '}'))
      Open.pop_back();
    if (Open.empty())
      return true;
    if (!take(','))
      return false;
    space();
    if (Open.back() == '{' && !(string() && take(':')))
      return false;
  } while (true);
}

bool Scanner::object(llvm::SmallVectorImpl<JsonMember> &Members) {
  if (!take('{'))
    return false;
  if (take('}'))
    return true;
  do {
    space();
    const char *Key = Rest.begin();
    if (!string())
      return false;
    StringRef Name(Key + 1, Rest.begin() - Key - 2);
    if (!take(':'))
      return false;
    space();
    const char *Value = Rest.begin();
    if (!value())
      return false;
    Members.push_back({Name, StringRef(Value, Rest.begin() - Value)});
  } while (take(','));
  return take('}');
}

StringRef scanJsonObject(StringRef Line,
                         llvm::SmallVectorImpl<JsonMember> &Members) {
  if (!llvm::json::isUTF8(Line))
    return "the line is not UTF-8";
  Scanner S(Line);
  return S.object(Members) && S.atEnd() ? "" : "the line is not a JSON object";
}

std::optional<std::string> JsonMember::string() const {
  if (!Value.starts_with("\""))
    return std::nullopt;
  if (!Value.contains('\\'))
    return Value.drop_front().drop_back().str();
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(Value);
  assert(Parsed && Parsed->getAsString() && "it was scanned as a string");
  return Parsed->getAsString()->str();
}

std::optional<int64_t> JsonMember::integer() const {
  int64_t Number;
  if (Value.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

void appendJsonString(StringRef Text, llvm::SmallVectorImpl<char> &Out) {
  Out.push_back('"');
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out.push_back('\\');
    if (static_cast<unsigned char>(C) >= 0x20) {
      Out.push_back(C);
      continue;
    }
    StringRef Zeros = "\\u00";
    Out.append(Zeros.begin(), Zeros.end());
    Out.push_back(llvm::hexdigit(C >> 4, /*LowerCase=*/true));
    Out.push_back(llvm::hexdigit(C & 15, /*LowerCase=*/true));
  }
  Out.push_back('"');
}

} // namespace fencepost
