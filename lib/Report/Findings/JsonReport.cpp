//===- JsonReport.cpp - Findings as JSON ----------------------------------===//
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Support/Version.h"

namespace fencepost {

namespace json = llvm::json;

std::string jsonText(llvm::StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

static json::Object locationJson(const Location &Where) {
  json::Object Out{{"file", jsonText(Where.File)}};
  if (Where.Line != 0) {
    Out["line"] = Where.Line;
    Out["column"] = Where.Column;
  }
  if (Where.Offset)
    Out["offset"] = *Where.Offset;
  if (!Where.Entity.empty())
    Out["entity"] = jsonText(Where.Entity);
  return Out;
}

static json::Object findingJson(const Finding &F) {
  json::Array Notes;
  for (const Note &N : F.Notes)
    Notes.push_back(json::Object{{"message", jsonText(N.Message)},
                                 {"location", locationJson(N.Where)}});
  return json::Object{{"name", kindOf(F.Id).Name},
                      {"severity", severityName(F.severity())},
                      {"message", jsonText(F.Message)},
                      {"location", locationJson(F.Where)},
                      {"notes", std::move(Notes)}};
}

static json::Array findingsJson(llvm::ArrayRef<Finding> Findings) {
  json::Array Out;
  for (const Finding &F : Findings)
    Out.push_back(findingJson(F));
  return Out;
}

/// Of the schema in docs/schema that the documents of \p Command follow.
static unsigned schemaVersion(llvm::StringRef Command) {
  return Command == "place" ? 2 : 1;
}

void writeReportHead(json::OStream &J, llvm::StringRef Command,
                     llvm::StringRef OtherSolver) {
  J.attribute("version", schemaVersion(Command));
  J.attributeObject("tool", [&] {
    J.attribute("name", "fencepost");
    J.attribute("version", versionString());
    if (!OtherSolver.empty())
      J.attribute("solver", jsonText(OtherSolver));
  });
  J.attribute("command", Command);
}

void writeReportTail(json::OStream &J, const Outcome &O) {
  J.attribute("verdict", O.verdict());
  J.attribute("findings", findingsJson(O.Findings));
  J.attribute("errors", findingsJson(O.Errors));
}

} // namespace fencepost
