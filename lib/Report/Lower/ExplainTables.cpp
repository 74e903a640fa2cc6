//===- ExplainTables.cpp - The rules and differences as tables ------------===//
#include "fencepost/Report/ExplainTables.h"
#include "ExplainJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using namespace lower;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// A row of a Markdown table; a bar in a cell would end it.
static void printCells(raw_ostream &OS,
                       std::initializer_list<StringRef> Cells) {
  OS << '|';
  for (StringRef Cell : Cells) {
    OS << ' ';
    for (char C : Cell)
      OS << (C == '|' ? "\\|" : StringRef(&C, 1));
    OS << " |";
  }
  OS << '\n';
}

static std::string familiesOf(const DifferenceFacts &Row) {
  StringRef First = families()[static_cast<size_t>(Row.First)].Name;
  StringRef Last = families()[static_cast<size_t>(Row.Last)].Name;
  return First == Last ? First.str() : (First + " to " + Last).str();
}

void printDifferences(raw_ostream &OS) {
  printCells(OS, {"difference", "families", "where", "the specification",
                  "LLVM 22.1", "judgement"});
  printCells(OS, {"---", "---", "---", "---", "---", "---"});
  for (const DifferenceFacts &Row : differences())
    printCells(OS, {("`" + Row.Name + "`").str(), familiesOf(Row), Row.Where,
                    Row.Spec, Row.Llvm,
                    (judgementName(Row.Judged) + ": " + Row.Because).str()});
}

Value differencesJson() {
  Array Rows;
  for (const DifferenceFacts &Row : differences())
    Rows.push_back(differenceJson(Row));
  return Object{{"version", 1}, {"differences", std::move(Rows)}};
}

void printRules(raw_ostream &OS) {
  printCells(OS, {"rule", "an instruction for it", "what may move across it",
                  "source"});
  printCells(OS, {"---", "---", "---", "---"});
  for (const RuleFacts &Row : rules())
    printCells(OS, {("`" + Row.Name + "`").str(), Row.Purpose, Row.Motion,
                    Row.Source});
}

Value rulesJson() {
  Array Rows;
  for (const RuleFacts &Row : rules())
    Rows.push_back(Object{{"name", Row.Name},
                          {"purpose", Row.Purpose},
                          {"mayCross", Row.Motion},
                          {"source", Row.Source}});
  return Object{{"version", 1}, {"rules", std::move(Rows)}};
}

} // namespace fencepost
