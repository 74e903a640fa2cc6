//===- OperationTextIR.cpp - Operations as instructions of LLVM IR --------===//
// The grammar of the LLVM Language Reference for load, store, atomicrmw,
// cmpxchg and fence, read strictly but for what follows the last word that
// decides anything. Metadata has to stand in place: what !0 is, one line of a
// module does not say. LLVM's own parser is not used because it reads
// whole modules only.
//===----------------------------------------------------------------------===//
#include "OperationTextParser.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::lower {

using llvm::StringRef;

llvm::Error parsePointerType(Cursor &C, AddressSpace &Space,
                             const Token *&Where) {
  Where = &C.peek();
  if (llvm::Error E = C.expect("ptr"))
    return E;
  Space = AddressSpace::Generic;
  if (!C.peek().is("addrspace"))
    return llvm::Error::success();
  Where = &C.take();
  if (llvm::Error E = C.expect("("))
    return E;
  int64_t Number;
  const Token &NumberToken = C.peek();
  if (llvm::Error E = parseNumberAt(C, "an address space,", 0, 128, Number))
    return E;
  std::optional<AddressSpace> Found = addressSpaceFromNumber(Number);
  if (!Found)
    return C.fail(NumberToken,
                  "AMDGPU has no address space " + NumberToken.Text);
  Space = *Found;
  return C.expect(")");
}

/// The bits of i32, float, ptr, <4 x i32> and so on.
static llvm::Error parseType(Cursor &C, uint64_t &Bits) {
  struct NamedType {
    llvm::StringLiteral Name;
    unsigned Bits;
  };
  static constexpr NamedType Types[] = {
      {"half", 16}, {"bfloat", 16}, {"float", 32}, {"double", 64}};
  if (C.takeIf("<")) {
    int64_t Count;
    if (llvm::Error E = parseNumberAt(C, "a number of elements", 1, 128, Count))
      return E;
    if (llvm::Error E = C.expect("x"))
      return E;
    if (C.peek().is("<"))
      return C.failExpected("the type of an element");
    if (llvm::Error E = parseType(C, Bits))
      return E;
    Bits *= Count;
    return C.expect(">");
  }
  if (C.peek().is("ptr")) {
    AddressSpace Space;
    const Token *Where;
    if (llvm::Error E = parsePointerType(C, Space, Where))
      return E;
    Bits = factsOf(Space).PointerBits;
    return llvm::Error::success();
  }
  for (const NamedType &Row : Types)
    if (C.takeIf(Row.Name)) {
      Bits = Row.Bits;
      return llvm::Error::success();
    }
  StringRef Digits = C.peek().Text;
  if (!Digits.consume_front("i") || Digits.getAsInteger(10, Bits) ||
      Bits > 8'388'608)
    return C.failExpected("a type such as i32");
  C.take();
  return llvm::Error::success();
}

static llvm::Error parseAccessType(Cursor &C, Operation &Op) {
  const Token &Type = C.peek();
  uint64_t Bits = 0;
  if (llvm::Error E = parseType(C, Bits))
    return E;
  return setWidth(C, Type, Bits, Op);
}

/// %v, @g, 1, null, <i32 1, i32 2>, getelementptr (...): read past.
static llvm::Error parseValue(Cursor &C) {
  if (C.peek().is("<"))
    return C.skipBrackets();
  bool IsValue = C.peek().Kind == TokenKind::Sigil ||
                 C.peek().Kind == TokenKind::Number ||
                 C.peek().Kind == TokenKind::Word;
  if (!IsValue)
    return C.failExpected("a value");
  bool IsExpression = C.take().Kind == TokenKind::Word;
  while (IsExpression && (C.peek().is("inbounds") || C.peek().is("nuw")))
    C.take();
  return IsExpression && C.peek().is("(") ? C.skipBrackets()
                                          : llvm::Error::success();
}

static llvm::Error parseTypedValue(Cursor &C, Operation &Op) {
  if (llvm::Error E = parseAccessType(C, Op))
    return E;
  return parseValue(C);
}

static llvm::Error parseAddress(Cursor &C, OperationParse &P) {
  if (llvm::Error E = parsePointerType(C, P.Op.Space, P.Space))
    return E;
  return parseValue(C);
}

