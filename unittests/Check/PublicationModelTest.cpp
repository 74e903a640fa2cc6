//===- PublicationModelTest.cpp - Publication against the model -----------===//
// The same publication as a kernel and as a litmus test: the checker has a
// finding if and only if the model reports a race. Every order, scope and
// annotation of the flag's store and of the fence before it, of the poll and of
// the fence after it; and every choice of fences around the barriers through
// which data of other work-items is gathered and passed on.
//===----------------------------------------------------------------------===//
#include "Publication/Publication.h"
#include "ViewFiles.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Model/Explore.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

struct Access {
  const char *Order, *Scope; ///< No order: plain.
  bool NoAv = false;
};
struct FenceText {
  const char *Order, *Scope; ///< No order: none.
  const char *Space = "";
  bool NoAv = false;
};

std::string metadata(const char *Space, bool NoAv) {
  std::string Name = std::string(Space) == "local"    ? "!1"
                     : std::string(Space) == "global" ? "!2"
                     : NoAv                           ? "!3"
                                                      : "";
  return Name.empty() ? "\n" : ", !mmra " + Name + "\n";
}

std::string scopeText(llvm::StringRef Scope) {
  return Scope == "system" ? " " : " syncscope(\"" + Scope.str() + "\") ";
}

std::string irText(FenceText F) {
  if (!F.Order)
    return "";
  return "  fence" + scopeText(F.Scope) + F.Order + metadata(F.Space, F.NoAv);
}

std::string litmusText(FenceText F) {
  if (!F.Order)
    return "";
  return std::string("  fence ") + F.Order + " " + F.Scope + " " + F.Space +
         (F.NoAv ? " noav\n" : "\n");
}

std::string irAccess(const std::string &What, Access A) {
  if (!A.Order)
    return What + ", align 4\n";
  size_t Word = What.find("store") != std::string::npos ? What.find("store") + 5
                                                        : What.find("load") + 4;
  return What.substr(0, Word) + " atomic" + What.substr(Word) +
         scopeText(A.Scope) + A.Order + ", align 4" + metadata("", A.NoAv);
}

std::string litmusSuffix(Access A) {
  return A.Order ? std::string(" ") + A.Order + " " + A.Scope +
                       (A.NoAv ? " noav\n" : "\n")
                 : "\n";
}

const char *Head = R"ir(
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %zero = icmp eq i32 %id, 0
  %first = icmp eq i32 %group, 0
)ir";
const char *Tail = R"ir(
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" }
!0 = !{i32 128, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!"amdgcn-av", !"none"}
)ir";

bool isFound(const std::string &Text) {
  bool Found = false;
  for (const view::SyncView &View : viewsOfText(Text, "gfx942")) {
    sym::Analysis Context(View);
    Found |= !findPublication(Context).empty();
  }
  return Found;
}

bool hasRace(const std::string &Text) {
  llvm::Expected<litmus::LitmusTest> Test =
      litmus::parseLitmus(Text, "test.litmus");
  if (!Test) {
    ADD_FAILURE() << llvm::toString(Test.takeError()) << Text;
    return false;
  }
  return !model::explore(Test->Program, Test->Condition.Observed, {})
              .Races.empty();
}

/// One store, one flag, one thread on each side.
bool agree(Access Store, FenceText Before, Access Load, FenceText Behind) {
  std::string Kernel =
      std::string(Head) + "  br i1 %zero, label %one, label %end\n" +
      "one:\n  br i1 %first, label %write, label %poll\n" +
      "write:\n  store i32 1, ptr addrspace(1) %data\n" + irText(Before) +
      irAccess("  store i32 1, ptr addrspace(1) %flag", Store) +
      "  br label %end\npoll:\n" +
      irAccess("  %seen = load i32, ptr addrspace(1) %flag", Load) +
      "  %ready = icmp ne i32 %seen, 0\n" +
      "  br i1 %ready, label %go, label %poll\ngo:\n" + irText(Behind) +
      "  %got = load i32, ptr addrspace(1) %data\n" +
      "  store i32 %got, ptr addrspace(1) %out\n  br label %end\n" + Tail;
  std::string Test =
      std::string("AMDGPU T\n{ global x = 0; global flag = 0; }\n") +
      "thread P0 @ workgroup 0 {\n  store x, 1\n" + litmusText(Before) +
      "  store" + (Store.Order ? " atomic" : "") + " flag, 1" +
      litmusSuffix(Store) + "}\nthread P1 @ workgroup 1 {\n  r0 = load" +
      (Load.Order ? " atomic" : "") + " flag" + litmusSuffix(Load) +
      "  if (r0 == 1) {\n" + litmusText(Behind) +
      "  r1 = load x\n  }\n}\nexists (race)\n";
  bool Found = isFound(Kernel), Race = hasRace(Test);
  EXPECT_EQ(Found, Race) << Test;
  return Race;
}

const FenceText NoFence{nullptr, nullptr};
const char *const Scopes[] = {"wavefront", "workgroup", "agent", "system",
                              "agent-one-as"};

