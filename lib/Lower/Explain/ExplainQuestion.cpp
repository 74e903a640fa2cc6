//===- ExplainQuestion.cpp - One question of a batch, understood ----------===//
// The words are those of compiler tests: `op` is a kind of instruction,
// `ordering` an ordering or, for plain accesses, their flags. An `op` that is
// none of these words is an operation in any spelling of OperationText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/ExplainQuestion.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

namespace fencepost::lower {

using llvm::StringRef;

namespace {
enum class Key : uint8_t {
  Target,
  Features,
  Op,
  Ordering,
  Scope,
  As,
  Mmra,
  Dialect,
  Av,
  Barrier,
  Coop,
  Workgroup, // From here on not strings.
  Members,
  Bits,
  LastUse,
};
constexpr EnumName<Key> KeyNames[] = {
    {Key::Target, "target"},   {Key::Features, "features"},
    {Key::Op, "op"},           {Key::Ordering, "ordering"},
    {Key::Scope, "scope"},     {Key::As, "as"},
    {Key::Mmra, "mmra"},       {Key::Dialect, "dialect"},
    {Key::Av, "av"},           {Key::Barrier, "barrier"},
    {Key::Coop, "coop"},       {Key::Workgroup, "workgroup"},
    {Key::Members, "members"}, {Key::Bits, "bits"},
    {Key::LastUse, "lastuse"},
};
static_assert(isIndexedBy(KeyNames), "a member without a name");
constexpr size_t NumKeys = numEnumerators<Key>();

struct OpRow {
  llvm::StringLiteral Name;
  OpKind Kind;
  bool HasResult = true;
  BarrierOp Action = BarrierOp::ArriveWait;
  BarrierId Object = BarrierId::workgroup();
};
constexpr OpRow Ops[] = {
    {.Name = "load", .Kind = OpKind::Load},
    {.Name = "store", .Kind = OpKind::Store},
    {.Name = "rmw_ret", .Kind = OpKind::ReadModifyWrite},
    {.Name = "rmw_noret", .Kind = OpKind::ReadModifyWrite, .HasResult = false},
    {.Name = "cmpxchg_ret", .Kind = OpKind::CmpXchg},
    {.Name = "cmpxchg_noret", .Kind = OpKind::CmpXchg, .HasResult = false},
    {.Name = "fence", .Kind = OpKind::Fence},
    {.Name = "s_barrier", .Kind = OpKind::Barrier},
    {.Name = "s_barrier_signal",
     .Kind = OpKind::Barrier,
     .Action = BarrierOp::Arrive},
    {.Name = "s_barrier_wait",
     .Kind = OpKind::Barrier,
     .Action = BarrierOp::Wait},
    {.Name = "s_barrier_signal_wait",
     .Kind = OpKind::Barrier,
     .Action = BarrierOp::Arrive},
    {.Name = "s_cluster_barrier",
     .Kind = OpKind::Barrier,
     .Object = BarrierId::cluster()},
};

/// The members that mean something, and what they say.
class Reader {
public:
  llvm::Error take(llvm::ArrayRef<JsonMember> Members);
  llvm::Error read(ExplainQuestion &Q, Dialect Default);

private:
  StringRef text(Key K) const { return Texts[static_cast<size_t>(K)]; }
  int64_t number(Key K) const { return Numbers[static_cast<size_t>(K)]; }
  llvm::Error takeMember(Key K, const JsonMember &Member);
  llvm::Error readMode(ExplainQuestion &Q) const;
  llvm::Error readOperation(ExplainQuestion &Q) const;
  llvm::Error readBarrier(Operation &Op, BarrierOp Action) const;
  llvm::Error readText(Operation &Op) const;
  llvm::Error readAccess(Operation &Op) const;
  llvm::Error readOrdering(Operation &Op) const;
  llvm::Error readFlags(Operation &Op) const;
  llvm::Error readScope(Operation &Op) const;
  llvm::Error readSpace(Operation &Op) const;
  llvm::Error readTags(Operation &Op) const;
  llvm::Error expectEmpty(llvm::ArrayRef<Key> Keys) const;

