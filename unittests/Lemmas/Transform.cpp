//===- Transform.cpp - Small changes to a program -------------------------===//
#include "Transform.h"

namespace fencepost::model::lemmas {

void insertBefore(Thread &T, unsigned At,
                  const std::vector<Instruction> &Added) {
  for (Instruction &I : T.Code)
    for (unsigned *Place : {&I.Target, &I.Join})
      if (*Place != None && *Place > At)
        *Place += Added.size();
  T.Code.insert(T.Code.begin() + At, Added.begin(), Added.end());
}

unsigned addConstant(Thread &T, int32_t Value) {
  Expression E;
  E.Value = Value;
  T.Expressions.push_back(E);
  return T.Expressions.size() - 1;
}

unsigned addGlobal(Program &P) {
  Location L;
  L.Name = "scratch" + std::to_string(P.Locations.size());
  L.Initial = {0};
  P.Locations.push_back(L);
  return P.Locations.size() - 1;
}

Instruction makeStore(unsigned Location, unsigned Value) {
  Instruction I;
  I.Op = Opcode::Store;
  I.Memory.Location = Location;
  I.Value = Value;
  return I;
}

Instruction makeAsyncLoad(unsigned Location, Address Destination) {
  Instruction I;
  I.Op = Opcode::AsyncLoad;
  I.Memory.Location = Location;
  I.Destination = Destination;
  return I;
}

Instruction makeMark() {
  Instruction I;
  I.Op = Opcode::AsyncMark;
  return I;
}

Instruction makeWaitForAll(Thread &T) {
  Instruction I;
  I.Op = Opcode::AsyncWait;
  I.Value = addConstant(T, 0);
  return I;
}

} // namespace fencepost::model::lemmas
