//===- ExplainJson.cpp - The code of an operation, for programs -----------===//
#include "ExplainJson.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"

namespace fencepost {

using namespace lower;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static llvm::StringRef whenName(StepWhen When) {
  static constexpr llvm::StringLiteral Names[] = {"always", "lds-dma",
                                                  "first-wave"};
  return Names[static_cast<size_t>(When)];
}

Object targetJson(const Mode &Where) {
  return Object{{"name", Where.Proc->Name},
                {"family", Where.Proc->family().Name},
                {"features", Where.features()},
                {"oneWave", Where.OneWave}};
}

Value stepsJson(llvm::ArrayRef<Step> Steps) {
  Array Rows;
  for (const Step &S : Steps)
    Rows.push_back(Object{{"text", S.text()}, {"when", whenName(S.When)}});
  return Rows;
}

Value differenceJson(const DifferenceFacts &Row) {
  return Object{{"name", Row.Name},
                {"where", Row.Where},
                {"spec", Row.Spec},
                {"llvm", Row.Llvm},
                {"judgement", judgementName(Row.Judged)},
                {"because", Row.Because}};
}

static Value spacesJson(AddressSpaceSet Spaces) {
  Array Names;
  for (const AddressSpaceFacts &Row : addressSpaces())
    if (Spaces.has(Row.Id))
      Names.push_back(Row.Name);
  return Names;
}

static Value waitsJson(const Step &S) {
  Array Waits;
  for (const CounterWait &W : S.Waits)
    Waits.push_back(Object{{"counter", counterName(W.Id)}, {"value", W.Value}});
  return Waits;
}

static void appendSteps(Array &Out, llvm::StringRef Part,
                        llvm::ArrayRef<Step> Steps, const Explanation &E) {
  for (const Step &S : Steps)
    Out.push_back(Object{
        {"part", Part},
        {"text", S.text()},
        {"when", whenName(S.When)},
        {"waits", waitsJson(S)},
        {"rule", factsOf(S.Why).Name},
        {"reason", describeReason(S, E.Op)},
        {"orders", Object{{"loads", S.Accesses.Loads},
                          {"stores", S.Accesses.Stores},
                          {"spaces", spacesJson(S.Accesses.Spaces)}}},
        {"mayCross", describeMotion(S, E.Op)},
        {"source", describeSource(S, E.Op, E.Where)},
    });
}

Value explanationJson(const Explanation &E) {
  Array Steps, Assembly, Differences;
  appendSteps(Steps, "before", E.Code.before(), E);
  appendSteps(Steps, "access", E.Code.access(), E);
  appendSteps(Steps, "after", E.Code.after(), E);
  for (const std::string &Line : assembly(E.Code, E.Op, E.Where))
    Assembly.push_back(Line);
  for (const DifferenceFacts *Row : E.Differences)
    Differences.push_back(differenceJson(*Row));
  Object Document{{"version", 1},
                  {"operation", printOperation(E.Op)},
                  {"target", targetJson(E.Where)},
                  {"dialect", dialectName(E.As)},
                  {"steps", std::move(Steps)},
                  {"assembly", std::move(Assembly)},
                  {"differences", std::move(Differences)}};
  if (E.Other)
    Document["otherDialect"] = Object{{"steps", stepsJson(E.Other->Steps)}};
  else if (!E.OtherRefuses.empty())
    Document["otherDialect"] = Object{{"error", E.OtherRefuses}};
  return Document;
}

} // namespace fencepost
