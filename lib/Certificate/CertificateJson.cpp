//===- CertificateJson.cpp - Certificates as JSON -------------------------===//
// See CertificateJson.h. A point is [block, event] or [block, "to", block]; an
// event is [block, event], an access of it that is the write of a transfer
// [block, event, "destination"].
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/CertificateJson.h"
#include "fencepost/Support/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::certificate {

namespace json = llvm::json;
using view::AccessSite;
using view::Site;

static constexpr llvm::StringLiteral ModeNames[] = {"keep", "replace",
                                                    "remove-needless"};
static_assert(std::size(ModeNames) == NumCertifiedModes);

std::string hashOf(llvm::StringRef Bytes) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Bytes)),
                     /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Value toJSON(Site Position) {
  return json::Array{Position.Block, Position.Event};
}

static json::Value toJSON(AccessSite Access) {
  json::Array Out{Access.Site.Block, Access.Site.Event};
  if (Access.Destination)
    Out.push_back("destination");
  return Out;
}

static json::Value toJSON(const BarrierPoint &Point) {
  if (Point.EdgeTo == view::None)
    return json::Array{Point.Block, Point.Event};
  return json::Array{Point.Block, "to", Point.EdgeTo};
}

template <typename T> static json::Array listOf(const std::vector<T> &Items) {
  json::Array Out;
  for (const T &Each : Items)
    Out.push_back(toJSON(Each));
  return Out;
}

template <typename T> static json::Array numbersOf(llvm::ArrayRef<T> Items) {
  return json::Array(Items);
}

static json::Value toJSON(const Cost &Cost) {
  return json::Object{{"byDepth", numbersOf<uint64_t>(Cost.ByDepth)},
                      {"transfers", Cost.Transfers},
                      {"executions", Cost.Executions},
                      {"fences", Cost.Fences}};
}

static json::Value toJSON(const Barrier &Barrier) {
  json::Object Out{{"at", toJSON(Barrier.Point)}, {"new", Barrier.IsNew}};
  if (Barrier.Release)
    Out["release"] = true;
  if (Barrier.Acquire)
    Out["acquire"] = true;
  if (!Barrier.Waits.empty())
    Out["waits"] = listOf(Barrier.Waits);
  return Out;
}

static json::Value toJSON(const CertifiedPart &Part) {
  json::Object Out{{"at", toJSON(Part.Point)}, {"signal", Part.IsSignal}};
  if (Part.Completes)
    Out["completes"] = true;
  return Out;
}

static json::Value toJSON(const WaveWait &Wait) {
  return json::Object{{"transfer", toJSON(Wait.Transfer)},
                      {"before", toJSON(Wait.Use)}};
}

static json::Value toJSON(const OrderedPair &Pair) {
  return json::Object{{"accesses", {toJSON(Pair.First), toJSON(Pair.Second)}},
                      {"barriers", numbersOf<uint32_t>(Pair.Barriers)}};
}

static json::Value toJSON(const BoundExecution &Execution) {
  json::Array Arguments, Outcomes;
  for (auto [Number, Value] : Execution.Arguments)
    Arguments.push_back(json::Array{Number, Value});
  for (const UnknownOutcome &O : Execution.Outcomes)
    Outcomes.push_back(json::Array{O.Value, O.Entry, O.Number});
  return json::Object{{"size", numbersOf<unsigned>(Execution.Size)},
                      {"arguments", std::move(Arguments)},
                      {"outcomes", std::move(Outcomes)},
                      {"threads", numbersOf<uint32_t>(Execution.Threads)},
                      {"accesses", numbersOf<uint32_t>(Execution.Accesses)}};
}

static json::Value toJSON(const BoundPath &Path) {
  json::Object Out{{"from", toJSON(Path.From)}, {"to", toJSON(Path.To)}};
  if (Path.Witness)
    Out["execution"] = toJSON(*Path.Witness);
  else
    Out["blocks"] = numbersOf<view::BlockId>(Path.Blocks);
  return Out;
}

