//===- CodeObjectCheck.cpp - What a code object says against itself -------===//
// A code object says many things twice: sizes in descriptor and metadata, the
// target in the ELF header, the metadata and the bundle. What must agree is
// compared here, the rules of spec/002 on metadata values are applied, and each
// descriptor is checked by itself (KernelDescriptorCheck.cpp). Tested by
// unittests/Object/CodeObjectCheckTest.cpp and test/inspect.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Object/CodeObject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost {
namespace {

class CodeObjectChecker {
public:
  explicit CodeObjectChecker(const CodeObject &Object) : Object(Object) {}

  std::vector<Finding> run(llvm::function_ref<bool(const Kernel &)> Wanted) {
    checkMetadataTarget();
    checkBundleTarget();
    for (const Kernel &K : Object.Kernels)
      if (!Wanted || Wanted(K))
        checkKernel(K);
    return std::move(Findings);
  }

private:
  void report(Diag Id, const Location &Where, const llvm::Twine &Message) {
    Findings.push_back({Id, Where, Message.str(), {}});
  }

  CodeObjectVersion version() const {
    return Object.Version.value_or(CodeObjectVersion::V6);
  }

  void checkMetadataTarget();
  void checkBundleTarget();
  void checkKernel(const Kernel &K);
  void reportNoDescriptor(const Kernel &K, const Location &Where);
  void checkEntry(const Kernel &K, const Location &Where);
  void checkAgreement(const Kernel &K, const KernelMetadata &Metadata,
                      const Location &Where);
  void checkRules(const KernelMetadata &Metadata, const Location &Where);
  void checkArguments(const KernelMetadata &Metadata, const Location &Where);

  const CodeObject &Object;
  std::vector<Finding> Findings;
};

} // namespace

/// "amdgcn-amd-amdhsa--gfx90a" without the triple of four parts.
static llvm::StringRef dropTriple(llvm::StringRef Target) {
  for (int Part = 0; Part < 4; ++Part)
    Target = Target.split('-').second;
  return Target;
}

/// spec/002, "Code Object V4 Metadata": a canonical target ID.
void CodeObjectChecker::checkMetadataTarget() {
  if (!Object.Hsa || Object.Hsa->Target.empty() || !Object.Target.Proc)
    return;
  llvm::StringRef Text = dropTriple(Object.Hsa->Target);
  std::string Canonical = Object.Target.str(version());
  if (Text == Canonical)
    return;
  llvm::Expected<TargetID> Parsed = TargetID::parse(Text, version());
  bool Same = Parsed && *Parsed == Object.Target;
  if (!Parsed)
    llvm::consumeError(Parsed.takeError());
  Location Where = Object.locate(std::nullopt, "metadata");
  if (Same)
    report(Diag::MetadataInvalid, Where,
           "'amdhsa.target' is '" + Object.Hsa->Target +
               "', whose target ID is not in its canonical form '" + Canonical +
               "'");
  else
    report(Diag::TargetMismatch, Where,
           "'amdhsa.target' is '" + Object.Hsa->Target +
               "' but the ELF header says '" + Canonical + "'");
}

/// The bundler names entries by target ID; V2 and V3 spell it in several ways,
/// of which only the processor is compared.
void CodeObjectChecker::checkBundleTarget() {
  llvm::StringRef Text = Object.Image.EntryTarget;
  if (Text.empty() || !Object.Target.Proc)
    return;
  bool OnlyProcessor = version() < CodeObjectVersion::V4;
  if (OnlyProcessor)
    Text = Text.take_until([](char C) { return C == ':' || C == '+'; });
  llvm::Expected<TargetID> Parsed =
      TargetID::parse(Text, CodeObjectVersion::V6);
  bool Same = Parsed && (OnlyProcessor ? Parsed->Proc == Object.Target.Proc
                                       : *Parsed == Object.Target);
  if (!Parsed)
    llvm::consumeError(Parsed.takeError());
  if (!Same)
    report(Diag::TargetMismatch, Object.locate(0),
           "the bundle entry is for '" + Object.Image.EntryTarget +
               "' but the ELF header says '" + Object.Target.str(version()) +
               "'");
}

