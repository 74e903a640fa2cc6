//===- ExplainOperations.cpp - Every operation on every processor ---------===//
// Questions are made in the order target, operation, ordering, scope, address
// space, and answered like those of a batch, so that the table is by
// construction what a batch would say.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ExplainBatch.h"
#include "fencepost/Report/ExplainTables.h"
#include "fencepost/Sync/Ordering.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using namespace lower;
using llvm::StringRef;

namespace {
/// The members of a question between the target and the dialect.
struct Words {
  std::string Op, Order, Scope, Space, Tags;
};
} // namespace

static std::vector<std::string> scopes() {
  std::vector<std::string> Names;
  for (unsigned I = 0; I < NumScopeLevels; ++I)
    for (bool OneAs : {false, true})
      Names.push_back(scopeName({static_cast<ScopeLevel>(I), OneAs}).str());
  return Names;
}

static std::vector<std::string> orderings(OrderedOp Op) {
  std::vector<std::string> Names;
  for (unsigned I = 1; I < NumOrderings; ++I)
    if (isAllowed(static_cast<Ordering>(I), Op))
      Names.push_back(orderingName(static_cast<Ordering>(I)).str());
  return Names;
}

static constexpr StringRef Spaces[] = {"flat", "global", "local", "private"};

static void addPlain(std::vector<Words> &All, StringRef Op,
                     llvm::ArrayRef<StringRef> MoreSpaces = {}) {
  for (StringRef Flags :
       {"plain", "nontemporal", "volatile", "volatile+nontemporal"}) {
    for (StringRef Space : Spaces)
      All.push_back({Op.str(), Flags.str(), "", Space.str(), ""});
    for (StringRef Space : MoreSpaces)
      All.push_back({Op.str(), Flags.str(), "", Space.str(), ""});
  }
}

static void addAtomic(std::vector<Words> &All, StringRef Op,
                      llvm::ArrayRef<std::string> Orders) {
  for (const std::string &Order : Orders)
    for (const std::string &Scope : scopes())
      for (StringRef Space : Spaces)
        All.push_back({Op.str(), Order, Scope, Space.str(), ""});
}

static std::vector<std::string> pairs() {
  std::vector<std::string> Pairs;
  for (const std::string &Success : orderings(OrderedOp::CmpXchgSuccess))
    for (const std::string &Failure : orderings(OrderedOp::CmpXchgFailure))
      Pairs.push_back(Success + "/" + Failure);
  return Pairs;
}

static std::vector<Words> everyOperation() {
  std::vector<Words> All;
  addPlain(All, "load", {"constant"});
  addAtomic(All, "load", orderings(OrderedOp::Load));
  addPlain(All, "store");
  addAtomic(All, "store", orderings(OrderedOp::Store));
  for (StringRef Op : {"rmw_ret", "rmw_noret"})
    addAtomic(All, Op, orderings(OrderedOp::ReadModifyWrite));
  for (StringRef Op : {"cmpxchg_ret", "cmpxchg_noret"})
    addAtomic(All, Op, pairs());
  for (const std::string &Order : orderings(OrderedOp::Fence))
    for (const std::string &Scope : scopes())
      for (StringRef Tags : {"", "local", "global", "local+global"})
        All.push_back({"fence", Order, Scope, "", Tags.str()});
  for (StringRef Op : {"s_barrier", "s_barrier_signal_wait", "s_barrier_signal",
                       "s_barrier_wait", "s_cluster_barrier"})
    All.push_back({Op.str(), "", "", "", ""});
  return All;
}

void printOperationTable(llvm::raw_ostream &OS, llvm::ArrayRef<Mode> Modes,
                         Dialect As) {
  std::vector<std::string> Middles;
  for (const Words &W : everyOperation())
    Middles.push_back("\",\"op\":\"" + W.Op + "\",\"ordering\":\"" + W.Order +
                      "\",\"scope\":\"" + W.Scope + "\",\"as\":\"" + W.Space +
                      "\",\"mmra\":\"" + W.Tags + "\",\"dialect\":\"" +
                      dialectName(As).str() + "\"}");
  llvm::SmallVector<char, 0> Out;
  uint64_t Number = 0;
  for (const Mode &M : Modes) {
    std::string Target = "{\"target\":\"" + M.Proc->Name.str() +
                         "\",\"features\":\"" + M.features();
    for (const std::string &Middle : Middles)
      answerBatchLine(Target + Middle, ++Number, As, Out);
    OS << StringRef(Out.data(), Out.size());
    Out.clear();
  }
}

} // namespace fencepost
