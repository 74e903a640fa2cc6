//===- LowerJson.cpp - A listing of machine code as JSON ------------------===//
// The schema is docs/schema/lower.v1.json.
//===----------------------------------------------------------------------===//
#include "LowerTitles.h"
#include "fencepost/Report/JsonReport.h"

namespace fencepost {

using llvm::json::OStream;
using lower::ListedFunction;
using lower::ListedSite;
using lower::SourcePlace;
using lower::StepCounts;

static void writePlace(OStream &J, const SourcePlace &P) {
  J.object([&] {
    J.attribute("file", jsonText(P.File));
    J.attribute("line", P.Line);
    J.attribute("column", P.Column);
  });
}

static llvm::StringRef kindName(lower::StepKind K) {
  switch (K) {
  case lower::StepKind::Wait:
    return "wait";
  case lower::StepKind::WriteBack:
    return "write-back";
  case lower::StepKind::Invalidate:
    return "invalidate";
  case lower::StepKind::Access:
    return "access";
  case lower::StepKind::Barrier:
    return "barrier";
  }
  return "";
}

static void writeSteps(OStream &J, const ListedSite &S,
                       const lower::FunctionCode &F) {
  const Operation &Op = S.Site->Meaning.Op;
  for (auto [I, Each] : llvm::enumerate(S.Code.Steps)) {
    llvm::StringRef Part = I < S.Code.AccessBegin ? "before"
                           : I < S.Code.AccessEnd ? "access"
                                                  : "after";
    J.object([&, &Each = Each] {
      J.attribute("part", Part);
      J.attribute("text", Each.text());
      J.attribute("kind", kindName(Each.Kind));
      if (llvm::StringRef When = whenText(Each.When); !When.empty())
        J.attribute("when", When);
      J.attribute("rule", factsOf(Each.Why).Name);
      J.attribute("reason", describeReason(Each, Op));
      J.attribute("motion", describeMotion(Each, Op));
      J.attribute("source", describeSource(Each, Op, F.Machine));
    });
  }
}

static void writeSite(OStream &J, const ListedSite &S,
                      const lower::FunctionCode &F) {
  const lower::Recognized &R = S.Site->Meaning;
  J.object([&] {
    J.attribute("what", roleName(R.Role));
    J.attribute("text", jsonText(titleOf(R)));
    J.attributeBegin("place");
    writePlace(J, S.Site->Where);
    J.attributeEnd();
    J.attributeArray("source", [&] {
      for (const SourcePlace &P : S.Site->Source)
        writePlace(J, P);
    });
    J.attribute("loops", S.Depth);
    if (R.Role == lower::Role::Operation)
      J.attributeArray("steps", [&] { writeSteps(J, S, F); });
    if (R.Role == lower::Role::Machine)
      J.attributeArray("lines", [&] {
        for (llvm::StringRef Line : S.Lines)
          J.value(jsonText(Line));
      });
  });
}

static void writeCounts(OStream &J, const StepCounts &C) {
  J.object([&] {
    J.attribute("waits", C.Waits);
    J.attribute("writeBacks", C.WriteBacks);
    J.attribute("invalidates", C.Invalidates);
    J.attribute("barriers", C.Barriers);
    J.attribute("atomics", C.Atomics);
  });
}

static void writeFunction(OStream &J, const ListedFunction &F, bool Summary) {
  const lower::FunctionCode &Code = *F.Code;
  J.object([&] {
    J.attribute("name", jsonText(Code.Name));
    J.attribute("kind", codeKindName(Code.Kind));
    J.attribute("processor", Code.Machine.Proc->Name);
    J.attribute("features", Code.Machine.features());
    J.attribute("oneWave", Code.Machine.OneWave || Code.OneWaveByMetadata);
    if (!Summary)
      J.attributeArray("operations", [&] {
        for (const ListedSite &S : F.Sites)
          writeSite(J, S, Code);
      });
    J.attributeObject("counts", [&] {
      J.attributeBegin("static");
      writeCounts(J, F.Static);
      J.attributeEnd();
      J.attributeBegin("weighted");
      writeCounts(J, F.Weighted);
      J.attributeEnd();
      J.attribute("loopWeight", lower::LoopWeight);
    });
  });
}

void writeLowering(OStream &J, const LowerReport &R) {
  J.object([&] {
    J.attribute("file", jsonText(R.File));
    J.attribute("dialect", dialectName(R.As));
    J.attributeArray("functions", [&] {
      for (const ListedFunction &F : R.Functions)
        if (isShown(F))
          writeFunction(J, F, R.Summary);
    });
  });
}

} // namespace fencepost