/// What one descriptor, of either form, has against the specification.
static std::vector<Finding>
descriptorFindings(const Kernel &K, const Processor &P, const Location &Where) {
  if (K.Descriptor)
    return checkDescriptor(*K.Descriptor, P, Where);
  return checkKernelCode(AmdKernelCode::read(K.DescriptorBytes), P, Where);
}

/// What was stripped is no error of the object.
void CodeObjectChecker::reportNoDescriptor(const Kernel &K,
                                           const Location &Where) {
  const Section *Part =
      K.DescriptorSymbol
          ? Object.section(Object.Symbols[*K.DescriptorSymbol].Section)
          : nullptr;
  if (Part && !Part->HasContents)
    report(Diag::DescriptorNotFound, Where,
           "the descriptor is in section '" + Part->Name +
               "', whose contents are not in this file");
  else if (K.DescriptorSymbol)
    report(Diag::KernelWithoutDescriptor, Where,
           "the symbol of the descriptor points outside its section");
  else if (!Object.HasSymbolTable)
    report(Diag::DescriptorNotFound, Where,
           "the descriptor cannot be found: the object has no symbol table");
  else
    report(Diag::KernelWithoutDescriptor, Where,
           "the metadata names a kernel without a descriptor");
}

void CodeObjectChecker::checkKernel(const Kernel &K) {
  std::string Entity = ("kernel " + K.Name).str();
  const KernelMetadata *Metadata = Object.metadataOf(K);
  bool HasDescriptor = !K.DescriptorBytes.empty();
  Location Where = Object.locate(
      HasDescriptor ? std::optional(K.DescriptorOffset) : std::nullopt, Entity);
  if (!HasDescriptor)
    reportNoDescriptor(K, Where);
  else
    checkEntry(K, Where);
  if (HasDescriptor && Object.Target.Proc)
    llvm::append_range(Findings,
                       descriptorFindings(K, *Object.Target.Proc, Where));
  if (!Metadata) {
    if (Object.Os == OsAbi::AmdHsa)
      report(Diag::KernelWithoutMetadata, Where,
             "the kernel has a descriptor but no metadata");
    return;
  }
  checkRules(*Metadata, Where);
  if (HasDescriptor && Object.Target.Proc)
    checkAgreement(K, *Metadata, Where);
}

/// spec/002, "Kernel Descriptor": the entry point is 256-byte aligned code.
void CodeObjectChecker::checkEntry(const Kernel &K, const Location &Where) {
  constexpr uint64_t Alignment = 256;
  const Section *Section =
      K.EntrySection ? Object.section(*K.EntrySection) : nullptr;
  std::string Address = "0x" + llvm::utohexstr(*K.EntryAddress, true);
  if (!Section || Section->Kind != SectionKind::Code) {
    report(Diag::EntryOutside, Where,
           "the entry point " + Address + " is in " +
               (Section
                    ? "section '" + Section->Name + "', which is not executable"
                    : llvm::Twine("no section")));
    return;
  }
  if (*K.EntryAddress < Section->Address ||
      *K.EntryAddress - Section->Address >= Section->Size) {
    report(Diag::EntryOutside, Where,
           "the entry point " + Address + " is outside section '" +
               Section->Name + "'");
    return;
  }
  if (*K.EntryAddress % Alignment != 0)
    report(Diag::EntryMisaligned, Where,
           "the entry point " + Address + " is not a multiple of 256");
  else if (Object.Type == ObjectType::Relocatable &&
           Section->Alignment % Alignment != 0)
    report(Diag::EntryMisaligned, Where,
           "the entry point is in section '" + Section->Name +
               "', which is aligned to " + llvm::Twine(Section->Alignment) +
               " bytes only");
}

static KernelResources resourcesOf(const Kernel &K, const Processor &P) {
  if (K.Descriptor)
    return resourcesOf(*K.Descriptor, P);
  return resourcesOf(AmdKernelCode::read(K.DescriptorBytes), P);
}

