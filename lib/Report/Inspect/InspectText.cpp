//===- InspectText.cpp - A code object as text ----------------------------===//
// Written straight to the stream, one line at a time: an object may hold
// thousands of kernels. Columns have fixed widths; a longer entry pushes the
// rest of its line to the right.
//===----------------------------------------------------------------------===//
#include "DisassemblyReport.h"
#include "Findings/Printable.h"
#include "KernelFacts.h"
#include "PalText.h"
#include "fencepost/Report/InspectReport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::raw_ostream;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// One line "  name             value" at a given depth.
class Facts {
public:
  Facts(raw_ostream &OS, unsigned Depth) : OS(OS), Depth(Depth) {}

  raw_ostream &line(StringRef Name) {
    OS.indent(2 * Depth) << Printable{Name};
    return OS.indent(Name.size() < Width ? Width - Name.size() : 1);
  }
  void add(StringRef Name, const Twine &Value) {
    llvm::SmallString<64> Buffer;
    line(Name) << Printable{Value.toStringRef(Buffer)} << '\n';
  }
  void addIfSet(StringRef Name, StringRef Value) {
    if (!Value.empty())
      add(Name, Value);
  }
  void addIfSet(StringRef Name, std::optional<uint64_t> Value) {
    if (Value)
      add(Name, Twine(*Value));
  }
  void addIfSet(StringRef Name, std::optional<bool> Value) {
    if (Value)
      add(Name, *Value ? "yes" : "no");
  }
  void addIfSet(StringRef Name, const std::optional<Triple3> &Value) {
    if (Value)
      add(Name, Twine((*Value)[0]) + ", " + Twine((*Value)[1]) + ", " +
                    Twine((*Value)[2]));
  }

private:
  static constexpr unsigned Width = 20;
  raw_ostream &OS;
  unsigned Depth;
};

} // namespace

static std::string hex(uint64_t Value) {
  return "0x" + llvm::utohexstr(Value, /*LowerCase=*/true);
}

static std::string dotted(llvm::ArrayRef<uint64_t> Numbers) {
  std::string Out;
  for (uint64_t N : Numbers)
    Out += (Out.empty() ? "" : ".") + llvm::utostr(N);
  return Out;
}

static std::string bytes(uint64_t Count) {
  return llvm::utostr(Count) + (Count == 1 ? " byte" : " bytes");
}

//===-- The object as a whole ---------------------------------------------===//

static void printTargetFacts(Facts &F, const CodeObject &Object) {
  const Processor *P = Object.Target.Proc;
  if (!P) {
    F.add("target", "unknown processor, machine number " + hex(Object.Machine));
    return;
  }
  F.add("target",
        Object.Target.str(Object.Version.value_or(CodeObjectVersion::V5)));
  F.add("processor", P->Name + Twine(", family ") + P->family().Name);
  F.add("sramecc", featureSettingName(Object.Target.SramEcc));
  F.add("xnack", featureSettingName(Object.Target.Xnack));
  if (Object.GenericVersion != 0)
    F.add("generic version", Twine(Object.GenericVersion));
}

static void printHeader(raw_ostream &OS, const CodeObject &Object) {
  OS << Printable{Object.FileName} << ": AMDGPU " << objectTypeName(Object.Type)
     << " code object\n";
  Facts F(OS, 1);
  for (StringRef Step : Object.Image.Path)
    F.add("in", Step);
  if (!Object.Image.Path.empty())
    F.add("offset",
          hex(Object.Image.Offset) + Twine(" in the ") +
              (Object.Image.Decompressed ? "decompressed bundle" : "file"));
  F.add("size", bytes(Object.Image.Bytes.size()));
  printTargetFacts(F, Object);
  raw_ostream &Line = F.line("OS ABI");
  Line << osAbiName(Object.Os) << ", ABI version " << Object.AbiVersion;
  if (Object.Version)
    Line << " (code object V" << static_cast<unsigned>(*Object.Version) << ')';
  Line << '\n';
  F.add("e_flags", hex(Object.Flags));
  if (Object.Hsa)
    F.add("metadata", Twine("HSA ") + dotted(Object.Hsa->Version));
  if (Object.Hsa && !Object.Hsa->Target.empty())
    F.add("metadata target", Object.Hsa->Target);
}

