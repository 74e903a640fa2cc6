//===- NarrowAtomicsTest.cpp - Atomics that leave out other work-groups --===//
// Patterns in a few lines of IR: as many that must stay silent, or be no more
// than possible, as such that must be found.
//===----------------------------------------------------------------------===//
#include "Publication/NarrowAtomics.h"
#include "DefectWords.h"
#include "Publication/Publication.h"
#include "ViewFiles.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

std::string found(const view::SyncView &View) {
  sym::Analysis Context(View);
  std::string Text;
  for (const Defect &F : findNarrowAtomics(Context, findPublication(Context))) {
    EXPECT_EQ(F.Kind, DefectKind::NarrowAtomic);
    EXPECT_EQ(F.Evidence.has_value(), F.Certainty == Certainty::Error);
    Text +=
        F.Certainty == Certainty::Error ? "error" : "possible: " + reasonOf(F);
    Text += "\n";
  }
  return Text;
}

/// A kernel of 128 work-items, which looks at its work-group if \p Looks.
std::string foundIn(const std::string &Body, bool Looks = true) {
  std::string Group =
      Looks ? "call i32 @llvm.amdgcn.workgroup.id.x()" : "add i32 0, 0";
  std::string Text = R"ir(
target triple = "amdgcn-amd-amdhsa"
@slot = internal addrspace(3) global i32 poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %sum, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %log, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = )ir" + Group +
                     R"ir(
  %base = mul i32 %group, 128
  %g = add i32 %base, %id
  %mine = getelementptr i32, ptr addrspace(1) %log, i32 %g
  store i32 %id, ptr addrspace(1) %mine
  %zero = icmp eq i32 %id, 0
)ir" + Body + R"ir(
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" }
!0 = !{i32 128, i32 1, i32 1}
)ir";
  std::string Message;
  for (const view::SyncView &View : viewsOfText(Text, "gfx942"))
    Message += found(View);
  return Message;
}

/// An atomic addition to \p To.
std::string add(const std::string &To, const std::string &Scope = "workgroup",
                const std::string &Order = "monotonic") {
  return "  atomicrmw add ptr addrspace(1) " + To + ", i32 %id syncscope(\"" +
         Scope + "\") " + Order + ", align 4\n";
}

std::string at(const std::string &Name, const std::string &Index) {
  return "  " + Name + " = getelementptr i32, ptr addrspace(1) %sum, i32 " +
         Index + "\n";
}

const std::string End = "  br label %end\n";

TEST(NarrowAtomics, SamePlace) {
  EXPECT_EQ(foundIn(add("%sum") + End), "error\n");
  EXPECT_EQ(foundIn(add("%sum", "wavefront") + End), "error\n");
  EXPECT_EQ(foundIn(add("%sum", "agent") + End), "");
  EXPECT_EQ(foundIn(at("%p", "%id") + add("%p") + End), "error\n");
  EXPECT_EQ(foundIn(at("%p", "%n") + add("%p") + End), "error\n");
}

TEST(NarrowAtomics, PlacesOfTheirOwn) {
  EXPECT_EQ(foundIn(at("%p", "%group") + add("%p") + End), "");
  EXPECT_EQ(foundIn(at("%p", "%g") + add("%p") + End), "");
  EXPECT_EQ(
      foundIn("  %h = lshr i32 %group, 1\n" + at("%p", "%h") + add("%p") + End),
      "error\n");
  EXPECT_EQ(
      foundIn("  %h = and i32 %group, 1\n" + at("%p", "%h") + add("%p") + End),
      "error\n");
  // A row for each x: work-groups along y share it.
  EXPECT_EQ(foundIn("  %y = call i32 @llvm.amdgcn.workgroup.id.y()\n" +
                    at("%p", "%group") + at("%q", "%y") + add("%p") +
                    add("%q", "agent") + End),
            "error\n");
}

TEST(NarrowAtomics, OneOfTwo) {
  EXPECT_EQ(foundIn(add("%sum") + add("%sum", "agent") + End), "error\n");
  std::string Read = "  %x = load atomic i32, ptr addrspace(1) %sum "
                     "syncscope(\"workgroup\") monotonic, align 4\n"
                     "  store i32 %x, ptr addrspace(1) %out\n";
  EXPECT_EQ(foundIn(Read + End), "");
  EXPECT_EQ(foundIn(Read + add("%sum", "agent") + End), "error\n");
  std::string Store = "  store atomic i32 1, ptr addrspace(1) %sum "
                      "syncscope(\"workgroup\") monotonic, align 4\n";
  EXPECT_EQ(foundIn(Store + End), ""); // All store the same.
  EXPECT_EQ(foundIn(Store + Read + End), "error\nerror\n");
}

