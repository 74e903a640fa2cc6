//===- Alike.cpp - Are two views equal but for their origins? -------------===//
// See Alike.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Alike.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace fencepost::view {

static auto partsOf(const Incoming &I) { return std::tie(I.From, I.Value); }

static auto partsOf(const Edge &E) {
  return std::tie(E.To, E.Condition, E.Value);
}

static auto partsOf(const Loop &L) {
  return std::tie(L.Header, L.Parent, L.Depth, L.TripCount, L.MostTrips);
}

static auto partsOf(const Object &O) {
  return std::tie(O.Kind, O.Space, O.Name, O.Base, O.Size, O.NoAlias,
                  O.Barrier);
}

static auto partsOf(const AccessRange &T) {
  return std::tie(T.Object, T.Address, T.Bytes, T.Reads, T.Writes, T.Stored,
                  T.Added);
}

template <typename List>
static bool haveEqualParts(const List &A, const List &B) {
  return llvm::equal(A, B, [](const auto &X, const auto &Y) {
    return partsOf(X) == partsOf(Y);
  });
}

static bool areEquivalent(const Value &A, const Value &B) {
  auto Plain = [](const Value &V) {
    return std::tie(V.Kind, V.Bits, V.Uniform, V.WaveUniform, V.Block, V.A, V.B,
                    V.C, V.Number, V.Plain, V.Sources);
  };
  return Plain(A) == Plain(B) && haveEqualParts(A.From, B.From);
}

static bool areEquivalent(const Event &A, const Event &B) {
  auto Plain = [](const Event &E) {
    return std::tie(E.Kind, E.Op, E.Transfer, E.Waits, E.Target, E.Result,
                    E.Text, E.Ignored, E.ContinuesInstruction);
  };
  return Plain(A) == Plain(B) && partsOf(A.Memory) == partsOf(B.Memory) &&
         partsOf(A.Destination) == partsOf(B.Destination);
}

static bool areEquivalent(const Block &A, const Block &B) {
  auto Plain = [](const Block &Block) {
    return std::tie(Block.Before, Block.Loop, Block.UniformExit,
                    Block.Unreachable, Block.Frequency);
  };
  return Plain(A) == Plain(B) && haveEqualParts(A.Next, B.Next) &&
         llvm::equal(A.Events, B.Events, [](const Event &X, const Event &Y) {
           return areEquivalent(X, Y);
         });
}

bool areEquivalent(const SyncView &A, const SyncView &B) {
  auto Plain = [](const SyncView &View) {
    return std::tie(View.Kernel, View.Ignored, View.WaveSize, View.SizeIsExact,
                    View.Least, View.Most, View.Reducible, View.Proc,
                    View.NamedBarriers);
  };
  auto Alike = [](const auto &X, const auto &Y) { return areEquivalent(X, Y); };
  return Plain(A) == Plain(B) && llvm::equal(A.Size, B.Size) &&
         llvm::equal(A.Hint, B.Hint) && llvm::equal(A.Cluster, B.Cluster) &&
         haveEqualParts(A.Objects, B.Objects) &&
         haveEqualParts(A.Loops, B.Loops) &&
         llvm::equal(A.Values, B.Values, Alike) &&
         llvm::equal(A.Blocks, B.Blocks, Alike);
}

} // namespace fencepost::view