static void printSections(raw_ostream &OS, const CodeObject &Object) {
  OS << "\n  sections\n    kind           address    offset     size       "
        "name\n";
  for (const Section &S : Object.Sections) {
    if (S.Kind == SectionKind::Other || S.Kind == SectionKind::Debug)
      continue;
    OS << "    " << llvm::left_justify(sectionKindName(S.Kind), 14) << ' '
       << llvm::left_justify(hex(S.Address), 10) << ' '
       << llvm::left_justify(hex(S.Offset), 10) << ' '
       << llvm::left_justify(llvm::utostr(S.Size), 10) << ' '
       << Printable{S.Name} << '\n';
  }
  if (Object.Debug.Sections != 0)
    OS << "    debug: " << Object.Debug.Sections << " sections, "
       << bytes(Object.Debug.Bytes) << '\n';
}

static void printSymbols(raw_ostream &OS, const CodeObject &Object) {
  if (Object.Symbols.empty())
    return;
  OS << "\n  symbols\n"
        "    kind              binding visibility address    size       name\n";
  for (const Symbol &S : Object.Symbols)
    OS << "    " << llvm::left_justify(symbolKindName(S.Kind), 17) << ' '
       << llvm::left_justify(symbolBindingName(S.Binding), 7) << ' '
       << llvm::left_justify(symbolVisibilityName(S.Visibility), 10) << ' '
       << llvm::left_justify(hex(S.Address), 10) << ' '
       << llvm::left_justify(llvm::utostr(S.Size), 10) << ' '
       << Printable{S.Name} << '\n';
}

static void printNotes(raw_ostream &OS, const CodeObject &Object) {
  if (Object.Notes.empty())
    return;
  OS << "\n  notes\n    owner     type                           size       "
        "says\n";
  for (const NoteRecord &N : Object.Notes) {
    OS << "    " << llvm::left_justify(N.Owner, 9) << ' '
       << llvm::left_justify(
              N.TypeName.empty() ? StringRef(llvm::utostr(N.Type)) : N.TypeName,
              30)
       << ' '
       << llvm::left_justify(llvm::utostr(N.Description.size()),
                             N.Text.empty() ? 0 : 10)
       << (N.Text.empty() ? "" : " ") << Printable{N.Text} << '\n';
  }
}

static void printModuleMetadata(raw_ostream &OS, const HsaMetadata &Hsa) {
  if (!Hsa.Printf.empty())
    OS << "\n  printf formats\n";
  for (StringRef Format : Hsa.Printf)
    OS << "    " << Printable{Format} << '\n';
  if (!Hsa.Extras.empty())
    OS << "\n  other metadata\n";
  for (const MetadataExtra &Extra : Hsa.Extras)
    OS << "    " << Printable{Extra.Key} << ": " << Printable{Extra.Value.str()}
       << '\n';
}

//===-- One kernel --------------------------------------------------------===//

static void printPlaces(raw_ostream &OS, const CodeObject &Object,
                        const Kernel &K) {
  Facts F(OS, 1);
  if (!K.DescriptorBytes.empty())
    F.add("descriptor", bytes(K.DescriptorBytes.size()) + " at " +
                            hex(K.DescriptorAddress) + ", file offset " +
                            hex(K.DescriptorOffset));
  else
    F.add("descriptor", "none");
  if (!K.EntryAddress)
    return;
  raw_ostream &Line = F.line("entry point");
  Line << hex(*K.EntryAddress);
  const Section *S = K.EntrySection ? Object.section(*K.EntrySection) : nullptr;
  if (S)
    Line << " in " << Printable{S->Name};
  if (K.CodeSize)
    Line << ", " << bytes(*K.CodeSize) << " of code";
  Line << '\n';
}

