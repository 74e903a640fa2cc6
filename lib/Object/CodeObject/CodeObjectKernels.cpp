//===- CodeObjectKernels.cpp - Putting kernels together -------------------===//
// A kernel has up to three parts in a code object: its descriptor (a symbol
// that ends in ".kd", or in V2 the 256 bytes before its code), its code and its
// metadata. The descriptor says where the code is; the metadata names the
// descriptor. Every look-up is in a hash table, so the work is linear in the
// number of symbols. Tested by unittests/Object/CodeObjectTest.cpp.
//===----------------------------------------------------------------------===//
#include "CodeObjectKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <tuple>

namespace fencepost {
namespace {

/// Both kinds of descriptor have the signed 64-bit distance from their own
/// start to the code here (spec/002, "Kernel Descriptor").
constexpr uint64_t EntryField = 16;
constexpr uint64_t CodeHeaderSize = 256; ///< sizeof(amd_kernel_code_t)

class KernelLinker {
public:
  KernelLinker(CodeObject &Object, const RelativeRelocations &Relocations)
      : Object(Object), Relocations(Relocations) {}

  void run() {
    indexSymbols();
    for (uint32_t Index : Descriptors)
      addKernel(Index);
    attachMetadata();
  }

private:
  void indexSymbols() {
    for (const auto &[Index, S] : llvm::enumerate(Object.Symbols)) {
      if (S.Kind == SymbolKind::Function)
        Functions.try_emplace({S.Section, S.Address}, Index);
      else if (S.Kind == SymbolKind::KernelDescriptor ||
               S.Kind == SymbolKind::Kernel)
        Descriptors.push_back(Index);
    }
    AllocatedByAddress.reserve(Object.Sections.size());
    for (const Section &S : Object.Sections)
      if (isAllocated(S) && S.Size != 0)
        AllocatedByAddress.push_back(&S);
    llvm::sort(AllocatedByAddress, [](const Section *L, const Section *R) {
      return std::tie(L->Address, L->Index) < std::tie(R->Address, R->Index);
    });
  }

  static bool isAllocated(const Section &S) {
    constexpr uint64_t ShfAlloc = 2;
    return S.Flags & ShfAlloc;
  }

  void addKernel(uint32_t SymbolIndex) {
    const Symbol &S = Object.Symbols[SymbolIndex];
    bool HasCodeHeader = S.Kind == SymbolKind::Kernel;
    Kernel &K = Object.Kernels.emplace_back();
    K.Name = HasCodeHeader ? S.Name : S.Name.drop_back(3);
    K.DescriptorSymbol = SymbolIndex;
    K.DescriptorAddress = S.Address;
    if (!readDescriptor(
            S, HasCodeHeader ? CodeHeaderSize : KernelDescriptor::Size, K))
      return;
    bool Relocated = findEntry(S, K);
    findEntrySymbol(S, K);
    if (Relocated)
      K.EntryRelocation = describeEntry(K);
  }

  bool readDescriptor(const Symbol &S, uint64_t Size, Kernel &K) {
    const Section *Part = Object.section(S.Section);
    if (!Part)
      return false;
    uint64_t Base = Object.Type == ObjectType::Relocatable ? 0 : Part->Address;
    llvm::ArrayRef<uint8_t> Bytes = Object.bytes(*Part);
    uint64_t Offset = S.Address - Base;
    if (S.Address < Base || Offset > Bytes.size() ||
        Size > Bytes.size() - Offset)
      return false;
    K.DescriptorOffset = Part->Offset + Offset;
    K.DescriptorBytes = Bytes.slice(Offset, Size);
    if (Size == KernelDescriptor::Size)
      K.Descriptor = KernelDescriptor::read(K.DescriptorBytes);
    return true;
  }

  /// In a relocatable object the distance is a relocation, unless code and
  /// descriptor share a section. Returns whether it is one.
  bool findEntry(const Symbol &S, Kernel &K) {
    auto It = Relocations.find({S.Section, S.Address + EntryField});
    if (It != Relocations.end()) {
      auto [TargetSection, Target] = It->second;
      K.EntrySection = TargetSection;
      K.EntryAddress = Target - EntryField;
      return true;
    }
    uint64_t Distance =
        llvm::support::endian::read64le(K.DescriptorBytes.data() + EntryField);
    K.EntryAddress = S.Address + Distance;
    K.EntrySection = sectionAt(S, *K.EntryAddress);
    return false;
  }

