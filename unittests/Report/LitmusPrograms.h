//===- LitmusPrograms.h - Programs and outcomes written by hand -----------===//
// The example of docs/litmus.md, "A test", and outcomes for it, so that the
// printers can be tested without a search.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_REPORT_LITMUSPROGRAMS_H
#define FENCEPOST_UNITTESTS_REPORT_LITMUSPROGRAMS_H

#include "fencepost/Report/LitmusReport.h"

namespace fencepost {

inline model::Instruction access(model::Opcode Op, unsigned Location,
                                 unsigned Line) {
  model::Instruction I;
  I.Op = Op;
  I.Memory.Location = Location;
  I.Where = {Line, 3};
  return I;
}

/// Message passing: P0 stores x and flag (lines 5, 6), P1 loads flag and x
/// (lines 9, 10).
inline model::Program messagePassing() {
  using namespace model;
  Program P;
  P.Locations = {{"x", AddressSpace::Global, false, 1, {0}},
                 {"flag", AddressSpace::Global, false, 1, {0}}};
  Expression One;
  One.Value = 1;
  Thread Writer, Reader;
  Writer.Name = "P0";
  Writer.Expressions = {One};
  Writer.Code = {access(Opcode::Store, 0, 5), access(Opcode::Store, 1, 6)};
  Writer.Code[0].Value = Writer.Code[1].Value = 0;
  Writer.Code[1].Order = Ordering::Release;
  Reader.Name = "P1";
  Reader.Where.Workgroup = 1;
  Reader.Registers = {"r0", "r1"};
  Reader.Code = {access(Opcode::Load, 1, 9), access(Opcode::Load, 0, 10)};
  Reader.Code[0].Result = 0;
  Reader.Code[0].Order = Ordering::Acquire;
  Reader.Code[1].Result = 1;
  P.Threads = {Writer, Reader};
  return P;
}

inline model::Formula registerIs(unsigned Thread, unsigned Index, int Value) {
  model::Formula F;
  F.Kind = model::FormulaKind::RegisterIs;
  F.Thread = Thread;
  F.Register = Index;
  F.Value = Value;
  return F;
}

/// "P1:r0 = 1 /\ P1:r1 = 0" under \p Kind.
inline model::Condition staleRead(model::Quantifier Kind) {
  model::Condition C;
  C.Kind = Kind;
  model::Formula And;
  And.Kind = model::FormulaKind::And;
  And.A = 0;
  And.B = 1;
  C.Nodes = {registerIs(1, 0, 1), registerIs(1, 1, 0), And};
  return C;
}

inline model::Outcome state(std::vector<model::Value> Registers,
                            bool Race = false) {
  model::Outcome O;
  O.Registers = std::move(Registers);
  O.Race = Race;
  return O;
}

inline model::Outcome pseudoState(std::vector<model::Undefined> Kinds,
                                  bool Race = false) {
  model::Outcome O;
  for (model::Undefined Kind : Kinds)
    O.Undefined.insert(Kind);
  O.Race = Race;
  return O;
}

} // namespace fencepost

#endif
