//===- PalMetadata.cpp - What a PAL pipeline is told about its shaders ----===//
// Picks the well-known pieces out of the tree by the key names of spec/002,
// "Code Object Metadata" of AMDPAL. Maps keep the order of the file. Tested by
// unittests/Object/PalMetadataTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/PalMetadata.h"
#include "MetadataFindings.h"
#include "PalRegisters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include <limits>
#include <tuple>

namespace fencepost {
namespace {

class PalReader {
public:
  PalReader(const Location &Where, std::vector<Finding> &Findings)
      : Findings(Where, Findings) {}

  PalMetadata read(const MetadataValue &Root) {
    PalMetadata Metadata;
    Metadata.Root = Root;
    if (!Root.isMap()) {
      report("the metadata is not a map");
      return Metadata;
    }
    // LLVM leaves the version out when the front end gives none.
    const MetadataValue *Version = Root.find("amdpal.version");
    if (Version && !Version->isArray())
      report("'amdpal.version' is not a sequence");
    Metadata.Version = numbers(Version);
    const MetadataValue *Pipelines = require(Root, "amdpal.pipelines");
    if (Pipelines && !Pipelines->isArray())
      report("'amdpal.pipelines' is not a sequence");
    for (const MetadataValue &Pipeline : elementsOf(Pipelines))
      Metadata.Pipelines.push_back(readPipeline(Pipeline));
    return Metadata;
  }

private:
  void report(const llvm::Twine &Message) {
    Findings.report("PAL metadata", Message);
  }

  const MetadataValue *require(const MetadataValue &Map, llvm::StringRef Key) {
    const MetadataValue *Value = Map.find(Key);
    if (!Value)
      report("the required key '" + Key + "' is missing");
    return Value;
  }

  static llvm::ArrayRef<MetadataValue> elementsOf(const MetadataValue *V) {
    return V ? V->elements() : llvm::ArrayRef<MetadataValue>();
  }

  static llvm::ArrayRef<MetadataEntry> entriesOf(const MetadataValue *V) {
    return V ? V->entries() : llvm::ArrayRef<MetadataEntry>();
  }

  std::optional<uint64_t> number(const MetadataValue &Map,
                                 llvm::StringRef Key) {
    const MetadataValue *Value = Map.find(Key);
    if (Value && !Value->asUnsigned())
      report("'" + Key + "' is not an unsigned integer");
    return Value ? Value->asUnsigned() : std::nullopt;
  }

  llvm::StringRef string(const MetadataValue &Map, llvm::StringRef Key) {
    const MetadataValue *Value = Map.find(Key);
    if (Value && !Value->isString())
      report("'" + Key + "' is not a string");
    return Value ? Value->asString().value_or("") : "";
  }

  std::vector<uint64_t> numbers(const MetadataValue *V) {
    std::vector<uint64_t> Numbers;
    for (const MetadataValue &Element : elementsOf(V)) {
      if (std::optional<uint64_t> N = Element.asUnsigned())
        Numbers.push_back(*N);
      else
        report("a sequence of integers holds a value that is none");
    }
    return Numbers;
  }

  /// Keys such as ".cs" name a stage or shader without the dot.
  static llvm::StringRef bareName(const MetadataValue &Key) {
    llvm::StringRef Name = Key.asString().value_or("");
    Name.consume_front(".");
    return Name;
  }

  PalHardwareStage readStage(const MetadataEntry &Entry) {
    const MetadataValue &Map = Entry.Value;
    PalHardwareStage Stage;
    Stage.Name = bareName(Entry.Key);
    // Since version 3 the symbol has a key of its own.
    Stage.EntryPoint = string(Map, ".entry_point_symbol");
    if (Stage.EntryPoint.empty())
      Stage.EntryPoint = string(Map, ".entry_point");
    Stage.ScratchMemorySize = number(Map, ".scratch_memory_size");
    Stage.LdsSize = number(Map, ".lds_size");
    Stage.VgprCount = number(Map, ".vgpr_count");
    Stage.AgprCount = number(Map, ".agpr_count");
    Stage.SgprCount = number(Map, ".sgpr_count");
    Stage.WavefrontSize = number(Map, ".wavefront_size");
    Stage.All = Map;
    return Stage;
  }