void CodeObjectChecker::checkAgreement(const Kernel &K,
                                       const KernelMetadata &Metadata,
                                       const Location &Where) {
  KernelResources R = resourcesOf(K, *Object.Target.Proc);
  auto Compare = [&](llvm::StringRef Quantity, const auto &Message,
                     auto Described) {
    if (Message && *Message != Described)
      report(Diag::MetadataMismatch, Where,
             "the metadata says " + Quantity + " " +
                 llvm::Twine(uint64_t(*Message)) + ", the descriptor " +
                 llvm::Twine(uint64_t(Described)));
  };
  Compare("group segment size", Metadata.GroupSegmentFixedSize, R.LdsBytes);
  Compare("private segment size", Metadata.PrivateSegmentFixedSize,
          R.ScratchBytes);
  // 0 in a descriptor means that the size is not specified.
  if (R.KernargBytes != 0)
    Compare("kernarg segment size", Metadata.KernargSegmentSize,
            R.KernargBytes);
  Compare("wavefront size", Metadata.WavefrontSize, R.WaveSize);
  Compare("dynamic stack use", Metadata.UsesDynamicStack, R.UsesDynamicStack);
  if (R.WgpMode)
    Compare("work-group processor mode", Metadata.WorkgroupProcessorMode,
            *R.WgpMode);
}

/// spec/002, "Code Object Metadata": what values must be.
void CodeObjectChecker::checkRules(const KernelMetadata &Metadata,
                                   const Location &Where) {
  auto PowerOfTwo = [&](llvm::StringRef Quantity,
                        const std::optional<uint64_t> &Value) {
    if (Value && !llvm::isPowerOf2_64(*Value))
      report(Diag::MetadataInvalid, Where,
             Quantity + " is " + llvm::Twine(*Value) + ", not a power of two");
  };
  PowerOfTwo("the alignment of the kernarg segment",
             Metadata.KernargSegmentAlign);
  PowerOfTwo("the wavefront size", Metadata.WavefrontSize);
  if (Metadata.MaxFlatWorkgroupSize == 0)
    report(Diag::MetadataInvalid, Where,
           "the maximum flat work-group size is 0");
  if (!Metadata.Kind.empty() && Metadata.Kind != "normal" &&
      Metadata.Kind != "init" && Metadata.Kind != "fini")
    report(Diag::MetadataInvalid, Where,
           "the kind is '" + Metadata.Kind +
               "', not one of 'normal', 'init' and 'fini'");
  if (const std::optional<Triple3> &Size = Metadata.ReqdWorkgroupSize;
      Size && *Size != Triple3{} && Metadata.MaxFlatWorkgroupSize) {
    uint64_t Product = llvm::SaturatingMultiply(
        llvm::SaturatingMultiply((*Size)[0], (*Size)[1]), (*Size)[2]);
    if (Product == 0 || Product > *Metadata.MaxFlatWorkgroupSize)
      report(Diag::MetadataInvalid, Where,
             "the required work-group size has " + llvm::Twine(Product) +
                 " work-items, the maximum is " +
                 llvm::Twine(*Metadata.MaxFlatWorkgroupSize));
  }
  checkArguments(Metadata, Where);
}

void CodeObjectChecker::checkArguments(const KernelMetadata &Metadata,
                                       const Location &Where) {
  if (!Metadata.KernargSegmentSize)
    return;
  uint64_t Size = *Metadata.KernargSegmentSize;
  for (const ArgumentMetadata &Argument : Metadata.Arguments)
    if (Argument.Offset > Size || Argument.Size > Size - Argument.Offset) {
      report(Diag::MetadataInvalid, Where,
             "the argument at offset " + llvm::Twine(Argument.Offset) +
                 " with " + llvm::Twine(Argument.Size) +
                 " bytes is outside the kernarg segment of " +
                 llvm::Twine(Size) + " bytes");
      return;
    }
}

std::vector<Finding>
checkCodeObject(const CodeObject &Object,
                llvm::function_ref<bool(const Kernel &)> Wanted) {
  return CodeObjectChecker(Object).run(Wanted);
}

} // namespace fencepost
