//===- AllOperations.cpp - Every operation and every way to run it --------===//
// See AllOperations.h. Nested loops, one function a kind.
//===----------------------------------------------------------------------===//
#include "AllOperations.h"

namespace fencepost::lower::test {

static constexpr AddressSpace Spaces[] = {
    AddressSpace::Generic, AddressSpace::Global, AddressSpace::Local,
    AddressSpace::Private, AddressSpace::Constant};

std::vector<Mode> allModes(bool WaveSizes) {
  std::vector<Mode> All;
  for (const Processor &Proc : processors())
    for (bool CuMode : {false, true})
      for (bool TgSplit : {false, true})
        for (bool OneWave : {false, true})
          for (const VgprFacts &Wave : Proc.Vgprs) {
            if ((CuMode && !Proc.Features.has(Feature::CuMode)) ||
                (TgSplit && !Proc.Features.has(Feature::TgSplit)) ||
                (!WaveSizes && Wave.WaveSize != Proc.nativeWaveSize()))
              continue;
            Mode M = Mode::of(Proc);
            M.CuMode = CuMode;
            M.TgSplit = TgSplit;
            M.OneWave = OneWave;
            M.WaveSize = Wave.WaveSize;
            All.push_back(M);
          }
  return All;
}

static std::vector<Scope> allScopes() {
  std::vector<Scope> All;
  for (unsigned Level = 0; Level < NumScopeLevels; ++Level)
    for (bool OneAs : {false, true})
      All.push_back({static_cast<ScopeLevel>(Level), OneAs});
  return All;
}

static std::vector<Ordering> allowedOrderings(OrderedOp Op) {
  std::vector<Ordering> All;
  for (unsigned I = 0; I < NumOrderings; ++I)
    if (isAllowed(static_cast<Ordering>(I), Op))
      All.push_back(static_cast<Ordering>(I));
  return All;
}

static void addPlain(std::vector<Operation> &All, OpKind Kind, uint8_t Bits) {
  for (AddressSpace Space : Spaces)
    for (unsigned Flags = 0; Flags < 8; ++Flags) {
      Operation Op;
      Op.Kind = Kind;
      Op.Space = Space;
      Op.Bits = Bits;
      Op.Volatile = Flags & 1;
      Op.NonTemporal = Flags & 2;
      Op.LastUse = Flags & 4;
      All.push_back(Op);
    }
}

/// \p Op in every scope, with and without amdgcn-av none.
static void addScopes(std::vector<Operation> &All, Operation Op) {
  for (Scope Reach : allScopes())
    for (bool NoAv : {false, true}) {
      Op.Reach = Reach;
      Op.Tags.NoAv = NoAv;
      All.push_back(Op);
    }
}

static void addAtomics(std::vector<Operation> &All, OpKind Kind, OrderedOp As) {
  for (Ordering Order : allowedOrderings(As))
    for (AddressSpace Space : Spaces)
      for (bool HasResult : {false, true}) {
        Operation Op;
        Op.Kind = Kind;
        Op.Order = Order;
        Op.Space = Space;
        Op.HasResult = HasResult;
        bool Modifies = As != OrderedOp::Load && As != OrderedOp::Store;
        if (!isAtomic(Order) || (!Modifies && !HasResult))
          continue;
        if (Kind != OpKind::CmpXchg) {
          addScopes(All, Op);
          continue;
        }
        for (Ordering Failure : allowedOrderings(OrderedOp::CmpXchgFailure)) {
          Op.FailureOrder = Failure;
          addScopes(All, Op);
        }
      }
}

static void addFences(std::vector<Operation> &All) {
  static constexpr AddressSpaceSet Tags[] = {
      {},
      {AddressSpace::Local},
      {AddressSpace::Global},
      {AddressSpace::Local, AddressSpace::Global}};
  for (Ordering Order : allowedOrderings(OrderedOp::Fence))
    for (AddressSpaceSet Tag : Tags) {
      Operation Op;
      Op.Kind = OpKind::Fence;
      Op.Order = Order;
      Op.Tags.Synchronize = Tag;
      addScopes(All, Op);
    }
}

static void addAvailable(std::vector<Operation> &All) {
  for (OpKind Kind : {OpKind::LoadVisible, OpKind::StoreAvailable})
    for (Scope Reach : allScopes()) {
      Operation Op;
      Op.Kind = Kind;
      Op.Reach = Reach;
      Op.Bits = 128;
      All.push_back(Op);
    }
}

std::vector<Operation> memoryOperations() {
  std::vector<Operation> All;
  addPlain(All, OpKind::Load, 32);
  addPlain(All, OpKind::Store, 32);
  addAtomics(All, OpKind::Load, OrderedOp::Load);
  addAtomics(All, OpKind::Store, OrderedOp::Store);
  addAtomics(All, OpKind::ReadModifyWrite, OrderedOp::ReadModifyWrite);
  addAtomics(All, OpKind::CmpXchg, OrderedOp::CmpXchgSuccess);
  addFences(All);
  addAvailable(All);
  return All;
}

static void addCooperative(std::vector<Operation> &All) {
  for (OpKind Kind : {OpKind::Load, OpKind::Store})
    for (Scope Reach : allScopes())
      for (auto [Group, Bits] : {std::pair(Cooperative::Lanes32x4, 32),
                                 std::pair(Cooperative::Lanes16x8, 64),
                                 std::pair(Cooperative::Lanes8x16, 128)}) {
        Operation Op;
        Op.Kind = Kind;
        Op.Order = Ordering::Monotonic;
        Op.Reach = Reach;
        Op.Group = Group;
        Op.Bits = Bits;
        All.push_back(Op);
      }
}

std::vector<Operation> otherMnemonics() {
  std::vector<Operation> All;
  for (uint8_t Bits : {8, 16, 64, 128}) {
    addPlain(All, OpKind::Load, Bits);
    addPlain(All, OpKind::Store, Bits);
  }
  for (uint8_t Bits : {8, 16, 32, 64})
    for (AddressSpace Space : Spaces)
      for (unsigned I = 0; I < 2 * NumModifyOps + 4; ++I) {
        Operation Op;
        Op.Order = Ordering::SequentiallyConsistent;
        Op.Space = Space;
        Op.Bits = Bits;
        Op.HasResult = I & 1;
        Op.Modify = static_cast<ModifyOp>(I / 2 % NumModifyOps);
        Op.Kind = I < 2 * NumModifyOps ? OpKind::ReadModifyWrite
                                       : (I & 2 ? OpKind::Load : OpKind::Store);
        All.push_back(Op);
        if (I >= 2)
          continue;
        Op.Kind = OpKind::CmpXchg;
        Op.FailureOrder = Ordering::Acquire;
        All.push_back(Op);
      }
  addCooperative(All);
  return All;
}

static void addBarriers(std::vector<Operation> &All) {
  for (unsigned Action = 0; Action < NumBarrierOps; ++Action)
    for (int Id = BarrierId::First; Id <= BarrierId::Last; ++Id)
      for (uint8_t Members : {0, 3, 127}) {
        Operation Op;
        Op.Kind = OpKind::Barrier;
        Op.Action = static_cast<BarrierOp>(Action);
        Op.Object = *BarrierId::fromOperand(Id);
        Op.Members = Members;
        All.push_back(Op);
      }
}

std::vector<Operation> executionOperations() {
  std::vector<Operation> All;
  addBarriers(All);
  for (OpKind Kind : {OpKind::LdsDma, OpKind::AsyncLoad})
    for (uint8_t Bits : {8, 16, 32, 64, 128})
      for (unsigned Flags = 0; Flags < 4; ++Flags) {
        Operation Op;
        Op.Kind = Kind;
        Op.Bits = Bits;
        Op.Volatile = Flags & 1;
        Op.NonTemporal = Flags & 2;
        All.push_back(Op);
      }
  for (uint16_t Marks : {0, 1, 2, 61, 62, 63, 64, 65535}) {
    Operation Op;
    Op.Kind = OpKind::WaitAsyncMark;
    Op.Marks = Marks;
    All.push_back(Op);
  }
  Operation Mark;
  Mark.Kind = OpKind::AsyncMark;
  All.push_back(Mark);
  return All;
}

Operation barrierOperation(BarrierOp Action, BarrierId Object,
                           uint8_t Members) {
  Operation Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = Action;
  Op.Object = Object;
  Op.Members = Members;
  return Op;
}

//===-- Text --------------------------------------------------------------===//

std::string textOf(const Mode &M) {
  return (M.Proc->Name + " " + M.features()).str() +
         (M.OneWave ? " one-wave" : "");
}

std::string textOf(const Sequence &S) {
  std::string Text;
  for (const Step &Each : S.Steps)
    Text += (Text.empty() ? "" : "; ") + Each.text() +
            (Each.When == StepWhen::LdsDmaInFlight ? " (if lds dma)" : "");
  return Text.empty() ? "(nothing)" : Text;
}

} // namespace fencepost::lower::test
