//===- MetadataValue.cpp - Metadata as a tree of values -------------------===//
// The value type itself; MessagePack.cpp and Yaml.cpp build trees of it.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/MetadataValue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <limits>

namespace fencepost {

static_assert(sizeof(MetadataValue) == 16, "trees of large objects grow");

static uint32_t checkedCount(size_t Count) {
  assert(Count <= std::numeric_limits<uint32_t>::max() &&
         "both formats count in 32 bits");
  return static_cast<uint32_t>(Count);
}

MetadataValue MetadataValue::boolean(bool B) {
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Boolean;
  V.Word = B;
  return V;
}

MetadataValue MetadataValue::unsignedInt(uint64_t N) {
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Unsigned;
  V.Word = N;
  return V;
}

MetadataValue MetadataValue::signedInt(int64_t N) {
  if (N >= 0)
    return unsignedInt(static_cast<uint64_t>(N));
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Signed;
  V.Word = static_cast<uint64_t>(N);
  return V;
}

MetadataValue MetadataValue::floating(double D) {
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Float;
  V.Real = D;
  return V;
}

MetadataValue MetadataValue::bytes(Kind K, llvm::StringRef Bytes) {
  MetadataValue V;
  V.TheKind = K;
  V.Count = checkedCount(Bytes.size());
  V.Text = Bytes.data();
  return V;
}

MetadataValue MetadataValue::array(llvm::ArrayRef<MetadataValue> Elements) {
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Array;
  V.Count = checkedCount(Elements.size());
  V.Elements = Elements.data();
  return V;
}

MetadataValue MetadataValue::map(llvm::ArrayRef<MetadataEntry> Entries) {
  MetadataValue V;
  V.TheKind = MetadataValue::Kind::Map;
  V.Count = checkedCount(Entries.size());
  V.Entries = Entries.data();
  return V;
}

std::optional<bool> MetadataValue::asBool() const {
  if (TheKind != MetadataValue::Kind::Boolean)
    return std::nullopt;
  return Word != 0;
}

std::optional<uint64_t> MetadataValue::asUnsigned() const {
  if (TheKind != MetadataValue::Kind::Unsigned)
    return std::nullopt;
  return Word;
}

std::optional<int64_t> MetadataValue::asSigned() const {
  if (TheKind == MetadataValue::Kind::Signed ||
      (TheKind == MetadataValue::Kind::Unsigned &&
       Word <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())))
    return static_cast<int64_t>(Word);
  return std::nullopt;
}

std::optional<double> MetadataValue::asFloat() const {
  if (TheKind != MetadataValue::Kind::Float)
    return std::nullopt;
  return Real;
}

std::optional<llvm::StringRef> MetadataValue::asString() const {
  if (TheKind != MetadataValue::Kind::String)
    return std::nullopt;
  return llvm::StringRef(Text, Count);
}

llvm::StringRef MetadataValue::rawBytes() const {
  if (TheKind != MetadataValue::Kind::String &&
      TheKind != MetadataValue::Kind::Binary &&
      TheKind != MetadataValue::Kind::Extension)
    return {};
  return llvm::StringRef(Text, Count);
}

llvm::ArrayRef<MetadataValue> MetadataValue::elements() const {
  if (TheKind != MetadataValue::Kind::Array)
    return {};
  return {Elements, Count};
}

llvm::ArrayRef<MetadataEntry> MetadataValue::entries() const {
  if (TheKind != MetadataValue::Kind::Map)
    return {};
  return {Entries, Count};
}

const MetadataValue *MetadataValue::find(llvm::StringRef Key) const {
  for (const MetadataEntry &Entry : entries())
    if (Entry.Key.asString() == Key)
      return &Entry.Value;
  return nullptr;
}

static void print(const MetadataValue &V, llvm::raw_ostream &OS) {
  llvm::ListSeparator Comma;
  switch (V.kind()) {
  case MetadataValue::Kind::Nil:
    OS << "null";
    return;
  case MetadataValue::Kind::Boolean:
    OS << (*V.asBool() ? "true" : "false");
    return;
  case MetadataValue::Kind::Unsigned:
    OS << *V.asUnsigned();
    return;
  case MetadataValue::Kind::Signed:
    OS << *V.asSigned();
    return;
  case MetadataValue::Kind::Float:
    OS << *V.asFloat();
    return;
  case MetadataValue::Kind::String:
    OS << '"';
    OS.write_escaped(*V.asString());
    OS << '"';
    return;
  case MetadataValue::Kind::Binary:
  case MetadataValue::Kind::Extension:
    OS << '<' << V.rawBytes().size() << " bytes>";
    return;
  case MetadataValue::Kind::Array:
    OS << '[';
    for (const MetadataValue &Element : V.elements()) {
      OS << Comma;
      print(Element, OS);
    }
    OS << ']';
    return;
  case MetadataValue::Kind::Map:
    OS << '{';
    for (const MetadataEntry &Entry : V.entries()) {
      OS << Comma;
      print(Entry.Key, OS);
      OS << ": ";
      print(Entry.Value, OS);
    }
    OS << '}';
    return;
  }
  llvm_unreachable("metadata value without a printed form");
}

std::string MetadataValue::str() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(*this, OS);
  return Text;
}

llvm::StringRef kindName(MetadataValue::Kind K) {
  switch (K) {
  case MetadataValue::Kind::Nil:
    return "nil";
  case MetadataValue::Kind::Boolean:
    return "boolean";
  case MetadataValue::Kind::Unsigned:
  case MetadataValue::Kind::Signed:
    return "integer";
  case MetadataValue::Kind::Float:
    return "float";
  case MetadataValue::Kind::String:
    return "string";
  case MetadataValue::Kind::Binary:
    return "binary";
  case MetadataValue::Kind::Extension:
    return "extension";
  case MetadataValue::Kind::Array:
    return "array";
  case MetadataValue::Kind::Map:
    return "map";
  }
  llvm_unreachable("kind of metadata value without a name");
}

} // namespace fencepost