static void printMetadata(raw_ostream &OS, const KernelMetadata &M) {
  Facts F(OS, 1);
  if (!M.Language.empty())
    F.add("language", M.Language + Twine(" ") + dotted(M.LanguageVersion));
  F.addIfSet("kind", M.Kind);
  F.addIfSet("SGPRs used", M.SgprCount);
  F.addIfSet("VGPRs used", M.VgprCount);
  F.addIfSet("AGPRs used", M.AgprCount);
  F.addIfSet("SGPRs spilled", M.SgprSpillCount);
  F.addIfSet("VGPRs spilled", M.VgprSpillCount);
  F.addIfSet("max work-group", M.MaxFlatWorkgroupSize);
  F.addIfSet("required work-group", M.ReqdWorkgroupSize);
  F.addIfSet("work-group hint", M.WorkgroupSizeHint);
  F.addIfSet("uniform work-group", M.UniformWorkGroupSize);
  F.addIfSet("cluster size", M.ClusterDims);
  F.addIfSet("max work-groups x", M.MaxNumWorkgroupsX);
  F.addIfSet("max work-groups y", M.MaxNumWorkgroupsY);
  F.addIfSet("max work-groups z", M.MaxNumWorkgroupsZ);
  F.addIfSet("vector type hint", M.VecTypeHint);
  F.addIfSet("enqueue symbol", M.DeviceEnqueueSymbol);
  for (const MetadataExtra &Extra : M.Extras)
    F.add(Extra.Key, Extra.Value.str());
}

static void printRegisters(raw_ostream &OS, const KernelFacts &Facts) {
  size_t Widest = 44;
  for (const InitialRegister &R : Facts.Registers)
    Widest = std::max(Widest, R.Holds.size());
  OS << "\n  registers at start\n";
  for (const InitialRegister &R : Facts.Registers) {
    OS << "    " << llvm::left_justify(R.Register, 14) << ' '
       << Printable{R.Holds};
    OS.indent(Widest + 1 - R.Holds.size()) << R.SetBy << '\n';
  }
}

/// "name: type qualifiers", as far as the metadata says.
static std::string describe(const ArgumentMetadata &A) {
  std::string Out = A.Name.str();
  if (!A.TypeName.empty())
    Out += (Twine(": ") + A.TypeName).str();
  auto Add = [&](bool IsTrue, StringRef Word) {
    if (IsTrue)
      Out += (Twine(" ") + Word).str();
  };
  Add(A.IsConst, "const");
  Add(A.IsRestrict, "restrict");
  Add(A.IsVolatile, "volatile");
  Add(A.IsPipe, "pipe");
  Add(A.Access != AccessQual::None, accessName(A.Access));
  if (A.ActualAccess != AccessQual::None)
    Out += (Twine(" actually ") + accessName(A.ActualAccess)).str();
  if (A.PointeeAlign)
    Out += " pointee aligned " + llvm::utostr(*A.PointeeAlign);
  for (const MetadataExtra &Extra : A.Extras)
    Out += (Twine(" ") + Extra.Key + "=" + Extra.Value.str()).str();
  return Out;
}

static void printArguments(raw_ostream &OS, const KernelMetadata &M) {
  OS << "\n  arguments";
  if (M.KernargSegmentSize)
    OS << " (" << bytes(*M.KernargSegmentSize);
  if (M.KernargSegmentSize && M.KernargSegmentAlign)
    OS << ", aligned to " << *M.KernargSegmentAlign;
  OS << (M.KernargSegmentSize ? ")\n" : "\n");
  if (!M.Arguments.empty())
    OS << "    offset size space    kind                      name\n";
  for (const ArgumentMetadata &A : M.Arguments) {
    StringRef Space = addressSpaceName(A.AddressSpace);
    OS << "    " << llvm::left_justify(llvm::utostr(A.Offset), 6) << ' '
       << llvm::left_justify(llvm::utostr(A.Size), 4) << ' '
       << llvm::left_justify(Space.empty() ? "-" : Space, 8) << ' ';
    std::string About = describe(A);
    StringRef Kind =
        A.Kind == ArgumentKind::Unknown ? "unknown" : factsOf(A.Kind).Name;
    OS << llvm::left_justify(Kind, About.empty() ? 0 : 25)
       << (About.empty() ? "" : " ") << Printable{About} << '\n';
  }
}

