//===- HsaReader.cpp - Reading single metadata values ---------------------===//
// What each type of value looks like in MessagePack and, for V2, as text.
// Tested by unittests/Object/MetadataTest.cpp.
//===----------------------------------------------------------------------===//
#include "HsaReader.h"
#include "MetadataKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace fencepost {

llvm::StringRef HsaReader::keyText(const MetadataValue &V) {
  if (std::optional<llvm::StringRef> Text = V.asString())
    return *Text;
  return llvm::StringRef(V.str()).copy(Memory);
}

std::string HsaReader::entity() const {
  if (!CurrentKernel)
    return "metadata";
  const MetadataValue *Name = CurrentKernel->find(isV2() ? "Name" : ".name");
  std::string Text = "kernel";
  if (Name && Name->isString())
    Text += " " + Name->asString()->str();
  if (CurrentArgument)
    Text += ", argument " + std::to_string(*CurrentArgument);
  return Text;
}

llvm::StringRef HsaReader::set(const MetadataValue &V, uint64_t &Out) {
  if (std::optional<uint64_t> N = V.asUnsigned())
    return Out = *N, "";
  std::optional<llvm::StringRef> Text = V.asString();
  if (isV2() && Text && !Text->getAsInteger(0, Out))
    return "";
  return "an unsigned integer";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, uint32_t &Out) {
  uint64_t Wide = 0;
  llvm::StringRef Wanted = set(V, Wide);
  if (Wanted.empty() && Wide > std::numeric_limits<uint32_t>::max())
    return "an integer of 32 bits";
  Out = static_cast<uint32_t>(Wide);
  return Wanted;
}

/// LLVM writes some booleans as the integers 0 and 1, so both are taken.
llvm::StringRef HsaReader::set(const MetadataValue &V, bool &Out) {
  if (std::optional<bool> B = V.asBool())
    return Out = *B, "";
  if (std::optional<uint64_t> N = V.asUnsigned(); N && *N <= 1)
    return Out = *N, "";
  std::optional<llvm::StringRef> Text = V.asString();
  if (isV2() && Text && (*Text == "true" || *Text == "false"))
    return Out = *Text == "true", "";
  return "a boolean";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, llvm::StringRef &Out) {
  std::optional<llvm::StringRef> Text = V.asString();
  if (!Text)
    return "a string";
  Out = *Text;
  return "";
}

/// The numbers of a sequence of exactly \p Count of them.
std::optional<std::vector<uint64_t>>
HsaReader::readNumbers(const MetadataValue &V, size_t Count) {
  if (!V.isArray() || V.elements().size() != Count)
    return std::nullopt;
  std::vector<uint64_t> Numbers;
  for (const MetadataValue &Element : V.elements())
    if (!set(Element, Numbers.emplace_back()).empty())
      return std::nullopt;
  return Numbers;
}

/// A version: major and minor.
llvm::StringRef HsaReader::set(const MetadataValue &V,
                               std::vector<uint64_t> &Out) {
  std::optional<std::vector<uint64_t>> Numbers = readNumbers(V, 2);
  if (!Numbers)
    return "a sequence of 2 integers";
  Out = std::move(*Numbers);
  return "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, Triple3 &Out) {
  std::optional<std::vector<uint64_t>> Numbers = readNumbers(V, Out.size());
  if (!Numbers)
    return "a sequence of 3 integers";
  llvm::copy(*Numbers, Out.begin());
  return "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V,
                               std::vector<llvm::StringRef> &Out) {
  if (!V.isArray())
    return "a sequence of strings";
  for (const MetadataValue &Element : V.elements()) {
    std::optional<llvm::StringRef> Text = Element.asString();
    if (!Text)
      return "a sequence of strings";
    Out.push_back(*Text);
  }
  return "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, ArgumentKind &Out) {
  Out = parseArgumentKind(V.asString().value_or(""), isV2());
  return Out == ArgumentKind::Unknown ? "a value kind of the specification"
                                      : "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, AddressSpaceQual &Out) {
  Out = parseAddressSpace(V.asString().value_or(""), isV2());
  return Out == AddressSpaceQual::None ? "an address space" : "";
}

llvm::StringRef HsaReader::set(const MetadataValue &V, AccessQual &Out) {
  Out = parseAccess(V.asString().value_or(""), isV2());
  return Out == AccessQual::None ? "an access" : "";
}

} // namespace fencepost
