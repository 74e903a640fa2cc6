//===- Yaml.cpp - YAML documents as trees ---------------------------------===//
// LLVM's parser streams the nodes; this walks them, with a limit on depth, and
// never lets the parser skip a subtree, since skipping recurses without one.
// The parser's own messages are caught, not printed. Aliases are refused: no
// producer writes them, and they can make a small document large. Tested by
// unittests/Object/MetadataValueTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/MetadataValue.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

namespace fencepost {
namespace {

class YamlTree {
public:
  YamlTree(llvm::StringRef Text, llvm::BumpPtrAllocator &Memory)
      : Memory(Memory), Text(Text.str() + "\n") {
    Sources.setDiagHandler(keepFirstMessage, &Problem);
  }

  MetadataTree read() {
    MetadataTree Tree;
    llvm::yaml::Stream Stream(Text, Sources, /*ShowColors=*/false);
    llvm::yaml::document_iterator Document = Stream.begin();
    if (llvm::yaml::Node *Root =
            Document == Stream.end() ? nullptr : Document->getRoot())
      readNode(*Root, Tree.Root, 0);
    if (Stream.failed() && Problem.empty())
      Problem = "the YAML document is malformed";
    Tree.Problem = std::move(Problem);
    return Tree;
  }

private:
  static void keepFirstMessage(const llvm::SMDiagnostic &Message,
                               void *Problem) {
    auto &Text = *static_cast<std::string *>(Problem);
    if (Text.empty())
      Text = Message.getMessage().str();
  }

  bool fail(llvm::StringRef Reason) {
    if (Problem.empty())
      Problem = Reason.str();
    return false;
  }

  MetadataValue string(llvm::StringRef Value) {
    return MetadataValue::bytes(MetadataValue::Kind::String,
                                Value.copy(Memory));
  }

  /// Sets \p Out to as much of \p Node as there is; false if that is not all.
  bool readNode(llvm::yaml::Node &Node, MetadataValue &Out, unsigned Depth) {
    if (Depth > MaxMetadataDepth)
      return fail("the document nests too deeply");
    switch (Node.getType()) {
    case llvm::yaml::Node::NK_Null:
      return true;
    case llvm::yaml::Node::NK_Scalar: {
      llvm::SmallString<64> Storage;
      Out = string(llvm::cast<llvm::yaml::ScalarNode>(Node).getValue(Storage));
      return true;
    }
    case llvm::yaml::Node::NK_BlockScalar:
      Out = string(llvm::cast<llvm::yaml::BlockScalarNode>(Node).getValue());
      return true;
    case llvm::yaml::Node::NK_Sequence:
      return readSequence(llvm::cast<llvm::yaml::SequenceNode>(Node), Out,
                          Depth + 1);
    case llvm::yaml::Node::NK_Mapping:
      return readMapping(llvm::cast<llvm::yaml::MappingNode>(Node), Out,
                         Depth + 1);
    default:
      return fail("the document uses an alias");
    }
  }

  bool readSequence(llvm::yaml::SequenceNode &Node, MetadataValue &Out,
                    unsigned Depth) {
    llvm::SmallVector<MetadataValue> Elements;
    bool Good = true;
    for (auto It = Node.begin(); It != Node.end(); ++It) {
      MetadataValue Element;
      Good = readNode(*It, Element, Depth);
      Elements.push_back(Element);
      if (!Good)
        break;
    }
    Out = MetadataValue::array(llvm::ArrayRef(Elements).copy(Memory));
    return Good && !Node.failed();
  }

  bool readMapping(llvm::yaml::MappingNode &Node, MetadataValue &Out,
                   unsigned Depth) {
    llvm::SmallVector<MetadataEntry> Entries;
    bool Good = true;
    for (auto It = Node.begin(); It != Node.end(); ++It) {
      MetadataEntry Entry;
      Good = readEntry(*It, Entry, Depth);
      Entries.push_back(Entry);
      if (!Good)
        break;
    }
    Out = MetadataValue::map(llvm::ArrayRef(Entries).copy(Memory));
    return Good && !Node.failed();
  }

  bool readEntry(llvm::yaml::KeyValueNode &Pair, MetadataEntry &Out,
                 unsigned Depth) {
    llvm::yaml::Node *Key = Pair.getKey();
    if (!Key || !readNode(*Key, Out.Key, Depth))
      return false;
    llvm::yaml::Node *Value = Pair.getValue();
    return Value && readNode(*Value, Out.Value, Depth);
  }

  llvm::BumpPtrAllocator &Memory;
  /// A copy: the parser looks one byte past the end, and misses an open quote
  /// in a last line that does not end.
  std::string Text;
  llvm::SourceMgr Sources;
  std::string Problem;
};

} // namespace

MetadataTree readYaml(llvm::StringRef Text, llvm::BumpPtrAllocator &Memory) {
  return YamlTree(Text, Memory).read();
}

} // namespace fencepost