  /// "first in .text", or ".text+0x100" where there is no symbol.
  std::string describeEntry(const Kernel &K) const {
    llvm::StringRef Text = Object.section(*K.EntrySection)->Name;
    if (K.EntrySymbol)
      return (Object.Symbols[*K.EntrySymbol].Name + " in " + Text).str();
    return (Text + "+0x").str() + llvm::utohexstr(*K.EntryAddress, true);
  }

  /// The section that holds \p Address, as seen from \p Descriptor.
  std::optional<uint32_t> sectionAt(const Symbol &Descriptor,
                                    uint64_t Address) const {
    if (Object.Type == ObjectType::Relocatable) {
      const Section *Same = Object.section(Descriptor.Section);
      return Address < Same->Size ? std::optional(Same->Index) : std::nullopt;
    }
    auto Next = llvm::upper_bound(
        AllocatedByAddress, Address,
        [](uint64_t A, const Section *S) { return A < S->Address; });
    if (Next == AllocatedByAddress.begin())
      return std::nullopt;
    const Section *S = *std::prev(Next);
    return Address - S->Address < S->Size ? std::optional(S->Index)
                                          : std::nullopt;
  }

  void findEntrySymbol(const Symbol &Descriptor, Kernel &K) {
    if (Descriptor.Kind == SymbolKind::Kernel) {
      K.EntrySymbol = K.DescriptorSymbol;
      uint64_t Header = *K.EntryAddress - Descriptor.Address;
      if (Header < Descriptor.Size)
        K.CodeSize = Descriptor.Size - Header;
      return;
    }
    if (!K.EntrySection)
      return;
    auto It = Functions.find({*K.EntrySection, *K.EntryAddress});
    if (It == Functions.end())
      return;
    K.EntrySymbol = bestNameAt(It->second, K.Name);
    Symbol &Entry = Object.Symbols[*K.EntrySymbol];
    Entry.Kind = SymbolKind::Kernel;
    if (Entry.Size != 0)
      K.CodeSize = Entry.Size;
  }

  /// Of the function symbols at the place of \p First, the one called \p Name
  /// if there is one. Aliases are few: symbols are sorted by place.
  uint32_t bestNameAt(uint32_t First, llvm::StringRef Name) const {
    const Symbol &Same = Object.Symbols[First];
    constexpr uint32_t MaxAliases = 64;
    for (uint32_t I = First;
         I < Object.Symbols.size() && I - First < MaxAliases; ++I) {
      const Symbol &S = Object.Symbols[I];
      if (S.Section != Same.Section || S.Address != Same.Address)
        break;
      if (S.Name == Name)
        return I;
    }
    return First;
  }

  /// V2 metadata calls the descriptor "name@kd", later versions "name.kd".
  static llvm::StringRef kernelName(const KernelMetadata &Metadata) {
    llvm::StringRef Name = Metadata.Symbol;
    if (!Name.consume_back(".kd"))
      Name.consume_back("@kd");
    return Name.empty() ? Metadata.Name : Name;
  }

  /// Joins by name and puts the kernels in the order of the metadata; those
  /// only one side knows stay, and checkCodeObject() says so.
  void attachMetadata() {
    if (!Object.Hsa)
      return;
    llvm::DenseMap<llvm::StringRef, uint32_t> ByName;
    for (const auto &[Index, K] : llvm::enumerate(Object.Kernels))
      ByName.try_emplace(K.Name, Index);
    std::vector<Kernel> Ordered;
    std::vector<bool> Taken(Object.Kernels.size());
    for (const auto &[Index, Metadata] : llvm::enumerate(Object.Hsa->Kernels)) {
      auto It = ByName.find(kernelName(Metadata));
      if (It != ByName.end() && !Taken[It->second]) {
        Taken[It->second] = true;
        Ordered.push_back(std::move(Object.Kernels[It->second]));
      } else {
        Ordered.emplace_back().Name = kernelName(Metadata);
      }
      Ordered.back().Metadata = Index;
    }
    for (const auto &[Index, K] : llvm::enumerate(Object.Kernels))
      if (!Taken[Index])
        Ordered.push_back(std::move(K));
    Object.Kernels = std::move(Ordered);
  }

  CodeObject &Object;
  const RelativeRelocations &Relocations;
  /// Symbols of descriptors of either kind.
  std::vector<uint32_t> Descriptors;
  /// The first function symbol at each place.
  llvm::DenseMap<Place, uint32_t> Functions;
  std::vector<const Section *> AllocatedByAddress;
};

} // namespace

void linkKernels(CodeObject &Object, const RelativeRelocations &Relocations) {
  KernelLinker(Object, Relocations).run();
}

} // namespace fencepost
