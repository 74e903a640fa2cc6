//===- MessagePack.cpp - MessagePack documents as trees -------------------===//
// LLVM's reader gives one object at a time and checks every length against the
// input; this builds the tree. Children gather on one stack while a container
// is open and move to the arena when it closes, so memory follows what the
// document holds and not the counts it claims. Tested by
// unittests/Object/MetadataValueTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/MetadataValue.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include <memory>
#include <vector>

namespace fencepost {
namespace {

namespace msgpack = llvm::msgpack;

class MessagePackTree {
public:
  MessagePackTree(llvm::StringRef Bytes, llvm::BumpPtrAllocator &Memory)
      : Reader(Bytes), Memory(Memory) {}

  MetadataTree read() {
    MetadataTree Tree;
    readValue(Tree.Root, 0);
    Tree.Problem = std::move(Problem);
    return Tree;
  }

private:
  bool fail(const llvm::Twine &Reason) {
    Problem = Reason.str();
    return false;
  }

  /// Sets \p Out to as much of the next value as there is; false if that is
  /// not all of it.
  bool readValue(MetadataValue &Out, unsigned Depth) {
    msgpack::Object Object;
    llvm::Expected<bool> Read = Reader.read(Object);
    if (!Read)
      return fail(llvm::toString(Read.takeError()));
    if (!*Read)
      return fail("the document ends too early");
    switch (Object.Kind) {
    case msgpack::Type::Array:
      return readArray(Out, Object.Length, Depth + 1);
    case msgpack::Type::Map:
      return readMap(Out, Object.Length, Depth + 1);
    default:
      Out = scalar(Object);
      return true;
    }
  }

  static MetadataValue scalar(const msgpack::Object &Object) {
    switch (Object.Kind) {
    case msgpack::Type::Int:
      return MetadataValue::signedInt(Object.Int);
    case msgpack::Type::UInt:
      return MetadataValue::unsignedInt(Object.UInt);
    case msgpack::Type::Boolean:
      return MetadataValue::boolean(Object.Bool);
    case msgpack::Type::Float:
      return MetadataValue::floating(Object.Float);
    case msgpack::Type::String:
      return MetadataValue::bytes(MetadataValue::Kind::String, Object.Raw);
    case msgpack::Type::Binary:
      return MetadataValue::bytes(MetadataValue::Kind::Binary, Object.Raw);
    case msgpack::Type::Extension:
      return MetadataValue::bytes(MetadataValue::Kind::Extension,
                                  Object.Extension.Bytes);
    default:
      return MetadataValue();
    }
  }

  bool readArray(MetadataValue &Out, size_t Length, unsigned Depth) {
    if (Depth > MaxMetadataDepth)
      return fail("the document nests too deeply");
    size_t First = Open.size();
    bool Good = true;
    for (size_t I = 0; I < Length && Good; ++I) {
      MetadataValue Element;
      Good = readValue(Element, Depth);
      Open.push_back(Element);
    }
    Out = MetadataValue::array(close<MetadataValue>(
        First, [&](size_t I) { return Open[First + I]; }, Open.size() - First));
    return Good;
  }

  bool readMap(MetadataValue &Out, size_t Length, unsigned Depth) {
    if (Depth > MaxMetadataDepth)
      return fail("the document nests too deeply");
    size_t First = Open.size();
    bool Good = true;
    for (size_t I = 0; I < Length && Good; ++I) {
      MetadataEntry Entry;
      Good = readValue(Entry.Key, Depth) && readValue(Entry.Value, Depth);
      Open.push_back(Entry.Key);
      Open.push_back(Entry.Value);
    }
    Out = MetadataValue::map(close<MetadataEntry>(
        First,
        [&](size_t I) {
          return MetadataEntry{Open[First + 2 * I], Open[First + 2 * I + 1]};
        },
        (Open.size() - First) / 2));
    return Good;
  }

  /// Moves the open values from \p First on to the arena.
  template <typename T, typename GetFn>
  llvm::ArrayRef<T> close(size_t First, GetFn Get, size_t Count) {
    T *Closed = Memory.Allocate<T>(Count);
    for (size_t I = 0; I < Count; ++I)
      new (Closed + I) T(Get(I));
    Open.resize(First);
    return {Closed, Count};
  }

  msgpack::Reader Reader;
  llvm::BumpPtrAllocator &Memory;
  std::vector<MetadataValue> Open; ///< Of containers that are not closed yet.
  std::string Problem;
};

} // namespace

MetadataTree readMessagePack(llvm::StringRef Bytes,
                             llvm::BumpPtrAllocator &Memory) {
  return MessagePackTree(Bytes, Memory).read();
}

} // namespace fencepost