TEST(NarrowAtomics, Guards) {
  auto If = [](const std::string &Condition, const std::string &Then) {
    return Condition + "  br i1 %c, label %then, label %end\nthen:\n" + Then +
           End;
  };
  EXPECT_EQ(foundIn(If("  %c = icmp ult i32 %g, %n\n", add("%sum"))),
            "error\n");
  EXPECT_EQ(foundIn(If("  %c = icmp eq i32 %group, 0\n", add("%sum"))), "");
  EXPECT_EQ(foundIn(If("  %c = icmp eq i32 %group, %n\n", add("%sum"))), "");
  EXPECT_EQ(
      foundIn(If("  %c = icmp eq i32 %n, 3\n", add("%sum"))),
      "possible: it depends on the values of arguments or on unknown values\n");
}

TEST(NarrowAtomics, Data) {
  std::string Load = "  %at = getelementptr i32, ptr addrspace(1) %data, i32 "
                     "%g\n  %d = load i32, ptr addrspace(1) %at\n";
  EXPECT_EQ(foundIn(Load + at("%p", "%d") + add("%p") + End),
            "possible: an address depends on an unknown value\n");
  std::string Branch =
      Load + "  %c = icmp eq i32 %d, 0\n  br i1 %c, label %then, label %";
  EXPECT_EQ(foundIn(Branch + "end\nthen:\n" + add("%sum") + End),
            "possible: a condition depends on an unknown value\n");
  // One of the accesses may depend on data.
  EXPECT_EQ(foundIn(add("%sum", "agent") + Branch + "end\nthen:\n" +
                    add("%sum") + End),
            "error\n");
  // Also where they have to be a mark such as the largest number.
  std::string Mark =
      Load + "  %c = icmp eq i32 %d, -1\n  br i1 %c, label %then, label %";
  EXPECT_EQ(
      foundIn(add("%sum", "agent") + Mark + "end\nthen:\n" + add("%sum") + End),
      "error\n");
  // After the paths have joined, nothing depends on the branch.
  EXPECT_EQ(foundIn(Branch +
                    "join\nthen:\n  store i32 1, ptr addrspace(1) "
                    "%out\n  br label %join\njoin:\n" +
                    add("%sum") + End),
            "error\n");
  // The first time around a loop that data end.
  EXPECT_EQ(foundIn("  br label %loop\nloop:\n" + add("%sum") + Load +
                    "  %c = icmp eq i32 %d, 0\n"
                    "  br i1 %c, label %loop, label %end\n"),
            "error\n");
}

TEST(NarrowAtomics, OneWorkGroup) {
  const char *Only = "possible: there may be only one work-group\n";
  EXPECT_EQ(foundIn(add("%sum") + End, false), Only);
  EXPECT_EQ(foundIn("  br i1 %zero, label %one, label %end\none:\n" +
                        add("%sum") + End,
                    false),
            "error\n");
  EXPECT_EQ(foundIn(add("%sum") + add("%out", "agent") + End, false),
            "error\n");
}

TEST(NarrowAtomics, BehindAnAcquire) {
  const char *Waited = "possible: the work-groups may have waited for each "
                       "other\n";
  std::string Wait =
      "  br label %wait\nwait:\n"
      "  %f = load atomic i32, ptr addrspace(1) %out syncscope(\"agent\") "
      "acquire, align 4\n"
      "  %c = icmp eq i32 %f, %group\n"
      "  br i1 %c, label %go, label %wait\ngo:\n";
  std::string Pass =
      "  %next = add i32 %group, 1\n  store atomic i32 %next, ptr "
      "addrspace(1) %out syncscope(\"agent\") release, align 4\n";
  EXPECT_EQ(foundIn(Wait + add("%sum") + Pass + End), Waited);
  EXPECT_EQ(foundIn(add("%sum") + Wait + Pass + End), "error\n");
  EXPECT_EQ(
      foundIn("  fence syncscope(\"agent\") acquire\n" + add("%sum") + End),
      Waited);
  // That of a barrier reaches nobody else.
  EXPECT_EQ(foundIn("  fence syncscope(\"workgroup\") release\n"
                    "  call void @llvm.amdgcn.s.barrier()\n"
                    "  fence syncscope(\"workgroup\") acquire\n" +
                    add("%sum") + End),
            "error\n");
}

TEST(NarrowAtomics, KernelsAreSilent) {
  for (const ViewFile &File : viewFilesIn("kernels"))
    for (const std::string &Processor : File.Processors)
      for (const view::SyncView &View : viewsOf(File, Processor))
        EXPECT_EQ(found(View), "") << File.Name << " for " << Processor;
}

} // namespace
} // namespace fencepost::check
