//===- PublicationTest.cpp - Publication between work-groups --------------===//
// Scenarios and kernels of test/, and patterns in a few lines of IR: as many
// that must stay silent as must be found.
//===----------------------------------------------------------------------===//
#include "Publication/Publication.h"
#include "DefectWords.h"
#include "ViewFiles.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

std::string publicationText(llvm::ArrayRef<Defect> Findings) {
  std::string Text;
  for (const Defect &F : Findings) {
    Text += F.Certainty == Certainty::Error      ? "error "
            : F.Certainty == Certainty::Possible ? "possible "
                                                 : "unknown ";
    Text += F.Kind == DefectKind::WeakPublication ? "publication: "
            : F.Kind == DefectKind::WeakPoll      ? "poll: "
                                                  : "other: ";
    std::string Detail = detailOf(F);
    Text += (Detail.empty() ? reasonOf(F) : Detail) + "\n";
  }
  return Text;
}

std::string publicationIn(const view::SyncView &View) {
  sym::Analysis Context(View);
  return publicationText(findPublication(Context));
}

TEST(Publication, Scenarios) {
  unsigned Racy = 0;
  for (const ViewFile &File : viewFilesIn("check/Inputs")) {
    std::string Kind = File.Expect == "weak-publication" ? "error publication: "
                       : File.Expect == "weak-poll"      ? "error poll: "
                                                         : "";
    for (const std::string &Processor : File.Processors)
      for (const view::SyncView &View : viewsOf(File, Processor)) {
        std::string Message = publicationIn(View);
        Racy += !Kind.empty();
        if (Kind.empty()) {
          EXPECT_EQ(Message, "") << File.Name << " for " << Processor;
          continue;
        }
        EXPECT_EQ(Message.substr(0, Kind.size()), Kind) << File.Name;
        EXPECT_EQ(llvm::count(Message, '\n'), 1) << File.Name << Message;
      }
  }
  EXPECT_EQ(Racy, 30u);
}

TEST(Publication, KernelsAreSilent) {
  for (const ViewFile &File : viewFilesIn("kernels"))
    for (const std::string &Processor : File.Processors)
      for (const view::SyncView &View : viewsOf(File, Processor))
        EXPECT_EQ(publicationIn(View), "") << File.Name << " for " << Processor;
}

/// A kernel of 128 work-items; \p Body begins in block entry.
std::string kernel(const std::string &Body) {
  return R"ir(
target triple = "amdgcn-amd-amdhsa"
@last = internal addrspace(3) global i32 poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag, ptr addrspace(1) noalias %out, i32 %groups) #0 !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %zero = icmp eq i32 %id, 0
  %own = getelementptr i32, ptr addrspace(1) %data, i32 %group
)ir" + Body +
         R"ir(
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" }
!0 = !{i32 128, i32 1, i32 1}
!1 = !{!"amdgpu-synchronize-as", !"local"}
)ir";
}

std::string publicationInBody(const std::string &Body) {
  std::string Message;
  for (const view::SyncView &View : viewsOfText(kernel(Body), "gfx942"))
    Message += publicationIn(View);
  return Message;
}

/// Kinds only: "error publication error poll".
std::string kindsIn(const std::string &Body) {
  std::string Kinds;
  llvm::SmallVector<llvm::StringRef, 4> Lines;
  std::string Message = publicationInBody(Body);
  llvm::StringRef(Message).split(Lines, '\n', -1, false);
  for (llvm::StringRef Line : Lines)
    Kinds += (Kinds.empty() ? "" : " ") + Line.split(':').first.str();
  return Kinds;
}

/// The last work-group to count reads what all have stored.
std::string lastGroup(const std::string &Count, const std::string &Behind) {
  return R"ir(
  br i1 %zero, label %one, label %end
one:
  store i32 7, ptr addrspace(1) %own
)ir" + Count +
         R"ir(
  %most = sub i32 %groups, 1
  %islast = icmp eq i32 %old, %most
  br i1 %islast, label %sum, label %end
sum:
)ir" + Behind +
         R"ir(
  br label %loop