llvm::Error parseScopeString(Cursor &C, const Token &Token, StringRef Text,
                             Scope &Reach) {
  if (std::optional<Scope> Found = parseSyncScope(Text)) {
    Reach = *Found;
    return llvm::Error::success();
  }
  llvm::SmallVector<StringRef, 16> Names;
  for (unsigned I = 0; I < NumScopeLevels; ++I)
    for (bool OneAs : {false, true})
      Names.push_back(syncScopeString({static_cast<ScopeLevel>(I), OneAs}));
  std::string Hint = Text == "system" ? ": the system's is left out" : "";
  if (std::optional<Scope> Other = parseScope(Text))
    Text = syncScopeString(*Other);
  return C.fail(Token, "AMDGPU has no scope " + Token.Text.ltrim('!') + Hint +
                           didYouMean(Text, Names));
}

/// syncscope("agent"), or nothing.
static llvm::Error parseScopeAt(Cursor &C, Scope &Reach) {
  if (!C.takeIf("syncscope"))
    return llvm::Error::success();
  if (llvm::Error E = C.expect("("))
    return E;
  const Token &Token = C.take();
  if (Token.Kind != TokenKind::String)
    return C.fail(Token,
                  "expected a scope in quotes, found " + Token.describe());
  if (llvm::Error E = parseScopeString(
          C, Token, Token.Text.drop_front().drop_back(), Reach))
    return E;
  return C.expect(")");
}

static llvm::Error parseScopeAndOrdering(Cursor &C, OperationParse &P) {
  if (llvm::Error E = parseScopeAt(C, P.Op.Reach))
    return E;
  return parseOrderingAt(C, P.Op.Order, P.Order);
}

//===-- Metadata ----------------------------------------------------------===//

/// Takes !"text".
static llvm::Error parseMetadataString(Cursor &C, StringRef &Text) {
  Text = C.peek().Text;
  if (!Text.consume_front("!\"") || !Text.consume_back("\""))
    return C.failExpected("a tag in quotes, such as "
                          "!\"amdgpu-synchronize-as\"");
  C.take();
  return llvm::Error::success();
}

/// Behind `!{`: "prefix", "suffix" of one tag, or nodes that hold one each.
static llvm::Error parseTags(Cursor &C, MemoryAnnotations &Tags) {
  if (C.takeIf("}"))
    return llvm::Error::success();
  if (C.peek().is("!")) {
    do {
      C.take();
      if (llvm::Error E = C.expect("{"))
        return E;
      if (C.peek().is("!"))
        return C.failExpected("a tag in quotes");
      if (llvm::Error E = parseTags(C, Tags))
        return E;
    } while (C.takeIf(",") && C.peek().is("!"));
    return C.expect("}");
  }
  StringRef Prefix, Suffix;
  const Token &PrefixToken = C.peek();
  if (llvm::Error E = parseMetadataString(C, Prefix))
    return E;
  if (llvm::Error E = C.expect(","))
    return E;
  if (llvm::Error E = parseMetadataString(C, Suffix))
    return E;
  if (auto Tag = MemoryAnnotation::parse(Prefix, Suffix))
    Tags.insert(*Tag);
  else if (Prefix.starts_with("amdg"))
    return C.fail(PrefixToken, "AMDGPU has no tag " + Prefix + ":" + Suffix);
  return C.expect("}");
}

static llvm::Error parseMmra(Cursor &C, MemoryAnnotations &Tags) {
  if (!C.peek().is("!"))
    return C.fail(C.peek(), "the tags have to be here, as in !mmra "
                            "!{!\"amdgpu-synchronize-as\", !\"local\"}");
  C.take();
  if (llvm::Error E = C.expect("{"))
    return E;
  return parseTags(C, Tags);
}

/// `!name !0` or `!name !{...}`.
static llvm::Error parseMetadata(Cursor &C, Operation &Op) {
  StringRef Name = C.take().Text;
  if (Name == "!mmra")
    return parseMmra(C, Op.Tags);
  Op.NonTemporal |= Name == "!nontemporal";
  Op.LastUse |= Name == "!amdgpu.last.use";
  if (C.peek().Kind != TokenKind::Sigil)
    return C.failExpected("metadata");
  C.take();
  return C.peek().is("{") ? C.skipBrackets() : llvm::Error::success();
}

