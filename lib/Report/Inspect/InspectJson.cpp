//===- InspectJson.cpp - A code object as JSON ----------------------------===//
// Streamed, so that a large object needs no tree in memory. Names from the file
// may be any bytes; jsonText makes them valid.
//===----------------------------------------------------------------------===//
#include "DisassemblyReport.h"
#include "KernelFacts.h"
#include "fencepost/Report/InspectReport.h"
#include "fencepost/Report/JsonReport.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

namespace json = llvm::json;
using json::OStream;
using llvm::StringRef;

static void writeText(OStream &J, StringRef Key, StringRef Value) {
  if (!Value.empty())
    J.attribute(Key, jsonText(Value));
}

template <typename T>
static void writeIfSet(OStream &J, StringRef Key, const std::optional<T> &V) {
  if (V)
    J.attribute(Key, *V);
}

static void writeIfSet(OStream &J, StringRef Key,
                       const std::optional<Triple3> &V) {
  if (V)
    J.attribute(Key, json::Array{(*V)[0], (*V)[1], (*V)[2]});
}

static void writeNumbers(OStream &J, StringRef Key,
                         llvm::ArrayRef<uint64_t> Numbers) {
  J.attributeArray(Key, [&] {
    for (uint64_t N : Numbers)
      J.value(N);
  });
}

/// Metadata of any shape. Keys that are not strings are printed.
static void writeTree(OStream &J, const MetadataValue &V) {
  switch (V.kind()) {
  case MetadataValue::Kind::Nil:
    J.value(nullptr);
    return;
  case MetadataValue::Kind::Boolean:
    J.value(*V.asBool());
    return;
  case MetadataValue::Kind::Unsigned:
    J.value(*V.asUnsigned());
    return;
  case MetadataValue::Kind::Signed:
    J.value(*V.asSigned());
    return;
  case MetadataValue::Kind::String:
    J.value(jsonText(*V.asString()));
    return;
  // JSON has neither infinities nor binary data: these as text.
  case MetadataValue::Kind::Float:
  case MetadataValue::Kind::Binary:
  case MetadataValue::Kind::Extension:
    J.value(jsonText(V.str()));
    return;
  case MetadataValue::Kind::Array:
    J.array([&] {
      for (const MetadataValue &Element : V.elements())
        writeTree(J, Element);
    });
    return;
  case MetadataValue::Kind::Map:
    J.object([&] {
      for (const MetadataEntry &Entry : V.entries()) {
        J.attributeBegin(jsonText(Entry.Key.isString() ? *Entry.Key.asString()
                                                       : Entry.Key.str()));
        writeTree(J, Entry.Value);
        J.attributeEnd();
      }
    });
    return;
  }
}

static void writeExtras(OStream &J, llvm::ArrayRef<MetadataExtra> Extras) {
  if (Extras.empty())
    return;
  J.attributeObject("other", [&] {
    for (const MetadataExtra &Extra : Extras) {
      J.attributeBegin(jsonText(Extra.Key));
      writeTree(J, Extra.Value);
      J.attributeEnd();
    }
  });
}

//===-- The object as a whole ---------------------------------------------===//

static void writeTarget(OStream &J, const CodeObject &Object) {
  J.attributeObject("target", [&] {
    const Processor *P = Object.Target.Proc;
    J.attribute("machine", Object.Machine);
    J.attribute("genericVersion", Object.GenericVersion);
    if (!P)
      return;
    J.attribute("id", Object.Target.str(
                          Object.Version.value_or(CodeObjectVersion::V5)));
    J.attribute("processor", P->Name);
    J.attribute("family", P->family().Name);
    J.attribute("sramecc", featureSettingName(Object.Target.SramEcc));
    J.attribute("xnack", featureSettingName(Object.Target.Xnack));
  });
}

static void writeHeader(OStream &J, const CodeObject &Object) {
  J.attribute("file", jsonText(Object.FileName));
  J.attributeArray("path", [&] {
    for (StringRef Step : Object.Image.Path)
      J.value(jsonText(Step));
  });
  J.attribute("offset", Object.Image.Offset);
  J.attribute("decompressed", Object.Image.Decompressed);
  J.attribute("size", Object.Image.Bytes.size());
  J.attribute("type", objectTypeName(Object.Type));
  writeTarget(J, Object);
  J.attribute("osAbi", osAbiName(Object.Os));
  J.attribute("abiVersion", Object.AbiVersion);
  if (Object.Version)
    J.attribute("codeObjectVersion", static_cast<unsigned>(*Object.Version));
  J.attribute("flags", Object.Flags);
}