  PalShader readShader(const MetadataEntry &Entry) {
    PalShader Shader;
    Shader.Name = bareName(Entry.Key);
    Shader.ApiHash = numbers(Entry.Value.find(".api_shader_hash"));
    for (const MetadataValue &Stage :
         elementsOf(Entry.Value.find(".hardware_mapping")))
      Shader.HardwareStages.push_back(bareName(Stage));
    Shader.All = Entry.Value;
    return Shader;
  }

  PalPipeline readPipeline(const MetadataValue &Map) {
    PalPipeline Pipeline;
    Pipeline.All = Map;
    if (!Map.isMap()) {
      report("a pipeline is not a map");
      return Pipeline;
    }
    Pipeline.Name = string(Map, ".name");
    Pipeline.Type = string(Map, ".type");
    Pipeline.UserDataLimit = number(Map, ".user_data_limit");
    Pipeline.SpillThreshold = number(Map, ".spill_threshold");
    Pipeline.InternalHash = numbers(Map.find(".internal_pipeline_hash"));
    for (const MetadataEntry &Entry : entriesOf(Map.find(".shaders")))
      Pipeline.Shaders.push_back(readShader(Entry));
    for (const MetadataEntry &Entry : entriesOf(Map.find(".hardware_stages")))
      Pipeline.HardwareStages.push_back(readStage(Entry));
    for (const MetadataEntry &Entry : entriesOf(Map.find(".shader_functions")))
      Pipeline.ShaderFunctions.push_back(
          {Entry.Key.asString().value_or(""), Entry.Value});
    readRegisters(Map.find(".registers"), Pipeline.Registers);
    return Pipeline;
  }

  void readRegisters(const MetadataValue *Map, std::vector<PalRegister> &Out) {
    constexpr uint64_t Max = std::numeric_limits<uint32_t>::max();
    for (const MetadataEntry &Entry : entriesOf(Map)) {
      std::optional<uint64_t> Number = Entry.Key.asUnsigned();
      std::optional<uint64_t> Value = Entry.Value.asUnsigned();
      // Since version 3.0 the map has names and structured values instead.
      if (!Number)
        continue;
      if (!Value || *Number > Max || *Value > Max)
        report("a register or its value is not an integer of 32 bits");
      else
        Out.push_back(makePalRegister(*Number, *Value));
    }
    llvm::sort(Out, [](const PalRegister &L, const PalRegister &R) {
      return std::tie(L.Number, L.Value) < std::tie(R.Number, R.Value);
    });
  }

  MetadataFindings Findings;
};

} // namespace

PalMetadata readPalMetadata(const MetadataValue &Root, const Location &Where,
                            std::vector<Finding> &Findings) {
  return PalReader(Where, Findings).read(Root);
}

std::vector<PalRegister> readRegisterPairs(llvm::StringRef Bytes) {
  std::vector<PalRegister> Registers;
  for (; Bytes.size() >= 8; Bytes = Bytes.drop_front(8))
    Registers.push_back(
        makePalRegister(llvm::support::endian::read32le(Bytes.data()),
                        llvm::support::endian::read32le(Bytes.data() + 4)));
  return Registers;
}

PalMetadata readLegacyPalMetadata(llvm::StringRef Bytes, const Location &Where,
                                  std::vector<Finding> &Findings) {
  PalMetadata Metadata;
  Metadata.Legacy = true;
  Metadata.Pipelines.emplace_back().Registers = readRegisterPairs(Bytes);
  if (Bytes.size() % 8 != 0)
    MetadataFindings(Where, Findings)
        .report("PAL metadata", "the register list ends within a pair");
  return Metadata;
}

} // namespace fencepost