llvm::Error parseAttachments(Cursor &C, Operation &Op) {
  while (C.takeIf(",")) {
    int64_t Alignment;
    if (C.takeIf("align")) {
      if (llvm::Error E =
              parseNumberAt(C, "an alignment", 1, int64_t(1) << 32, Alignment))
        return E;
      continue;
    }
    bool IsMetadata = C.peek().Text.starts_with("!") && !C.peek().is("!");
    if (!IsMetadata)
      return C.failExpected("'align' or metadata");
    if (llvm::Error E = parseMetadata(C, Op))
      return E;
  }
  return C.expectEnd();
}

//===-- The instructions --------------------------------------------------===//

static llvm::Error parseLoad(Cursor &C, OperationParse &P) {
  bool Atomic = C.takeIf("atomic");
  P.Op.Volatile = C.takeIf("volatile");
  if (llvm::Error E = parseAccessType(C, P.Op))
    return E;
  if (llvm::Error E = C.expect(","))
    return E;
  if (llvm::Error E = parseAddress(C, P))
    return E;
  return Atomic ? parseScopeAndOrdering(C, P) : llvm::Error::success();
}

static llvm::Error parseStore(Cursor &C, OperationParse &P) {
  bool Atomic = C.takeIf("atomic");
  P.Op.Volatile = C.takeIf("volatile");
  if (llvm::Error E = parseTypedValue(C, P.Op))
    return E;
  if (llvm::Error E = C.expect(","))
    return E;
  if (llvm::Error E = parseAddress(C, P))
    return E;
  return Atomic ? parseScopeAndOrdering(C, P) : llvm::Error::success();
}

static llvm::Error parseReadModifyWrite(Cursor &C, OperationParse &P) {
  P.Op.Volatile = C.takeIf("volatile");
  P.Op.HasResult = P.HasResult;
  if (llvm::Error E = parseModification(C, P.Op.Modify))
    return E;
  if (llvm::Error E = parseAddress(C, P))
    return E;
  if (llvm::Error E = C.expect(","))
    return E;
  if (llvm::Error E = parseTypedValue(C, P.Op))
    return E;
  return parseScopeAndOrdering(C, P);
}

static llvm::Error parseCmpXchg(Cursor &C, OperationParse &P) {
  C.takeIf("weak");
  P.Op.Volatile = C.takeIf("volatile");
  P.Op.HasResult = P.HasResult;
  if (llvm::Error E = parseAddress(C, P))
    return E;
  for (unsigned I = 0; I < 2; ++I) {
    if (llvm::Error E = C.expect(","))
      return E;
    if (llvm::Error E = parseTypedValue(C, P.Op))
      return E;
  }
  if (llvm::Error E = parseScopeAndOrdering(C, P))
    return E;
  return parseOrderingAt(C, P.Op.FailureOrder, P.FailureOrder);
}

llvm::Error parseInstruction(Cursor &C, OperationParse &P) {
  struct InstructionRow {
    llvm::StringLiteral Name;
    OpKind Kind;
    bool GivesValue = false;
    llvm::Error (*Parse)(Cursor &, OperationParse &);
  };
  static constexpr InstructionRow Rows[] = {
      {.Name = "load",
       .Kind = OpKind::Load,
       .GivesValue = true,
       .Parse = parseLoad},
      {.Name = "store", .Kind = OpKind::Store, .Parse = parseStore},
      {.Name = "atomicrmw",
       .Kind = OpKind::ReadModifyWrite,
       .GivesValue = true,
       .Parse = parseReadModifyWrite},
      {.Name = "cmpxchg",
       .Kind = OpKind::CmpXchg,
       .GivesValue = true,
       .Parse = parseCmpXchg},
      {.Name = "fence", .Kind = OpKind::Fence, .Parse = parseScopeAndOrdering},
  };
  const Token &Name = C.take();
  for (const InstructionRow &Row : Rows) {
    if (!Name.is(Row.Name))
      continue;
    if (P.HasResult && !Row.GivesValue)
      return C.fail(Name, Name.describe() + " gives no value");
    P.Op.Kind = Row.Kind;
    if (llvm::Error E = Row.Parse(C, P))
      return E;
    return parseAttachments(C, P.Op);
  }
  static constexpr StringRef Names[] = {"load", "store", "atomicrmw", "cmpxchg",
                                        "fence"};
  return C.fail(Name, "no instruction that synchronizes or accesses memory is "
                      "called " +
                          Name.describe() + didYouMean(Name.Text, Names));
}

} // namespace fencepost::lower
