//===- LitmusJson.cpp - Litmus results as JSON ----------------------------===//
// The object of docs/litmus.md, "What is printed", with the description, the
// condition, the number of executions and the explanation beside it. Here,
// unlike in the text, states that differ in having a race stand apart, and
// pseudo-states are states whose "ub" is not empty.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/LitmusReport.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

namespace json = llvm::json;
using json::OStream;

static json::Value valueJson(model::Value V) {
  return V.IsUndef ? json::Value("undef") : json::Value(V.Number);
}

namespace {
/// The keys of a state's values.
struct StateKeys {
  std::vector<std::string> Registers; ///< "P1:r0"
  std::vector<std::string> Locations; ///< "x[2]"

  explicit StateKeys(const LitmusResult &R) {
    for (const model::Thread &T : R.Program.Threads)
      for (const std::string &Register : T.Registers)
        Registers.push_back(jsonText(T.Name + ":" + Register));
    for (const model::Cell &C : R.Condition.Observed)
      Locations.push_back(jsonText(cellName(R.Program, C)));
  }
};
} // namespace

static void writeValues(OStream &J, llvm::StringRef Name,
                        llvm::ArrayRef<std::string> Keys,
                        llvm::ArrayRef<model::Value> Values) {
  J.attributeObject(Name, [&] {
    for (size_t I = 0; I < Values.size(); ++I)
      J.attribute(Keys[I], valueJson(Values[I]));
  });
}

static void writeStates(OStream &J, const LitmusResult &R) {
  StateKeys Keys(R);
  J.attributeArray("states", [&] {
    for (const model::Outcome &O : R.Outcomes.States)
      J.object([&] {
        writeValues(J, "registers", Keys.Registers, O.Registers);
        writeValues(J, "locations", Keys.Locations, O.Locations);
        J.attribute("race", O.Race);
        J.attributeArray("ub", [&] {
          for (llvm::StringRef Name : undefinedNames(O.Undefined))
            J.value(Name);
        });
      });
  });
}

static json::Object pointJson(const model::Program &P,
                              model::ProgramPoint Point) {
  const model::Thread &T = P.Threads[Point.Thread];
  return json::Object{{"thread", jsonText(T.Name)},
                      {"line", T.Code[Point.Instruction].Where.Line},
                      {"operation", jsonText(describeBriefly(P, Point))}};
}

static void writeRaces(OStream &J, const LitmusResult &R) {
  J.attributeArray("races", [&] {
    for (const model::Race &Race : R.Outcomes.Races)
      J.object([&] {
        J.attribute("first", pointJson(R.Program, Race.First));
        J.attribute("second", pointJson(R.Program, Race.Second));
        J.attribute("why", jsonText(Race.Why));
      });
  });
}

static void writeUndefined(OStream &J, const LitmusResult &R) {
  J.attributeArray("ub", [&] {
    for (const model::UndefinedReport &U : R.Outcomes.Undefined)
      J.object([&] {
        J.attribute("name", undefinedName(U.Kind));
        J.attributeArray("where", [&] {
          for (model::ProgramPoint Point : U.Where)
            J.value(pointJson(R.Program, Point));
        });
        J.attribute("why", jsonText(U.Why));
      });
  });
}

void writeLitmus(OStream &J, const LitmusResult &R,
                 const LitmusPrintOptions &Options) {
  const LitmusVerdict &V = R.Verdict;
  J.object([&] {
    J.attribute("name", jsonText(R.Name));
    J.attribute("file", jsonText(R.File));
    J.attribute("description", jsonText(R.Description));
    J.attribute("kind", quantifierName(R.Condition.Kind));
    J.attribute("condition", jsonText(str(R.Condition, R.Program)));
    J.attribute("verdict", litmusAnswerName(V.Answer));
    J.attribute("reason", V.Reason);
    J.attribute("observation", V.observation());
    J.attribute("positive", V.Positive);
    J.attribute("negative", V.Negative);
    if (Options.Count)
      J.attribute("executions", R.Outcomes.Executions);
    writeStates(J, R);
    writeRaces(J, R);
    writeUndefined(J, R);
    if (!R.Explanation.empty())
      J.attributeArray("explanation", [&] {
        for (const std::string &Line : R.Explanation)
          J.value(jsonText(Line));
      });
  });
}

} // namespace fencepost
