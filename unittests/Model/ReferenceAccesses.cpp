//===- ReferenceAccesses.cpp - Reads and writes with guessed values -------===//
// See ReferenceWalker.h.
//===----------------------------------------------------------------------===//
#include "ReferenceWalker.h"

namespace fencepost::model::naive {

Target Walker::target(const State &S, const Address &A) const {
  const Location &L = P.Locations[A.Location];
  Target To;
  To.Space = L.Space;
  To.Where.Location = A.Location;
  if (L.Space == AddressSpace::Local)
    To.Where.Copy = Where.instance(ScopeLevel::Workgroup, T);
  if (A.Index == None)
    return To;
  Operand Index = eval(S, A.Index);
  To.DependsOn = Index.DependsOn;
  if (Index.V.IsUndef)
    To.Bad = Undefined::UndefBranch;
  else if (Index.V.Number < 0 || Index.V.Number >= static_cast<int64_t>(L.Size))
    To.Bad = Undefined::OutOfBounds;
  else
    To.Where.Element = Index.V.Number;
  return To;
}

std::vector<Value> Walker::guesses(const Cell &C) const {
  std::set<Value> All = {Value::undef()};
  if (auto It = Values.find(C); It != Values.end())
    All.insert(It->second.begin(), It->second.end());
  return {All.begin(), All.end()};
}

/// docs/model.md M3, M4, M13. What only reads does not make available, and what
/// only writes does not make visible (spec/001, "The Vulkan Memory Model").
Act Walker::accessAct(const State &, const Instruction &I, const Target &To,
                      ActKind Kind, Ordering Order) const {
  Act A;
  A.Kind = Kind;
  A.DependsOn = To.DependsOn;
  A.Where = To.Where;
  A.Space = To.Space;
  A.Order = Order;
  A.Level = I.Reach.Level;
  if (To.Space == AddressSpace::Local && A.Level > ScopeLevel::Workgroup)
    A.Level = ScopeLevel::Workgroup;
  A.StoreAvailable = A.writes() && (isAtomic(Order) || I.Available);
  A.LoadVisible = A.reads() && (isAtomic(Order) || I.Available);
  A.MakesAvailable = A.writes() && isRelease(Order) && !I.NoAv;
  A.MakesVisible = A.reads() && isAcquire(Order) && !I.NoAv;
  A.Covers = {AddressSpace::Global, AddressSpace::Local};
  if (I.Reach.OneAddressSpace)
    A.Covers = {To.Space};
  return A;
}

Act Walker::fenceAct(const State &, const Instruction &I) const {
  Act A;
  A.Kind = ActKind::Fence;
  A.Order = I.Order;
  A.Level = I.Reach.Level;
  A.MakesAvailable = isRelease(I.Order) && !I.NoAv;
  A.MakesVisible = isAcquire(I.Order) && !I.NoAv;
  A.Covers = {AddressSpace::Global, AddressSpace::Local};
  if (!I.Tags.empty())
    A.Covers = I.Tags;
  A.CoversPaired = I.Tags.empty() && I.Reach.OneAddressSpace;
  return A;
}

bool Walker::access(State &S, const Instruction &I) {
  Target To = target(S, I.Memory);
  if (To.Bad)
    return cut(S, *To.Bad);
  switch (I.Op) {
  case Opcode::Load:
    return load(S, I, To);
  case Opcode::Store:
    return store(S, I, To);
  case Opcode::ReadModifyWrite:
    return update(S, I, To);
  default:
    return compareExchange(S, I, To);
  }
}

bool Walker::load(State &S, const Instruction &I, const Target &To) {
  for (Value V : guesses(To.Where)) {
    State Next = S;
    Act A = accessAct(S, I, To, ActKind::Read, I.Order);
    A.Read = V;
    uint64_t Bit = add(Next, A);
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

bool Walker::store(State &S, const Instruction &I, const Target &To) {
  Operand New = eval(S, I.Value);
  Act A = accessAct(S, I, To, ActKind::Write, I.Order);
  A.Written = New.V;
  A.DependsOn |= New.DependsOn;
  add(S, A);
  ++S.Pc;
  return true;
}

bool Walker::update(State &S, const Instruction &I, const Target &To) {
  Operand New = eval(S, I.Value);
  for (Value V : guesses(To.Where)) {
    State Next = S;
    Act A = accessAct(S, I, To, ActKind::Update, I.Order);
    A.Read = V;
    A.Written = modify(I.Modify, V, New.V);
    A.DependsOn |= New.DependsOn;
    uint64_t Bit = add(Next, A);
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

/// Comparing with undef is undef-branch (docs/model.md M17); the read has
/// happened.
bool Walker::compareExchange(State &S, const Instruction &I, const Target &To) {
  Operand Wanted = eval(S, I.Compare), New = eval(S, I.Value);
  for (Value V : guesses(To.Where)) {
    State Next = S;
    bool Compares = !V.IsUndef && !Wanted.V.IsUndef;
    bool Success = Compares && V == Wanted.V;
    Act A = accessAct(S, I, To, Success ? ActKind::Update : ActKind::Read,
                      Success ? I.Order : I.FailureOrder);
    A.Read = V;
    A.Written = New.V;
    A.DependsOn |= Wanted.DependsOn | New.DependsOn;
    uint64_t Bit = add(Next, A);
    if (!Compares) {
      cut(Next, Undefined::UndefBranch);
      continue;
    }
    if (I.Result != None)
      Next.Registers[I.Result] = {V, Bit};
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

bool Walker::asyncLoad(State &S, const Instruction &I) {
  Target From = target(S, I.Memory), To = target(S, I.Destination);
  if (From.Bad)
    return cut(S, *From.Bad);
  if (To.Bad)
    return cut(S, *To.Bad);
  for (Value V : guesses(From.Where)) {
    State Next = S;
    Act Read = accessAct(S, I, From, ActKind::Read, Ordering::NotAtomic);
    Read.Read = V;
    Read.Async = true;
    Act Write = accessAct(S, I, To, ActKind::Write, Ordering::NotAtomic);
    Write.Written = V;
    Write.Async = true;
    Write.DependsOn |= add(Next, Read);
    add(Next, Write);
    ++Next.Pc;
    run(std::move(Next));
  }
  return false;
}

} // namespace fencepost::model::naive