static void writeSections(OStream &J, const CodeObject &Object) {
  J.attributeArray("sections", [&] {
    for (const Section &S : Object.Sections)
      J.object([&] {
        J.attribute("name", jsonText(S.Name));
        J.attribute("kind", sectionKindName(S.Kind));
        J.attribute("address", S.Address);
        J.attribute("offset", S.Offset);
        J.attribute("size", S.Size);
      });
  });
}

static void writeSymbols(OStream &J, const CodeObject &Object) {
  J.attributeArray("symbols", [&] {
    for (const Symbol &S : Object.Symbols)
      J.object([&] {
        J.attribute("name", jsonText(S.Name));
        J.attribute("kind", symbolKindName(S.Kind));
        J.attribute("binding", symbolBindingName(S.Binding));
        J.attribute("visibility", symbolVisibilityName(S.Visibility));
        J.attribute("address", S.Address);
        J.attribute("size", S.Size);
      });
  });
}

static void writeNotes(OStream &J, const CodeObject &Object) {
  J.attributeArray("notes", [&] {
    for (const NoteRecord &N : Object.Notes)
      J.object([&] {
        J.attribute("owner", jsonText(N.Owner));
        J.attribute("type", N.Type);
        writeText(J, "typeName", N.TypeName);
        J.attribute("size", N.Description.size());
        writeText(J, "text", N.Text);
      });
  });
}

static void writeRegisterList(OStream &J, StringRef Key,
                              llvm::ArrayRef<PalRegister> Registers) {
  J.attributeArray(Key, [&] {
    for (const PalRegister &R : Registers)
      J.object([&] {
        J.attribute("number", R.Number);
        writeText(J, "name", R.Name);
        J.attribute("value", R.Value);
        writeText(J, "meaning", R.Meaning);
      });
  });
}

static void writePal(OStream &J, const PalMetadata &Pal) {
  J.attributeObject("pal", [&] {
    J.attribute("legacy", Pal.Legacy);
    writeNumbers(J, "version", Pal.Version);
    J.attributeArray("pipelines", [&] {
      for (const PalPipeline &P : Pal.Pipelines)
        J.object([&] {
          J.attributeBegin("metadata");
          writeTree(J, P.All);
          J.attributeEnd();
          writeRegisterList(J, "registers", P.Registers);
        });
    });
  });
}

static void writeModuleMetadata(OStream &J, const HsaMetadata &Hsa) {
  J.attributeObject("metadata", [&] {
    writeNumbers(J, "version", Hsa.Version);
    writeText(J, "target", Hsa.Target);
    J.attributeArray("printf", [&] {
      for (StringRef Format : Hsa.Printf)
        J.value(jsonText(Format));
    });
    writeExtras(J, Hsa.Extras);
  });
}

//===-- One kernel --------------------------------------------------------===//

static void writeArgument(OStream &J, const ArgumentMetadata &A) {
  J.object([&] {
    writeText(J, "name", A.Name);
    writeText(J, "type", A.TypeName);
    J.attribute("offset", A.Offset);
    J.attribute("size", A.Size);
    writeIfSet(J, "alignment", A.Alignment);
    J.attribute("kind", A.Kind == ArgumentKind::Unknown ? "unknown"
                                                        : factsOf(A.Kind).Name);
    J.attribute("hidden", A.isHidden());
    writeText(J, "addressSpace", addressSpaceName(A.AddressSpace));
    writeIfSet(J, "pointeeAlign", A.PointeeAlign);
    writeText(J, "access", accessName(A.Access));
    writeText(J, "actualAccess", accessName(A.ActualAccess));
    J.attribute("const", A.IsConst);
    J.attribute("restrict", A.IsRestrict);
    J.attribute("volatile", A.IsVolatile);
    J.attribute("pipe", A.IsPipe);
    writeExtras(J, A.Extras);
  });
}