static json::Value toJSON(const Certificate &Certificate) {
  return json::Object{{"kernel", Certificate.Kernel},
                      {"processor", Certificate.Processor},
                      {"mode", ModeNames[unsigned(Certificate.Mode)]},
                      {"barriers", listOf(Certificate.Barriers)},
                      {"removed", listOf(Certificate.Removed)},
                      {"split", listOf(Certificate.Split)},
                      {"waveWaits", listOf(Certificate.WaveWaits)},
                      {"hazards", listOf(Certificate.Hazards)},
                      {"cost", toJSON(Certificate.Total)},
                      {"lowerBound", toJSON(Certificate.LowerBound)},
                      {"paths", listOf(Certificate.Bound)}};
}

std::string toText(const CertificateFile &File) {
  json::Object Tool{{"name", "fencepost"}, {"version", versionString()}};
  if (!File.OtherSolver.empty())
    Tool["solver"] = File.OtherSolver;
  json::Value Document =
      json::Object{{"version", 1},
                   {"tool", std::move(Tool)},
                   {"input", json::Object{{"file", json::fixUTF8(File.Input)},
                                          {"sha256", File.Hash}}},
                   {"kernels", listOf(File.Kernels)}};
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::formatv("{0:2}", Document) << '\n';
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool number(const json::Value &From, uint64_t &To, json::Path Path) {
  if (std::optional<uint64_t> Number = From.getAsUINT64()) {
    To = *Number;
    return true;
  }
  Path.report("expected a number from 0");
  return false;
}

static bool number(const json::Value &From, uint32_t &To, json::Path Path) {
  uint64_t Wide = 0;
  if (!number(From, Wide, Path))
    return false;
  To = Wide;
  if (Wide == To)
    return true;
  Path.report("expected a number of 32 bits");
  return false;
}

/// \p From as an array of \p Least to \p Most elements.
static const json::Array *arrayOf(const json::Value &From, size_t Least,
                                  size_t Most, json::Path Path) {
  const json::Array *List = From.getAsArray();
  if (List && List->size() >= Least && List->size() <= Most)
    return List;
  Path.report("expected an array of another length");
  return nullptr;
}

static bool fromJSON(const json::Value &From, Site &To, json::Path Path) {
  const json::Array *List = arrayOf(From, 2, 2, Path);
  return List && number((*List)[0], To.Block, Path.index(0)) &&
         number((*List)[1], To.Event, Path.index(1));
}

static bool fromJSON(const json::Value &From, AccessSite &To, json::Path Path) {
  const json::Array *List = arrayOf(From, 2, 3, Path);
  if (!List || !number((*List)[0], To.Site.Block, Path.index(0)) ||
      !number((*List)[1], To.Site.Event, Path.index(1)))
    return false;
  To.Destination = List->size() == 3;
  if (!To.Destination || (*List)[2].getAsString() == "destination")
    return true;
  Path.index(2).report("expected \"destination\"");
  return false;
}

static bool fromJSON(const json::Value &From, BarrierPoint &To,
                     json::Path Path) {
  const json::Array *List = arrayOf(From, 2, 3, Path);
  if (!List || !number((*List)[0], To.Block, Path.index(0)))
    return false;
  if (List->size() == 2)
    return number((*List)[1], To.Event, Path.index(1));
  if ((*List)[1].getAsString() != "to") {
    Path.index(1).report("expected \"to\"");
    return false;
  }
  return number((*List)[2], To.EdgeTo, Path.index(2));
}

namespace {

/// The members of an object, read one by one. What is missing or unknown is
/// wrong.
class Members {
public:
  Members(const json::Value &From, json::Path Path)
      : Json(From.getAsObject()), Path(Path) {
    if (!Json)
      Path.report("expected an object");
  }

  template <typename T> Members &read(llvm::StringLiteral Name, T &To) {
    if (!IsRight())
      return *this;
    if (const json::Value *V = Json->get(Name))
      return take(*V, Name, To);
    Path.field(Name).report("missing");
    IsWrong = true;
    return *this;
  }
  template <typename T> Members &readIfThere(llvm::StringLiteral Name, T &To) {
    const json::Value *V = IsRight() ? Json->get(Name) : nullptr;
    return V ? take(*V, Name, To) : *this;
  }
  /// Whether all was right, and nothing was left over.
  bool done() {
    if (IsRight() && Taken != Json->size()) {
      Path.report("has an unknown member");
      IsWrong = true;
    }
    return IsRight();
  }

private:
  bool IsRight() const { return Json && !IsWrong; }

  template <typename T>
  static bool convert(const json::Value &V, T &To, json::Path P) {
    return fromJSON(V, To, P);
  }
  static bool convert(const json::Value &V, bool &To, json::Path P) {
    return json::fromJSON(V, To, P);
  }
  static bool convert(const json::Value &V, uint32_t &To, json::Path P) {
    return number(V, To, P);
  }
  static bool convert(const json::Value &V, uint64_t &To, json::Path P) {
    return number(V, To, P);
  }
  static bool convert(const json::Value &V, std::string &To, json::Path P) {
    return json::fromJSON(V, To, P);
  }
  template <typename T>
  static bool convert(const json::Value &V, std::vector<T> &To, json::Path P) {
    const json::Array *List = V.getAsArray();
    if (!List) {
      P.report("expected an array");
      return false;
    }
    To.resize(List->size());
    for (size_t I = 0; I < List->size(); ++I)
      if (!convert((*List)[I], To[I], P.index(I)))
        return false;
    return true;
  }
  template <typename T, size_t N>
  static bool convert(const json::Value &V, T (&To)[N], json::Path P) {
    const json::Array *List = arrayOf(V, N, N, P);
    if (!List)
      return false;
    for (size_t I = 0; I < N; ++I)
      if (!convert((*List)[I], To[I], P.index(I)))
        return false;
    return true;
  }
  template <typename T>
  Members &take(const json::Value &V, llvm::StringLiteral Name, T &To) {
    ++Taken;
    IsWrong = !convert(V, To, Path.field(Name));
    return *this;
  }

  const json::Object *Json;
  json::Path Path;
  size_t Taken = 0;
  bool IsWrong = false;
};

/// A row of numbers.
template <size_t N> struct NumberRow {
  uint64_t Numbers[N];
};

template <size_t N>
bool fromJSON(const json::Value &From, NumberRow<N> &To, json::Path Path) {
  const json::Array *List = arrayOf(From, N, N, Path);
  for (size_t I = 0; List && I < N; ++I)
    if (!number((*List)[I], To.Numbers[I], Path.index(I)))
      return false;
  return List;
}

} // namespace

static bool fromJSON(const json::Value &From, Cost &To, json::Path Path) {
  bool IsRead = Members(From, Path)
                    .read("byDepth", To.ByDepth)
                    .read("transfers", To.Transfers)
                    .read("executions", To.Executions)
                    .read("fences", To.Fences)
                    .done();
  if (IsRead && !To.ByDepth.empty() && To.ByDepth.back() == 0) {
    Path.field("byDepth").report("ends with 0");
    return false;
  }
  return IsRead;
}

static bool fromJSON(const json::Value &From, Barrier &To, json::Path Path) {
  return Members(From, Path)
      .read("at", To.Point)
      .read("new", To.IsNew)
      .readIfThere("release", To.Release)
      .readIfThere("acquire", To.Acquire)
      .readIfThere("waits", To.Waits)
      .done();
}

static bool fromJSON(const json::Value &From, CertifiedPart &To,
                     json::Path Path) {
  return Members(From, Path)
      .read("at", To.Point)
      .read("signal", To.IsSignal)
      .readIfThere("completes", To.Completes)
      .done();
}

static bool fromJSON(const json::Value &From, WaveWait &To, json::Path Path) {
  return Members(From, Path)
      .read("transfer", To.Transfer)
      .read("before", To.Use)
      .done();
}

static bool fromJSON(const json::Value &From, OrderedPair &To,
                     json::Path Path) {
  AccessSite Two[2];
  bool IsRead = Members(From, Path)
                    .read("accesses", Two)
                    .read("barriers", To.Barriers)
                    .done();
  To.First = Two[0];
  To.Second = Two[1];
  return IsRead;
}

static bool fromJSON(const json::Value &From, BoundExecution &To,
                     json::Path Path) {
  std::vector<NumberRow<2>> Arguments;
  std::vector<NumberRow<3>> Outcomes;
  bool IsRead = Members(From, Path)
                    .read("size", To.Size)
                    .read("arguments", Arguments)
                    .read("outcomes", Outcomes)
                    .read("threads", To.Threads)
                    .read("accesses", To.Accesses)
                    .done();
  for (const NumberRow<2> &R : Arguments)
    if (R.Numbers[0] > UINT32_MAX ||
        !To.Arguments.emplace(uint32_t(R.Numbers[0]), R.Numbers[1]).second) {
      Path.field("arguments").report("expected numbers of 32 bits, each once");
      return false;
    }
  for (const NumberRow<3> &R : Outcomes) {
    if (R.Numbers[0] > UINT32_MAX || R.Numbers[1] > UINT32_MAX) {
      Path.field("outcomes").report("expected numbers of 32 bits");
      return false;
    }
    To.Outcomes.push_back(
        {uint32_t(R.Numbers[0]), uint32_t(R.Numbers[1]), R.Numbers[2]});
  }
  return IsRead;
}

static bool fromJSON(const json::Value &From, BoundPath &To, json::Path Path) {
  Members Members(From, Path);
  Members.read("from", To.From).read("to", To.To);
  const json::Object *Object = From.getAsObject();
  if (Object && Object->get("execution"))
    return Members.read("execution", To.Witness.emplace()).done();
  return Members.read("blocks", To.Blocks).done();
}

static bool fromJSON(const json::Value &From, CertifiedMode &To,
                     json::Path Path) {
  for (unsigned M = 0; M < NumCertifiedModes; ++M)
    if (From.getAsString() == llvm::StringRef(ModeNames[M])) {
      To = CertifiedMode(M);
      return true;
    }
  Path.report("expected \"keep\", \"replace\" or \"remove-needless\"");
  return false;
}

static bool fromJSON(const json::Value &From, Certificate &To,
                     json::Path Path) {
  return Members(From, Path)
      .read("kernel", To.Kernel)
      .read("processor", To.Processor)
      .read("mode", To.Mode)
      .read("barriers", To.Barriers)
      .read("removed", To.Removed)
      .read("split", To.Split)
      .read("waveWaits", To.WaveWaits)
      .read("hazards", To.Hazards)
      .read("cost", To.Total)
      .read("lowerBound", To.LowerBound)
      .read("paths", To.Bound)
      .done();
}

namespace {

struct InputName {
  std::string File, Hash;
};
struct ToolName {
  std::string Name, Version, Solver;
};

bool fromJSON(const json::Value &From, InputName &To, json::Path Path) {
  return Members(From, Path)
      .read("file", To.File)
      .read("sha256", To.Hash)
      .done();
}

bool fromJSON(const json::Value &From, ToolName &To, json::Path Path) {
  return Members(From, Path)
      .read("name", To.Name)
      .read("version", To.Version)
      .readIfThere("solver", To.Solver)
      .done();
}

} // namespace

static bool fromJSON(const json::Value &From, CertificateFile &To,
                     json::Path Path) {
  uint32_t Version = 0;
  ToolName Tool;
  InputName Input;
  bool IsRead = Members(From, Path)
                    .read("version", Version)
                    .read("tool", Tool)
                    .read("input", Input)
                    .read("kernels", To.Kernels)
                    .done();
  To.Input = Input.File;
  To.Hash = Input.Hash;
  To.OtherSolver = Tool.Solver;
  if (IsRead && Version != 1) {
    Path.field("version").report("expected 1");
    return false;
  }
  if (IsRead && Tool.Name != "fencepost") {
    Path.field("tool").field("name").report("expected \"fencepost\"");
    return false;
  }
  return IsRead;
}

/// LLVM's text of an error of syntax is "[line:column, byte=offset]: what".
static TextProblem parseProblem(llvm::Error E) {
  std::string Message = llvm::toString(std::move(E));
  llvm::StringRef Text = Message;
  TextProblem Result;
  if (Text.consume_front("[") && !Text.consumeInteger(10, Result.Line) &&
      Text.consume_front(":") && !Text.consumeInteger(10, Result.Column))
    Text = Text.split("]: ").second;
  Result.Message = Text.str();
  return Result;
}

std::optional<CertificateFile> fromText(llvm::StringRef Text,
                                        TextProblem &Wrong) {
  llvm::Expected<json::Value> Document = json::parse(Text);
  if (!Document) {
    Wrong = parseProblem(Document.takeError());
    return std::nullopt;
  }
  CertificateFile Result;
  json::Path::Root Root("certificate");
  if (fromJSON(*Document, Result, Root))
    return Result;
  Wrong = parseProblem(Root.getError());
  return std::nullopt;
}

} // namespace fencepost::certificate
