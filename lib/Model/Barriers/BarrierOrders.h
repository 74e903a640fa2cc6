//===- BarrierOrders.h - The orders that an object's operations can have --===//
// Enumerates the modification orders of one object (docs/model.md B2, B3) as
// sequences of groups: inside a group the order makes no difference. A group is
// a single init, an arrive that sets the count, or a drop or arrive that breaks
// the object; or any number of other arrives and drops, up to the completion of
// a phase. Every order belongs to exactly one sequence of groups.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIERORDERS_H
#define FENCEPOST_LIB_MODEL_BARRIERORDERS_H

#include "BarrierSolutions.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost::model::barriers {

class OrderEnumerator {
public:
  /// \p Present says which nodes are executed; orders that disagree with
  /// \p Before are left out.
  OrderEnumerator(const Resolved &Problem, unsigned Object,
                  llvm::ArrayRef<char> Present, const Precedence &Before,
                  Budget &Work);

  /// Calls \p Use for every order that begins as \p Begin.
  void run(const ObjectOrder &Begin,
           llvm::function_ref<void(const ObjectOrder &)> Use);

private:
  using User = llvm::function_ref<void(const ObjectOrder &)>;
  using NodeList = std::vector<NodeId>;
  /// What a group of plain operations may be.
  struct Block {
    NodeList Candidates;  ///< None executes before one that comes earlier.
    unsigned Exactly = 0; ///< A number of operations that is allowed.
    unsigned Below = 0;   ///< Any smaller number, but not 0, is allowed too.
  };

  /// The last group of an order: a block to which operations could be added,
  /// which no other block may follow, or something else.
  enum class After : uint8_t { Other, OpenBlock };
  /// Whether a block has all operations that are left.
  enum class Extent : uint8_t { Part, Rest };

  void extend(const ObjectOrder &Order, After Last, User Use);
  void placeAlone(const ObjectOrder &Order, llvm::ArrayRef<NodeId> Rest,
                  User Use);
  Block blockFor(const ObjectOrder &Order, llvm::ArrayRef<NodeId> Rest) const;
  void chooseBlock(const ObjectOrder &Order, const Block &From, unsigned Next,
                   NodeList &Chosen, llvm::ArrayRef<NodeId> Rest, User Use);
  void placeBlock(const ObjectOrder &Order, llvm::ArrayRef<NodeId> Members,
                  Extent Size, User Use);

  bool standsAlone(const ObjectOrder &Order, NodeId Id) const;
  bool mayFollow(const ObjectOrder &Order, NodeId Id) const {
    return WaitsBefore[Problem.Nodes[Id].Position] <= Order.NumComplete;
  }
  bool isNext(llvm::ArrayRef<NodeId> Rest, llvm::ArrayRef<NodeId> Chosen,
              NodeId Id) const;

  const Resolved &Problem;
  const Object &Memory;
  const Precedence &Before;
  Budget &Work;
  NodeList All; ///< Executed, none before one that comes earlier.
  /// By position: how many waits on the object a wave passes before that
  /// operation. They take as many phases, all of them complete by then.
  std::vector<unsigned> WaitsBefore;
};

} // namespace fencepost::model::barriers

#endif
