//===- RandomGraphsTest.cpp - Random functions against the analysis -------===//
// A random graph of events is written as LLVM IR and rewritten; each wait must
// have become what analyzeAsyncMarks() says of the graph. Prints the seed of a
// graph that fails, and the function.
//===----------------------------------------------------------------------===//
#include "../../lib/Rewrite/WaitBuilder.h"
#include "RewriteModule.h"
#include "fencepost/Lower/AsyncMarks.h"
#include "fencepost/Target/WaitInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include <random>

using namespace fencepost;
using namespace fencepost::rewrite;
using lower::AsyncEvent;
using lower::AsyncEventKind;
using lower::AsyncGraph;

namespace {

struct TargetRow {
  const char *Cpu;
  std::vector<Counter> Counters;
};

class RandomGraph {
public:
  RandomGraph(unsigned Seed, const TargetRow &Target) : Random(Seed) {
    Graph.Blocks.resize(1 + below(6));
    for (lower::AsyncBlock &Block : Graph.Blocks) {
      for (unsigned N = below(8); N > 0; --N)
        if (below(10) == 0) // A call, which may issue anything.
          for (Counter Id : Target.Counters)
            Block.Events.push_back(AsyncEvent::unknown(Id));
        else
          Block.Events.push_back(event(Target));
      for (unsigned N = Graph.Blocks.size() == 1 ? 0 : below(3); N > 0; --N)
        Block.Successors.push_back(1 + below(Graph.Blocks.size() - 1));
    }
  }

  AsyncGraph Graph;

private:
  unsigned below(unsigned Limit) { return Random() % Limit; }

  AsyncEvent event(const TargetRow &Target) {
    Counter Id = Target.Counters[below(Target.Counters.size())];
    switch (below(9)) {
    case 5:
    case 6:
      return AsyncEvent::mark();
    case 7:
    case 8:
      return AsyncEvent::wait(below(3));
    default:
      return AsyncEvent::operation(Id);
    }
  }

  std::mt19937 Random;
};

/// The instruction that is \p Event; none for a wait.
llvm::StringRef instruction(const AsyncEvent &Event) {
  switch (Event.Kind) {
  case AsyncEventKind::Operation:
    if (Event.Counted == Counter::Tensor)
      return "  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> "
             "zeroinitializer, <8 x i32> zeroinitializer, i32 0)\n";
    if (Event.Counted == Counter::Async)
      return "  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr "
             "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)\n";
    return "  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) "
           "%g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)\n";
  case AsyncEventKind::Mark:
    return "  call void @llvm.amdgcn.asyncmark()\n";
  case AsyncEventKind::Unknown:
    return "  call void @someone()\n";
  case AsyncEventKind::Wait:
    return "";
  }
  return "";
}

/// Each wait is followed by a store of its number, by block and event.
std::string asText(const AsyncGraph &Graph) {
  std::string Text = "declare void @someone()\n"
                     "define amdgpu_kernel void @f(ptr addrspace(1) %g, ptr "
                     "addrspace(3) %l, i1 %c) {\n";
  for (auto [B, Block] : llvm::enumerate(Graph.Blocks)) {
    Text += "b" + std::to_string(B) + ":\n";
    for (auto [E, Event] : llvm::enumerate(Block.Events)) {
      Text += instruction(Event);
      if (Event.Kind == AsyncEventKind::Wait)
        Text += "  call void @llvm.amdgcn.wait.asyncmark(i16 " +
                std::to_string(Event.Marks) + ")\n  store i32 " +
                std::to_string(100 * B + E) + ", ptr addrspace(1) %g\n";
    }
    auto To = [&](unsigned I) {
      return "label %b" + std::to_string(Block.Successors[I]);
    };
    if (Block.Successors.empty())
      Text += "  ret void\n";
    else if (Block.Successors.size() == 1)
      Text += "  br " + To(0) + "\n";
    else
      Text += "  br i1 %c, " + To(0) + ", " + To(1) + "\n";
  }
  return Text + "}\n";
}

using WaitsByNumber = std::map<unsigned, std::vector<std::pair<int, unsigned>>>;

/// The waits of the rewritten function that stand before each numbered store,
/// as intrinsic and operand.
WaitsByNumber found(const llvm::Function &F) {
  WaitsByNumber Result;
  for (const llvm::BasicBlock &BB : F) {
    std::vector<std::pair<int, unsigned>> Waits;
    for (const llvm::Instruction &I : BB) {
      if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
          Call && Call->getCalledFunction()->getName().contains(".s.wait"))
        Waits.push_back({Call->getIntrinsicID(),
                         static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(
                                                   Call->getArgOperand(0))
                                                   ->getZExtValue())});
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
        auto *Number = llvm::cast<llvm::ConstantInt>(Store->getValueOperand());
        Result[Number->getZExtValue()] = std::move(Waits);
        Waits.clear();
      }
    }
  }
  return Result;
}

/// The same, from the analysis.
WaitsByNumber expected(const AsyncGraph &Graph, const Processor &Proc) {
  WaitsByNumber Result;
  for (auto [B, Block] : llvm::enumerate(Graph.Blocks))
    for (auto [E, Event] : llvm::enumerate(Block.Events))
      if (Event.Kind == AsyncEventKind::Wait)
        Result[100 * B + E] = {};
  for (const lower::AsyncWaitAnswer &Wait :
       lower::analyzeAsyncMarks(Graph, Proc.family()).Waits)
    for (auto [Id, Value] : Wait.Values) {
      CounterWait Wanted = {Id, static_cast<uint8_t>(Value)};
      auto &Waits = Result[100 * Wait.Block + Wait.Event];
      if (Id == Counter::Vm)
        Waits.push_back({llvm::Intrinsic::amdgcn_s_waitcnt,
                         encodeWaitcnt(Proc.FamilyId, Wanted)});
      else
        Waits.push_back({Id == Counter::Async
                             ? llvm::Intrinsic::amdgcn_s_wait_asynccnt
                             : llvm::Intrinsic::amdgcn_s_wait_tensorcnt,
                         Value});
    }
  return Result;
}

} // namespace

TEST(RandomGraphs, WaitsAreWhatTheAnalysisSays) {
  const TargetRow Targets[] = {
      {"gfx900", {Counter::Vm}},
      {"gfx942", {Counter::Vm}},
      {"gfx1030", {Counter::Vm}},
      {"gfx1250", {Counter::Async, Counter::Tensor}},
  };
  unsigned Blocking = 0;
  for (const TargetRow &Target : Targets)
    for (unsigned Seed = 0; Seed < 700; ++Seed) {
      AsyncGraph Graph = RandomGraph(Seed, Target).Graph;
      std::string Text = asText(Graph);
      RewriteModule M(Text, Target.Cpu);
      ASSERT_TRUE(M.Problems.empty()) << M.Problems.front() << '\n' << Text;
      const Processor &Proc = *findProcessor(Target.Cpu);
      WaitsByNumber Wanted = expected(Graph, Proc);
      ASSERT_EQ(found(*M.M->getFunction("f")), Wanted)
          << Target.Cpu << " seed " << Seed << '\n'
          << Text;
      for (const auto &[Number, Waits] : Wanted)
        Blocking += !Waits.empty();
      EXPECT_EQ(M.text().find("asyncmark"), std::string::npos);
    }
  EXPECT_GT(Blocking, 500u) << "hardly any wait of these graphs blocks";
}