static void writeMetadata(OStream &J, const KernelMetadata &M) {
  J.attributeObject("metadata", [&] {
    writeText(J, "name", M.Name);
    writeText(J, "symbol", M.Symbol);
    writeText(J, "language", M.Language);
    writeNumbers(J, "languageVersion", M.LanguageVersion);
    writeText(J, "kind", M.Kind);
    writeIfSet(J, "kernargSegmentSize", M.KernargSegmentSize);
    writeIfSet(J, "kernargSegmentAlign", M.KernargSegmentAlign);
    writeIfSet(J, "groupSegmentFixedSize", M.GroupSegmentFixedSize);
    writeIfSet(J, "privateSegmentFixedSize", M.PrivateSegmentFixedSize);
    writeIfSet(J, "wavefrontSize", M.WavefrontSize);
    writeIfSet(J, "sgprCount", M.SgprCount);
    writeIfSet(J, "vgprCount", M.VgprCount);
    writeIfSet(J, "agprCount", M.AgprCount);
    writeIfSet(J, "sgprSpillCount", M.SgprSpillCount);
    writeIfSet(J, "vgprSpillCount", M.VgprSpillCount);
    writeIfSet(J, "maxFlatWorkgroupSize", M.MaxFlatWorkgroupSize);
    writeIfSet(J, "reqdWorkgroupSize", M.ReqdWorkgroupSize);
    writeIfSet(J, "workgroupSizeHint", M.WorkgroupSizeHint);
    writeIfSet(J, "clusterDims", M.ClusterDims);
    writeIfSet(J, "maxNumWorkgroupsX", M.MaxNumWorkgroupsX);
    writeIfSet(J, "maxNumWorkgroupsY", M.MaxNumWorkgroupsY);
    writeIfSet(J, "maxNumWorkgroupsZ", M.MaxNumWorkgroupsZ);
    writeText(J, "vecTypeHint", M.VecTypeHint);
    writeText(J, "deviceEnqueueSymbol", M.DeviceEnqueueSymbol);
    writeIfSet(J, "usesDynamicStack", M.UsesDynamicStack);
    writeIfSet(J, "workgroupProcessorMode", M.WorkgroupProcessorMode);
    writeIfSet(J, "uniformWorkGroupSize", M.UniformWorkGroupSize);
    writeIfSet(J, "isXnackEnabled", M.IsXnackEnabled);
    writeExtras(J, M.Extras);
    J.attributeArray("arguments", [&] {
      for (const ArgumentMetadata &A : M.Arguments)
        writeArgument(J, A);
    });
  });
}

static void writeResources(OStream &J, const KernelFacts &All) {
  const KernelResources &R = All.Resources;
  J.attributeObject("resources", [&] {
    J.attribute("waveSize", R.WaveSize);
    J.attribute("vgprs", R.Vgprs);
    J.attribute("allocatedVgprs", R.AllocatedVgprs);
    J.attribute("archVgprs", R.ArchVgprs);
    J.attribute("agprs", R.Agprs);
    J.attribute("sgprs", R.Sgprs);
    J.attribute("allocatedSgprs", R.AllocatedSgprs);
    J.attribute("sharedVgprs", R.SharedVgprs);
    J.attribute("userSgprs", R.UserSgprs);
    J.attribute("ldsBytes", R.LdsBytes);
    J.attribute("scratchBytes", R.ScratchBytes);
    J.attribute("kernargBytes", R.KernargBytes);
    J.attribute("dynamicStack", R.UsesDynamicStack);
    writeIfSet(J, "wgpMode", R.WgpMode);
    writeIfSet(J, "tgSplit", R.TgSplit);
    writeIfSet(J, "namedBarriers", R.NamedBarriers);
    writeIfSet(J, "dynamicVgprs", R.DynamicVgprs);
    J.attribute("preloadLength", R.PreloadLength);
    J.attribute("preloadOffset", R.PreloadOffset);
  });
}