loop:
  %i = phi i32 [ 0, %sum ], [ %i1, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %data, i32 %i
  %v = load i32, ptr addrspace(1) %at
  store i32 %v, ptr addrspace(1) %out
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %groups
  br i1 %more, label %loop, label %end
)ir";
}

TEST(Publication, LastGroup) {
  auto Add = [](const char *How) {
    return "%old = atomicrmw add ptr addrspace(1) %flag, i32 1 " +
           std::string(How) + "\n";
  };
  std::string Release = "fence syncscope(\"agent\") release\n",
              Acquire = "fence syncscope(\"agent\") acquire\n",
              Relaxed = Add("syncscope(\"agent\") monotonic");
  EXPECT_EQ(kindsIn(lastGroup(Add("syncscope(\"agent\") acq_rel"), "")), "");
  EXPECT_EQ(kindsIn(lastGroup(Add("seq_cst"), "")), "");
  EXPECT_EQ(kindsIn(lastGroup(Release + Relaxed, Acquire)), "");
  EXPECT_EQ(kindsIn(lastGroup(Relaxed, "")), "error publication error poll");
  EXPECT_EQ(kindsIn(lastGroup(Release + Relaxed, "")), "error poll");
  EXPECT_EQ(kindsIn(lastGroup(Relaxed, Acquire)), "error publication");
  EXPECT_EQ(kindsIn(lastGroup(Add("syncscope(\"agent\") release"), "")),
            "error poll");
  EXPECT_EQ(kindsIn(lastGroup(Add("syncscope(\"workgroup\") acq_rel"), "")),
            "error publication error poll");
}

/// The counter is set back after the sum: that publishes nothing.
TEST(Publication, ResetOfACounterIsNoPublication) {
  std::string Body =
      lastGroup("%old = atomicrmw add ptr addrspace(1) %flag, i32 1 "
                "syncscope(\"agent\") acq_rel\n",
                "store atomic i32 0, ptr addrspace(1) %flag "
                "syncscope(\"agent\") monotonic, align 4\n");
  EXPECT_EQ(kindsIn(Body), "");
}

std::string lock(const std::string &Take, const std::string &Give) {
  return R"ir(
  br i1 %zero, label %spin, label %end
spin:
)ir" + Take +
         R"ir(
  br i1 %got, label %in, label %spin
in:
  %v = load i32, ptr addrspace(1) %data
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %data
)ir" + Give +
         "  br label %end\n";
}

TEST(Publication, Locks) {
  auto Take = [](const char *Order) {
    return std::string("%p = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 "
                       "syncscope(\"agent\") ") +
           Order + " monotonic\n%got = extractvalue { i32, i1 } %p, 1\n";
  };
  auto Give = [](const char *Order) {
    return std::string("store atomic i32 0, ptr addrspace(1) %flag "
                       "syncscope(\"agent\") ") +
           Order + ", align 4\n";
  };
  EXPECT_EQ(kindsIn(lock(Take("acquire"), Give("release"))), "");
  EXPECT_EQ(kindsIn(lock(Take("acquire"), Give("monotonic"))),
            "error publication");
  EXPECT_EQ(kindsIn(lock(Take("monotonic"), Give("release"))), "error poll");
  EXPECT_EQ(
      kindsIn(lock(Take("acquire"), "store i32 0, ptr addrspace(1) %flag\n")),
      "error publication");
}

/// An atomic maximum made of a cmpxchg goes around a loop, and waits for
/// nobody.
TEST(Publication, UpdatesDoNotWait) {
  EXPECT_EQ(kindsIn(R"ir(
  %x = load i32, ptr addrspace(1) %own
  store i32 %group, ptr addrspace(1) %own
  %start = load i32, ptr addrspace(1) %flag
  br label %again
again:
  %seen = phi i32 [ %start, %entry ], [ %old, %again ]
  %new = add i32 %seen, %x
  %p = cmpxchg ptr addrspace(1) %flag, i32 %seen, i32 %new syncscope("agent") monotonic monotonic
  %old = extractvalue { i32, i1 } %p, 0
  %ok = extractvalue { i32, i1 } %p, 1
  br i1 %ok, label %behind, label %again
behind:
  %y = load i32, ptr addrspace(1) %data
  store i32 %y, ptr addrspace(1) %out
  br label %end
)ir"),
            "");
}