static void printField(raw_ostream &OS, StringRef Name, StringRef Value,
                       StringRef Meaning, unsigned Indent) {
  OS.indent(Indent) << llvm::left_justify(Name, 52 - Indent) << ' '
                    << llvm::left_justify(Value, 6) << ' ' << Printable{Meaning}
                    << '\n';
}

/// All but the entry field, which printKernel prints.
static void printFields(raw_ostream &OS, const KernelFacts &Facts) {
  StringRef Word;
  for (const DecodedField &Field : Facts.Fields) {
    // Reserved bits are worth a line only if they are set.
    bool IsEmpty = Field.Rule == FieldRule::Reserved && Field.Value == 0;
    if (IsEmpty || Field.Name == EntryField)
      continue;
    if (Field.Word != Word) {
      Word = Field.Word;
      if (!Word.empty())
        OS << "    " << Word << '\n';
    }
    printField(OS, Field.Name, llvm::utostr(Field.Value), Field.Meaning,
               Word.empty() ? 4 : 6);
  }
}

/// The result, then each limit that binds and what would raise it.
static void printOccupancy(Facts &F, const KernelFacts &All) {
  const Occupancy &Waves = All.Waves;
  F.add("occupancy", Twine(Waves.Waves) + " of " + Twine(Waves.MaxWaves) +
                         " waves per SIMD, in work-groups of " +
                         Twine(All.WorkgroupSize));
  if (Waves.Waves == Waves.MaxWaves)
    return;
  auto ByItself = [](const OccupancyLimit &L) {
    return L.Binds && L.Kind != OccupancyLimitKind::WholeWorkgroups;
  };
  bool Explained = llvm::any_of(Waves.Limits, ByItself);
  for (const OccupancyLimit &L : Waves.Limits) {
    // Rounding to whole work-groups is news only if no other limit is as low.
    if (!L.Binds || (Explained && !ByItself(L)))
      continue;
    raw_ostream &Line = F.line("");
    Line << "limited by " << occupancyLimitName(L.Kind) << ": " << L.Reason;
    if (!L.NextStep.empty())
      Line << "; " << L.NextStep;
    Line << '\n';
  }
}

static std::string askedAndAllocated(unsigned Asked, unsigned Allocated) {
  std::string Out = llvm::utostr(Asked);
  return Asked == Allocated
             ? Out
             : Out + " (" + llvm::utostr(Allocated) + " allocated)";
}

static void printResources(raw_ostream &OS, const KernelFacts &All) {
  const KernelResources &R = All.Resources;
  OS << "\n  resources\n";
  Facts F(OS, 2);
  F.add("wave size", Twine(R.WaveSize));
  raw_ostream &Vgprs = F.line("VGPRs");
  Vgprs << askedAndAllocated(R.Vgprs, R.AllocatedVgprs);
  if (R.Agprs != 0)
    Vgprs << ": " << R.ArchVgprs << " VGPRs, " << R.Agprs << " AGPRs";
  Vgprs << '\n';
  if (R.SharedVgprs != 0)
    F.add("shared VGPRs", Twine(R.SharedVgprs));
  F.add("SGPRs", askedAndAllocated(R.Sgprs, R.AllocatedSgprs));
  F.add("LDS", bytes(R.LdsBytes) + " per work-group");
  F.add("scratch", bytes(R.ScratchBytes) + " per work-item" +
                       (R.UsesDynamicStack ? ", and a dynamic stack" : ""));
  if (R.WgpMode)
    F.add("execution mode", *R.WgpMode ? "WGP" : "CU");
  F.addIfSet("tgsplit", R.TgSplit);
  if (R.NamedBarriers)
    F.add("named barriers", Twine(*R.NamedBarriers));
  F.addIfSet("dynamic VGPRs", R.DynamicVgprs);
  printOccupancy(F, All);
}

namespace {

/// What is printed of one kernel's facts, before and after its arguments.
struct FactsText {
  std::string ResourcesAndRegisters;
  std::string Fields;
};

/// Many kernels of an object ask for the same, so their text is kept; up to a
/// bound, so that memory does not grow with the number of kernels.
class FactsTexts {
public:
  explicit FactsTexts(const CodeObject &Object) : Object(Object) {}

