//===- AsyncKernel.h - Async transfers in views written by hand -----------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_ASYNCKERNEL_H
#define FENCEPOST_UNITTESTS_CHECK_ASYNCKERNEL_H

#include "../View/Kernel.h"
#include "fencepost/Check/Defect.h"
#include <gtest/gtest.h>
#include <optional>

namespace fencepost::check {

struct AsyncKernel : view::Kernel {
  AsyncKernel(unsigned Size, unsigned WaveSize)
      : view::Kernel(Size, WaveSize), Lds(object("lds")),
        Memory(object("memory", AddressSpace::Global)) {}

  view::Event &asyncLoad(Id Index) {
    view::Event &E = transfer(Memory, Index, Lds, Index);
    E.Op.Kind = OpKind::AsyncLoad;
    E.Transfer.Counted = Counted;
    return E;
  }
  view::Event &asyncStore(Id Index) {
    view::Event &E = transfer(Lds, Index, Memory, Index);
    E.Op.Kind = OpKind::AsyncLoad;
    E.Op.Space = AddressSpace::Local;
    E.Transfer.Direction = TransferDirection::FromLds;
    E.Transfer.Counted = Counted;
    return E;
  }
  view::Event &other(view::EventKind Kind) {
    view::Event E;
    E.Kind = Kind;
    View.Blocks[CurrentBlock].Events.push_back(E);
    return View.Blocks[CurrentBlock].Events.back();
  }
  void mark() { other(view::EventKind::AsyncMark); }
  void wait(unsigned Marks) {
    other(view::EventKind::AsyncWait).Op.Marks = Marks;
  }
  void counterWait(Counter Id, uint8_t Value) {
    other(view::EventKind::CounterWait).Waits.push_back({Id, Value});
  }

  uint32_t Lds, Memory;
  Counter Counted = Counter::Async; ///< Counts transfers made from now on.
};

/// The certainty of the one finding about a transfer, if there is one.
inline std::optional<Certainty> certaintyOf(llvm::ArrayRef<Defect> Findings) {
  EXPECT_LE(Findings.size(), 1u);
  if (Findings.empty())
    return std::nullopt;
  EXPECT_EQ(Findings[0].Kind, DefectKind::AsyncNotComplete);
  EXPECT_EQ(Findings[0].Certainty == Certainty::Error, !Findings[0].Reason);
  EXPECT_TRUE(Findings[0].Evidence.has_value());
  return Findings[0].Certainty;
}

} // namespace fencepost::check

#endif