std::vector<Access> accesses(const char *Strong) {
  std::vector<Access> All{{nullptr, ""}, {Strong, "agent", true}};
  for (const char *Scope : Scopes)
    for (const char *Order : {"monotonic", Strong})
      All.push_back({Order, Scope});
  All.push_back({"unordered", "agent"});
  All.push_back({"seq_cst", "agent"});
  return All;
}

std::vector<FenceText> fences(const char *Strong, const char *Other) {
  return {NoFence,
          {Strong, "agent"},
          {Strong, "workgroup"},
          {Strong, "agent-one-as"},
          {Strong, "agent", "local"},
          {Strong, "agent", "global"},
          {Strong, "agent", "", true},
          {Other, "agent"},
          {"acq_rel", "system"},
          {"seq_cst", "wavefront"}};
}

TEST(PublicationModel, EveryPublication) {
  unsigned Races = 0, All = 0;
  for (Access Store : accesses("release"))
    for (FenceText Before : fences("release", "acquire")) {
      Races += agree(Store, Before, {"acquire", "agent"}, NoFence);
      ++All;
    }
  EXPECT_EQ(All, 140u);
  EXPECT_EQ(Races, 84u);
}

TEST(PublicationModel, EveryPoll) {
  unsigned Races = 0, All = 0;
  for (Access Load : accesses("acquire"))
    for (FenceText Behind : fences("acquire", "release")) {
      Races += agree({"release", "agent"}, NoFence, Load, Behind);
      ++All;
    }
  EXPECT_EQ(All, 140u);
  EXPECT_EQ(Races, 84u);
}

/// All work-items of a work-group store, one publishes; one polls, all read.
bool agreeThroughBarriers(const FenceText (&F)[4], bool Barriers) {
  std::string Barrier =
                  Barriers ? "  call void @llvm.amdgcn.s.barrier()\n" : "",
              Wait = Barriers ? "  barrier\n" : "";
  std::string Kernel =
      std::string(Head) + "  br i1 %first, label %write, label %read\n" +
      "write:\n  %my = getelementptr i32, ptr addrspace(1) %data, i32 %id\n" +
      "  store i32 1, ptr addrspace(1) %my\n" + irText(F[0]) + Barrier +
      irText(F[1]) + "  br i1 %zero, label %publish, label %end\npublish:\n" +
      "  store atomic i32 1, ptr addrspace(1) %flag syncscope(\"agent\") "
      "release, align 4\n  br label %end\n" +
      "read:\n  br i1 %zero, label %poll, label %go\npoll:\n" +
      "  %seen = load atomic i32, ptr addrspace(1) %flag syncscope(\"agent\") "
      "acquire, align 4\n  %ready = icmp ne i32 %seen, 0\n" +
      "  br i1 %ready, label %go, label %poll\ngo:\n" + irText(F[2]) + Barrier +
      irText(F[3]) + "  %of = xor i32 %id, 64\n" +
      "  %from = getelementptr i32, ptr addrspace(1) %data, i32 %of\n" +
      "  %got = load i32, ptr addrspace(1) %from\n" +
      "  store i32 %got, ptr addrspace(1) %out\n  br label %end\n" + Tail;
  std::string Test =
      std::string("AMDGPU T\n{ global x = 0; global flag = 0; }\n") +
      "thread P0 @ workgroup 0 wavefront 0 {\n" + litmusText(F[0]) + Wait +
      litmusText(F[1]) + "  store atomic flag, 1 release agent\n}\n" +
      "thread P1 @ workgroup 0 wavefront 1 {\n  store x, 1\n" +
      litmusText(F[0]) + Wait + litmusText(F[1]) +
      "}\nthread P2 @ workgroup 1 wavefront 0 {\n" +
      "  while (r0 == 0) { r0 = load atomic flag acquire agent }\n" +
      litmusText(F[2]) + Wait + litmusText(F[3]) +
      "}\nthread P3 @ workgroup 1 wavefront 1 {\n" + litmusText(F[2]) + Wait +
      litmusText(F[3]) + "  r1 = load x\n}\nexists (race)\n";
  bool Found = isFound(Kernel), Race = hasRace(Test);
  EXPECT_EQ(Found, Race) << Test;
  return Race;
}

TEST(PublicationModel, ThroughBarriers) {
  const FenceText Releases[] = {{"release", "workgroup"},
                                {"release", "workgroup", "local"},
                                {"acq_rel", "agent", "global"}};
  const FenceText Acquires[] = {
      {"acquire", "workgroup"}, NoFence, {"seq_cst", "agent"}};
  unsigned Quiet = 0;
  for (FenceText A : Releases)
    for (FenceText B : Acquires)
      for (FenceText C : Releases)
        for (FenceText D : Acquires)
          Quiet += !agreeThroughBarriers({A, B, C, D}, true);
  EXPECT_EQ(Quiet, 16u);
  EXPECT_TRUE(agreeThroughBarriers(
      {Releases[0], Acquires[0], Releases[0], Acquires[0]}, false));
}

} // namespace
} // namespace fencepost::check