  std::array<StringRef, NumKeys> Texts;
  std::array<int64_t, NumKeys> Numbers = {};
  std::array<bool, NumKeys> IsGiven = {};
  llvm::SmallVector<std::unique_ptr<std::string>, 1> Unescaped;
};
} // namespace

static llvm::Error bad(const llvm::Twine &Message) {
  return llvm::createStringError(Message.str());
}

static llvm::Error unknown(StringRef Kind, StringRef Word,
                           llvm::ArrayRef<StringRef> Known) {
  return bad("unknown " + Kind + " '" + Word + "'" + didYouMean(Word, Known));
}

//===-- The members -------------------------------------------------------===//

llvm::Error Reader::takeMember(Key K, const JsonMember &Member) {
  auto I = static_cast<size_t>(K);
  if (std::exchange(IsGiven[I], true))
    return bad("\"" + Member.Key + "\" is given twice");
  if (K < Key::Workgroup) {
    std::optional<std::string> Text = Member.string();
    if (!Text)
      return bad("\"" + Member.Key + "\" has to be a string");
    if (Member.Value.contains('\\')) {
      Unescaped.push_back(std::make_unique<std::string>(std::move(*Text)));
      Texts[I] = *Unescaped.back();
    } else {
      Texts[I] = Member.Value.drop_front().drop_back();
    }
    return llvm::Error::success();
  }
  if (K == Key::LastUse) {
    if (Member.Value != "true" && Member.Value != "false")
      return bad("\"" + Member.Key + "\" has to be true or false");
    Numbers[I] = Member.Value == "true";
    return llvm::Error::success();
  }
  std::optional<int64_t> Number = Member.integer();
  if (!Number || *Number < 0 || *Number > 65535)
    return bad("\"" + Member.Key + "\" has to be a number from 0 to 65535");
  Numbers[I] = *Number;
  return llvm::Error::success();
}

llvm::Error Reader::take(llvm::ArrayRef<JsonMember> Members) {
  for (const JsonMember &Member : Members)
    if (std::optional<Key> K = findByName(KeyNames, Member.Key))
      if (llvm::Error E = takeMember(*K, Member))
        return E;
  return llvm::Error::success();
}

llvm::Error Reader::expectEmpty(llvm::ArrayRef<Key> Keys) const {
  for (Key K : Keys)
    if (!text(K).empty())
      return bad("'" + text(Key::Op) + "' takes no " + rowOf(KeyNames, K).Name);
  return llvm::Error::success();
}

//===-- The target --------------------------------------------------------===//

llvm::Error Reader::readMode(ExplainQuestion &Q) const {
  if (text(Key::Target).empty())
    return bad("\"target\" is missing");
  llvm::Expected<Mode> Where =
      Mode::parse(text(Key::Target), text(Key::Features));
  if (!Where)
    return Where.takeError();
  Q.Where = *Where;
  int64_t Size = number(Key::Workgroup);
  unsigned Most = Q.Where.Proc->family().MaxWorkgroupSize;
  if (IsGiven[static_cast<size_t>(Key::Workgroup)] &&
      (Size == 0 || Size > Most))
    return bad("a work-group on " + Q.Where.Proc->Name + " has 1 to " +
               llvm::Twine(Most) + " work-items");
  Q.Where.OneWave = Size != 0 && Size <= Q.Where.WaveSize;
  return llvm::Error::success();
}

//===-- The operation -----------------------------------------------------===//

/// plain, volatile, nontemporal, lastuse, and several joined by +.
llvm::Error Reader::readFlags(Operation &Op) const {
  llvm::SmallVector<StringRef, 16> Known = {"plain", "nontemporal", "volatile",
                                            "lastuse"};
  llvm::append_range(Known, orderingWords());
  StringRef Rest = text(Key::Ordering);
  if (Rest == "plain")
    return llvm::Error::success();
  while (!Rest.empty()) {
    auto [Word, After] = Rest.split('+');
    if (Word == "volatile")
      Op.Volatile = true;
    else if (Word == "nontemporal")
      Op.NonTemporal = true;
    else if (Word == "lastuse")
      Op.LastUse = true;
    else if (llvm::is_contained(Known, Word))
      return bad("'" + Word +
                 "' cannot be joined with other words: only volatile, "
                 "nontemporal and lastuse can, which say how a plain access "
                 "is made");
    else
      return unknown("ordering", Word, Known);
    Rest = After;
  }
  return llvm::Error::success();
}

llvm::Error Reader::readOrdering(Operation &Op) const {
  auto [Success, Failure] = text(Key::Ordering).split('/');
  if (Success.empty())
    return bad("'" + text(Key::Op) + "' needs an ordering");
  std::optional<Ordering> Found = parseOrdering(Success);
  bool IsPair = text(Key::Ordering).contains('/');
  if (!Found || !isAtomic(*Found)) {
    bool MayBePlain = Op.Kind == OpKind::Load || Op.Kind == OpKind::Store;
    if (MayBePlain && !IsPair)
      return readFlags(Op);
    return bad("unknown ordering '" + Success + "'");
  }
  Op.Order = *Found;
  if (Op.Kind != OpKind::CmpXchg)
    return IsPair ? bad("only cmpxchg has two orderings")
                  : llvm::Error::success();
  Found = parseOrdering(Failure);
  if (!Found || !isAtomic(*Found))
    return bad("cmpxchg needs two orderings, as in acq_rel/acquire");
  Op.FailureOrder = *Found;
  return llvm::Error::success();
}

/// Plain accesses have no scope; one that is given says nothing.
llvm::Error Reader::readScope(Operation &Op) const {
  StringRef Name = text(Key::Scope);
  if (Name.empty())
    return llvm::Error::success();
  std::optional<Scope> Found =
      Name == "one-as" ? parseSyncScope(Name) : parseScope(Name);
  if (!Found)
    return unknown("scope", Name, scopeWords());
  if (Op.isAtomic())
    Op.Reach = *Found;
  return llvm::Error::success();
}

llvm::Error Reader::readSpace(Operation &Op) const {
  static constexpr StringRef Known[] = {"flat", "global", "local", "private",
                                        "constant"};
  StringRef Name = text(Key::As);
  if (Name.empty() && Op.Kind == OpKind::Fence)
    return llvm::Error::success();
  if (Name.empty())
    return bad("'" + text(Key::Op) + "' needs an address space: " +
               llvm::join(llvm::ArrayRef(Known), ", "));
  std::optional<AddressSpace> Found =
      Name == "flat" ? AddressSpace::Generic : parseAddressSpace(Name);
  if (!Found)
    return unknown("address space", Name, Known);
  if (Op.Kind != OpKind::Fence)
    Op.Space = *Found;
  return llvm::Error::success();
}

llvm::Error Reader::readTags(Operation &Op) const {
  static constexpr StringRef Known[] = {"local", "global", "local+global"};
  StringRef Rest = text(Key::Mmra);
  while (!Rest.empty()) {
    auto [Word, After] = Rest.split('+');
    if (Word != "local" && Word != "global")
      return unknown("annotation", text(Key::Mmra), Known);
    Op.Tags.Synchronize.insert(*parseAddressSpace(Word));
    Rest = After;
  }
  if (!text(Key::Av).empty() && text(Key::Av) != "none")
    return bad("\"av\" is none or empty");
  Op.Tags.NoAv = !text(Key::Av).empty();
  return llvm::Error::success();
}

llvm::Error Reader::readAccess(Operation &Op) const {
  if (llvm::Error E = readOrdering(Op))
    return E;
  if (llvm::Error E = readScope(Op))
    return E;
  if (llvm::Error E = readSpace(Op))
    return E;
  if (llvm::Error E = readTags(Op))
    return E;
  Op.LastUse |= number(Key::LastUse) != 0;
  if (int64_t Bits = number(Key::Bits)) {
    if (Bits > 128)
      return bad("no access is " + llvm::Twine(Bits) + " bits wide");
    Op.Bits = static_cast<uint8_t>(Bits);
  }
  static constexpr StringRef Groups[] = {"", "32x4B", "16x8B", "8x16B"};
  const StringRef *Group = llvm::find(Groups, text(Key::Coop));
  if (Group == std::end(Groups))
    return unknown("cooperative group", text(Key::Coop), Groups);
  Op.Group = static_cast<Cooperative>(Group - Groups);
  if (Op.Group != Cooperative::No)
    Op.Bits = 16u << (Group - Groups);
  return llvm::Error::success();
}

llvm::Error Reader::readBarrier(Operation &Op, BarrierOp Action) const {
  Op.Kind = OpKind::Barrier;
  Op.Action = Action;
  if (Action == BarrierOp::Drop)
    Op.Object = BarrierId::null();
  if (StringRef Name = text(Key::Barrier); !Name.empty()) {
    std::optional<BarrierId> Object = BarrierId::parse(Name);
    if (!Object)
      return bad("unknown barrier '" + Name + "'");
    Op.Object = *Object;
  }
  if (number(Key::Members) > 127)
    return bad("a barrier has at most 127 members");
  Op.Members = static_cast<uint8_t>(number(Key::Members));
  return expectEmpty({Key::Ordering, Key::Scope, Key::As, Key::Mmra, Key::Av});
}

llvm::Error Reader::readText(Operation &Op) const {
  llvm::Expected<Operation> Parsed = parseOperation(text(Key::Op));
  if (!Parsed) {
    std::vector<Finding> Findings =
        takeFindings(Parsed.takeError(), Diag::OperationSyntax, "");
    return bad(Findings.front().Message);
  }
  Op = *Parsed;
  return expectEmpty({Key::Ordering, Key::Scope, Key::As, Key::Mmra, Key::Av});
}

llvm::Error Reader::readOperation(ExplainQuestion &Q) const {
  StringRef Name = text(Key::Op);
  if (Name.empty())
    return bad("\"op\" is missing");
  const OpRow *Row =
      llvm::find_if(Ops, [&](const OpRow &R) { return R.Name == Name; });
  if (Row == std::end(Ops)) {
    if (std::optional<BarrierOp> Action = parseBarrierOp(Name))
      return readBarrier(Q.Op, *Action);
    return readText(Q.Op);
  }
  Q.Op.Kind = Row->Kind;
  Q.Op.HasResult = Row->HasResult;
  if (Row->Kind != OpKind::Barrier)
    return readAccess(Q.Op);
  Q.Op.Action = Row->Action;
  Q.Op.Object = Row->Object;
  if (Name == "s_barrier_signal_wait") {
    Q.NextOp = Q.Op;
    Q.NextOp->Action = BarrierOp::Wait;
  }
  return llvm::Error::success();
}

llvm::Error Reader::read(ExplainQuestion &Q, Dialect Default) {
  static constexpr StringRef Known[] = {"spec", "llvm22"};
  if (llvm::Error E = readMode(Q))
    return E;
  StringRef Name = text(Key::Dialect);
  std::optional<Dialect> As = Name.empty() ? Default : parseDialect(Name);
  if (!As)
    return unknown("dialect", Name, Known);
  Q.As = *As;
  return readOperation(Q);
}

llvm::Expected<ExplainQuestion> readQuestion(llvm::ArrayRef<JsonMember> Members,
                                             Dialect Default) {
  Reader R;
  if (llvm::Error E = R.take(Members))
    return E;
  ExplainQuestion Q;
  if (llvm::Error E = R.read(Q, Default))
    return E;
  return Q;
}

bool isAnswerKey(StringRef Key) {
  return Key == "pre" || Key == "access" || Key == "post" ||
         Key == "if_lds_dma" || Key == "error";
}

} // namespace fencepost::lower