/// What a work-group polls for is not data if each has its own.
TEST(Publication, DataOfOneGroupIsItsOwn) {
  for (bool Own : {false, true})
    EXPECT_EQ(kindsIn(std::string(R"ir(
  br i1 %zero, label %one, label %end
one:
  store i32 1, ptr addrspace(1) %own
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  br label %poll
poll:
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  %ready = icmp ne i32 %seen, 0
  br i1 %ready, label %go, label %poll
go:
  %got = load i32, ptr addrspace(1) )ir") +
                      (Own ? "%own" : "%data") + R"ir(
  store i32 %got, ptr addrspace(1) %out
  br label %end
)ir"),
              Own ? "" : "error publication error poll");
}

/// A counter that distributes work decides which thread reads which data, not
/// when.
TEST(Publication, QueuesAreSilent) {
  EXPECT_EQ(kindsIn(R"ir(
  br label %take
take:
  %row = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") monotonic
  %some = icmp ult i32 %row, %groups
  br i1 %some, label %work, label %end
work:
  %at = getelementptr i32, ptr addrspace(1) %data, i32 %row
  %v = load i32, ptr addrspace(1) %at
  %w = mul i32 %v, 2
  store i32 %w, ptr addrspace(1) %at
  br label %take
)ir"),
            "");
}

/// Each work-item's own fence, a barrier, then one relaxed store: hardware
/// orders it, the model does not.
TEST(Publication, FencesOfOtherThreadsArePossibleOnly) {
  EXPECT_EQ(kindsIn(R"ir(
  %isfirst = icmp eq i32 %group, 0
  br i1 %isfirst, label %write, label %poll
write:
  %my = getelementptr i32, ptr addrspace(1) %data, i32 %id
  store i32 1, ptr addrspace(1) %my
  fence syncscope("agent") release
  call void @llvm.amdgcn.s.barrier()
  br i1 %zero, label %publish, label %end
publish:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  br label %end
poll:
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %ready = icmp ne i32 %seen, 0
  br i1 %ready, label %go, label %poll
go:
  %got = load i32, ptr addrspace(1) %data
  store i32 %got, ptr addrspace(1) %out
  br label %end
)ir"),
            "possible publication");
}

/// All work-items below an argument read what one of them has acquired; the
/// barrier between has no fences for global memory.
TEST(Publication, ReadersThatAnArgumentChooses) {
  EXPECT_EQ(kindsIn(R"ir(
  br i1 %zero, label %one, label %all
one:
  store i32 7, ptr addrspace(1) %own
  %old = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel
  %most = sub i32 %groups, 1
  %islast = icmp eq i32 %old, %most
  %word = zext i1 %islast to i32
  store i32 %word, ptr addrspace(3) @last
  br label %all
all:
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  %tells = load i32, ptr addrspace(3) @last
  %reads = icmp ne i32 %tells, 0
  br i1 %reads, label %guard, label %end
guard:
  %below = icmp ult i32 %id, %groups
  br i1 %below, label %read, label %end
read:
  %at = getelementptr i32, ptr addrspace(1) %data, i32 %id
  %v = load i32, ptr addrspace(1) %at
  store i32 %v, ptr addrspace(1) %out
  br label %end
)ir"),
            "error poll");
}

TEST(Publication, Words) {
  EXPECT_EQ(
      publicationInBody(
          lock("%old = atomicrmw xchg ptr addrspace(1) %flag, i32 1 "
               "syncscope(\"agent\") monotonic\n"
               "%got = icmp eq i32 %old, 0\n",
               "fence syncscope(\"agent\") release, !mmra !1\n"
               "store atomic i32 0, ptr addrspace(1) %flag "
               "syncscope(\"agent\") monotonic, align 4\n")),
      "error publication: flag 'flag' is stored without release; the release "
      "fence before it excludes global memory: another work-group that reads "
      "it may not see the data stored to 'data'\nerror poll: flag 'flag' is "
      "changed without acquire: the data that another work-group stored to "
      "'data' may not be visible after it\n");
}

} // namespace
} // namespace fencepost::check