static void writeOccupancy(OStream &J, const KernelFacts &All) {
  J.attributeObject("occupancy", [&] {
    J.attribute("waves", All.Waves.Waves);
    J.attribute("maxWaves", All.Waves.MaxWaves);
    J.attribute("workgroupSize", All.WorkgroupSize);
    J.attributeArray("limits", [&] {
      for (const OccupancyLimit &L : All.Waves.Limits)
        J.object([&] {
          J.attribute("name", occupancyLimitName(L.Kind));
          J.attribute("waves", L.Waves);
          J.attribute("reason", L.Reason);
          J.attribute("nextStep", L.NextStep);
          J.attribute("binds", L.Binds);
        });
    });
  });
}

static void writeRegisters(OStream &J, const KernelFacts &All) {
  J.attributeArray("registersAtStart", [&] {
    for (const InitialRegister &R : All.Registers)
      J.object([&] {
        J.attribute("register", R.Register);
        J.attribute("holds", jsonText(R.Holds));
        J.attribute("setBy", R.SetBy);
      });
  });
}

static void writeFields(OStream &J, const KernelFacts &All) {
  J.attributeArray("fields", [&] {
    for (const DecodedField &Field : All.Fields)
      J.object([&] {
        J.attribute("word", Field.Word);
        J.attribute("name", Field.Name);
        J.attribute("bit", Field.Bit);
        J.attribute("width", Field.Width);
        J.attribute("value", Field.Value);
        J.attribute("meaning", jsonText(Field.Meaning));
      });
  });
}

static llvm::Error writeKernel(OStream &J, const CodeObject &Object,
                               const Kernel &K, Disassembler *Disassemble) {
  llvm::Error Result = llvm::Error::success();
  J.object([&] {
    J.attribute("name", jsonText(K.Name));
    if (!K.DescriptorBytes.empty())
      J.attributeObject("descriptor", [&] {
        J.attribute("address", K.DescriptorAddress);
        J.attribute("offset", K.DescriptorOffset);
        J.attribute("size", K.DescriptorBytes.size());
      });
    writeIfSet(J, "entryAddress", K.EntryAddress);
    writeIfSet(J, "codeSize", K.CodeSize);
    if (std::optional<KernelFacts> All = gatherFacts(Object, K)) {
      writeResources(J, *All);
      writeOccupancy(J, *All);
      writeRegisters(J, *All);
      writeFields(J, *All);
    }
    if (const KernelMetadata *M = Object.metadataOf(K))
      writeMetadata(J, *M);
    if (Disassemble)
      Result = writeDisassembly(J, [&](Disassembler::Visitor Visit) {
        return Disassemble->visit(K, Visit);
      });
  });
  return Result;
}

/// Code that is not a kernel: what kernels call, and shaders.
static llvm::Error writeFunctions(OStream &J, const CodeObject &Object,
                                  Disassembler &Disassemble) {
  llvm::Error Result = llvm::Error::success();
  J.attributeArray("functions", [&] {
    for (const Symbol &S : Object.Symbols) {
      if (S.Kind != SymbolKind::Function)
        continue;
      J.object([&] {
        J.attribute("name", jsonText(S.Name));
        Result = llvm::joinErrors(
            std::move(Result),
            writeDisassembly(J, [&](Disassembler::Visitor Visit) {
              return Disassemble.visit(S, Visit);
            }));
      });
    }
  });
  return Result;
}

llvm::Error writeCodeObject(OStream &J, const CodeObject &Object,
                            const InspectOptions &Options) {
  // Without a disassembler everything else is shown all the same.
  std::unique_ptr<Disassembler> Disassemble;
  llvm::Error Result = disassemblerFor(Object, Options).moveInto(Disassemble);
  J.object([&] {
    writeHeader(J, Object);
    writeSections(J, Object);
    writeSymbols(J, Object);
    writeNotes(J, Object);
    if (Object.Hsa)
      writeModuleMetadata(J, *Object.Hsa);
    if (Object.Pal)
      writePal(J, *Object.Pal);
    if (!Object.Config.empty())
      writeRegisterList(J, "configRegisters", Object.Config);
    J.attributeArray("kernels", [&] {
      for (const Kernel *K : Options.kernelsOf(Object))
        Result = llvm::joinErrors(
            std::move(Result), writeKernel(J, Object, *K, Disassemble.get()));
    });
    if (Disassemble && Options.Kernels.empty())
      Result = llvm::joinErrors(std::move(Result),
                                writeFunctions(J, Object, *Disassemble));
  });
  return Result;
}

} // namespace fencepost