  /// Null if nothing is known; valid until the next call.
  const FactsText *get(const Kernel &K);

private:
  static constexpr unsigned MaxKept = 256;
  std::optional<FactsText> print(const Kernel &K) const;

  const CodeObject &Object;
  llvm::StringMap<FactsText> Kept;
  std::optional<FactsText> Last;
};

} // namespace

std::optional<FactsText> FactsTexts::print(const Kernel &K) const {
  std::optional<KernelFacts> Facts = gatherFacts(Object, K);
  if (!Facts)
    return std::nullopt;
  FactsText Text;
  llvm::raw_string_ostream Before(Text.ResourcesAndRegisters);
  printResources(Before, *Facts);
  printRegisters(Before, *Facts);
  llvm::raw_string_ostream After(Text.Fields);
  printFields(After, *Facts);
  return Text;
}

const FactsText *FactsTexts::get(const Kernel &K) {
  std::string Key = factsKey(Object, K);
  auto It = Kept.find(Key);
  if (!Key.empty() && It != Kept.end())
    return &It->second;
  Last = print(K);
  if (!Last || Key.empty())
    return Last ? &*Last : nullptr;
  if (Kept.size() == MaxKept)
    Kept.clear();
  return &Kept.try_emplace(Key, std::move(*Last)).first->second;
}

static llvm::Error printKernel(raw_ostream &OS, const CodeObject &Object,
                               const Kernel &K, FactsTexts &Texts,
                               Disassembler *Disassemble) {
  OS << "\nkernel " << Printable{K.Name} << '\n';
  const KernelMetadata *M = Object.metadataOf(K);
  if (M && M->Name != K.Name)
    Facts(OS, 1).add("source name", M->Name);
  printPlaces(OS, Object, K);
  if (M)
    printMetadata(OS, *M);
  const FactsText *Text = Texts.get(K);
  if (Text)
    OS << Text->ResourcesAndRegisters;
  if (M)
    printArguments(OS, *M);
  if (Text) {
    OS << "\n  descriptor fields\n";
    if (K.Descriptor)
      printField(OS, EntryField, llvm::itostr(K.Descriptor->EntryByteOffset),
                 entryMeaning(K), 4);
    OS << Text->Fields;
  }
  if (!Disassemble)
    return llvm::Error::success();
  return printDisassembly(OS, [&](Disassembler::Visitor Visit) {
    return Disassemble->visit(K, Visit);
  });
}

/// Code that is not a kernel: what kernels call, and shaders.
static llvm::Error printFunctions(raw_ostream &OS, const CodeObject &Object,
                                  Disassembler &Disassemble) {
  llvm::Error Result = llvm::Error::success();
  for (const Symbol &S : Object.Symbols) {
    if (S.Kind != SymbolKind::Function)
      continue;
    OS << "\nfunction " << Printable{S.Name} << '\n';
    Result = llvm::joinErrors(
        std::move(Result), printDisassembly(OS, [&](Disassembler::Visitor V) {
          return Disassemble.visit(S, V);
        }));
  }
  return Result;
}

llvm::Error printCodeObject(raw_ostream &OS, const CodeObject &Object,
                            const InspectOptions &Options) {
  printHeader(OS, Object);
  if (Options.Kernels.empty()) {
    printSections(OS, Object);
    printSymbols(OS, Object);
    printNotes(OS, Object);
    if (Object.Hsa)
      printModuleMetadata(OS, *Object.Hsa);
    if (Object.Pal)
      printPal(OS, *Object.Pal);
    printRegisterList(OS, "configuration registers", Object.Config);
  }
  // Without a disassembler everything else is shown all the same.
  std::unique_ptr<Disassembler> Disassemble;
  llvm::Error Result = disassemblerFor(Object, Options).moveInto(Disassemble);
  FactsTexts Texts(Object);
  for (const Kernel *K : Options.kernelsOf(Object))
    Result =
        llvm::joinErrors(std::move(Result),
                         printKernel(OS, Object, *K, Texts, Disassemble.get()));
  if (Disassemble && Options.Kernels.empty())
    Result = llvm::joinErrors(std::move(Result),
                              printFunctions(OS, Object, *Disassemble));
  return Result;
}

} // namespace fencepost
