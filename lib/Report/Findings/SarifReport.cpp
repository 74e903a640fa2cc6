//===- SarifReport.cpp - Findings as SARIF 2.1.0 --------------------------===//
#include "fencepost/Report/SarifReport.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Support/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

namespace json = llvm::json;

/// The path as a relative or absolute URI reference (RFC 3986).
static std::string uriOf(llvm::StringRef Path) {
  std::string Out = Path.starts_with("/") ? "file://" : "";
  for (char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("/_.~-").contains(C))
      Out += C;
    else
      Out += '%' + llvm::toHex(llvm::StringRef(&C, 1));
  }
  return Out;
}

static json::Object message(llvm::StringRef Text) {
  return json::Object{{"text", jsonText(Text)}};
}

static json::Object locationSarif(const Location &Where) {
  json::Object Physical{
      {"artifactLocation", json::Object{{"uri", uriOf(Where.File)}}}};
  if (Where.Line != 0)
    Physical["region"] =
        json::Object{{"startLine", Where.Line}, {"startColumn", Where.Column}};
  else if (Where.Offset)
    Physical["region"] = json::Object{{"byteOffset", *Where.Offset}};
  json::Object Out{{"physicalLocation", std::move(Physical)}};
  if (!Where.Entity.empty())
    Out["logicalLocations"] = json::Array{
        json::Object{{"fullyQualifiedName", jsonText(Where.Entity)}}};
  return Out;
}

static llvm::StringRef levelOf(Severity Level) {
  switch (Level) {
  case Severity::Performance:
  case Severity::Warning:
    return "warning";
  case Severity::Error:
  case Severity::BadInput:
    return "error";
  case Severity::Unknown:
    return "none";
  }
  llvm_unreachable("severity without a SARIF level");
}

static json::Object resultOf(const Finding &F) {
  json::Object Out{
      {"ruleId", kindOf(F.Id).Name},
      {"ruleIndex", static_cast<int64_t>(F.Id)},
      {"kind", F.severity() == Severity::Unknown ? "open" : "fail"},
      {"level", levelOf(F.severity())},
      {"message", message(F.Message)},
      {"locations", json::Array{locationSarif(F.Where)}}};
  json::Array Related;
  for (const Note &N : F.Notes) {
    json::Object Where = locationSarif(N.Where);
    Where["message"] = message(N.Message);
    Related.push_back(std::move(Where));
  }
  if (!Related.empty())
    Out["relatedLocations"] = std::move(Related);
  return Out;
}

static json::Object notificationOf(const Finding &F) {
  json::Object Out{{"level", "error"},
                   {"message", message(F.Message)},
                   {"descriptor", json::Object{{"id", kindOf(F.Id).Name}}}};
  if (!F.Where.File.empty())
    Out["locations"] = json::Array{locationSarif(F.Where)};
  return Out;
}

static json::Array sarifRules() {
  json::Array Out;
  for (const DiagnosticKind &Kind : diagnosticKinds())
    Out.push_back(json::Object{
        {"id", Kind.Name},
        {"shortDescription", message(Kind.Meaning)},
        {"defaultConfiguration", json::Object{{"level", levelOf(Kind.Level)}}},
        {"help", message("See " + Kind.documentation())}});
  return Out;
}

json::Value sarifReport(const Outcome &O, llvm::StringRef OtherSolver) {
  json::Array Results, Notifications;
  for (const Finding &F : O.Findings)
    Results.push_back(resultOf(F));
  for (const Finding &F : O.Errors)
    Notifications.push_back(notificationOf(F));
  json::Object Driver{{"name", "fencepost"},
                      {"version", versionString()},
                      {"rules", sarifRules()}};
  if (!OtherSolver.empty())
    Driver["properties"] = json::Object{{"solver", jsonText(OtherSolver)}};
  json::Object Invocation{
      {"executionSuccessful", O.Errors.empty()},
      {"exitCode", static_cast<int64_t>(O.exitCode())},
      {"toolExecutionNotifications", std::move(Notifications)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{json::Object{
                   {"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"invocations", json::Array{std::move(Invocation)}},
                   {"results", std::move(Results)}}}}};
}

} // namespace fencepost
