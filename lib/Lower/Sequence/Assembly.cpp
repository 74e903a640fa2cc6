//===- Assembly.cpp - A sequence as lines an assembler takes --------------===//
// Example registers: data v1 or v[4:7], addresses v[2:3], resources s[8:11].
// Tuples start at even registers, which GFX90A and GFX942 ask for.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::lower {
namespace {

/// Registers that hold \p Bits, from \p First on.
std::string registers(unsigned First, unsigned Bits) {
  if (Bits <= 32)
    return ("v" + llvm::Twine(First)).str();
  return ("v[" + llvm::Twine(First) + ":" + llvm::Twine(First + Bits / 32 - 1) +
          "]")
      .str();
}

enum class Shape : uint8_t { Load, Store, Modify };

struct AccessOperands {
  Shape Kind;
  bool Compares = false, Returns = false;
  unsigned Bits;
};

AccessOperands operandsOf(const Step &S, const Operation &Op) {
  AccessOperands A = {.Kind = Shape::Load, .Bits = Op.Bits};
  if (S.Mnemonic.contains("cmps"))
    A.Compares = true;
  if (S.Mnemonic.starts_with("store_") && !S.Mnemonic.contains("xchg"))
    A.Kind = Shape::Store;
  else if (S.Mnemonic.starts_with("write_"))
    A.Kind = Shape::Store;
  else if (!S.Mnemonic.starts_with("load_") && !S.Mnemonic.starts_with("read_"))
    A.Kind = Shape::Modify;
  if (A.Kind == Shape::Modify)
    A.Bits = std::max<unsigned>(Op.Bits, 32);
  A.Returns =
      A.Kind == Shape::Modify && (Op.HasResult || S.Mnemonic.contains("_rtn_"));
  return A;
}

std::string ldsOperands(const AccessOperands &A) {
  std::string Result = registers(4, A.Bits), Data = registers(8, A.Bits);
  switch (A.Kind) {
  case Shape::Load:
    return Result + ", v2";
  case Shape::Store:
    return "v2, " + Data;
  case Shape::Modify:
    break;
  }
  std::string Text = A.Returns ? Result + ", v2, " : "v2, ";
  Text += Data;
  return A.Compares ? Text + ", " + registers(12, A.Bits) : Text;
}

/// What follows the address of a memory instruction, by unit.
std::string memoryOperands(const Step &S, const AccessOperands &A,
                           bool IsPrivate) {
  bool Buffer = S.Unit == "buffer_";
  std::string Address = IsPrivate && S.Unit != "flat_" ? "v2" : "v[2:3]";
  std::string Tail;
  if (Buffer)
    Tail = IsPrivate ? ", s[8:11], 0 offen" : ", s[8:11], 0 addr64";
  else if (S.Unit == "global_" || S.Unit == "scratch_")
    Tail = ", off";
  unsigned DataBits = A.Compares ? 2 * A.Bits : A.Bits;
  std::string Data = registers(8, DataBits);
  if (A.Kind == Shape::Load)
    return registers(4, A.Bits) + ", " + Address + Tail;
  if (Buffer) // Data and result share registers.
    return Data + ", " + Address + Tail;
  if (A.Kind == Shape::Store)
    return Address + ", " + Data + Tail;
  std::string Text = A.Returns ? registers(4, A.Bits) + ", " : "";
  return Text + Address + ", " + Data + Tail;
}

std::string policyText(const Step &S) {
  llvm::SmallString<32> Text;
  S.Policy.append(Text);
  return Text.str().str();
}

std::string accessLine(const Step &S, const Operation &Op) {
  std::string Text = (S.Unit + S.Mnemonic + " ").str();
  if (S.Mnemonic.starts_with("load_lds_"))
    return Text + "v[2:3], off" + policyText(S);
  if (S.Mnemonic.starts_with("load_async_"))
    return Text + "v1, v[2:3], off" + policyText(S);
  if (S.Operand == "lds")
    return Text + "v[2:3], off" + policyText(S) + " lds";
  AccessOperands A = operandsOf(S, Op);
  if (S.Unit == "ds_")
    return Text + ldsOperands(A);
  bool IsPrivate = Op.Space == AddressSpace::Private;
  return Text + memoryOperands(S, A, IsPrivate) + policyText(S);
}

} // namespace

llvm::SmallVector<std::string> assembly(const Sequence &S, const Operation &Op,
                                        const Mode &) {
  llvm::SmallVector<std::string> Lines;
  for (const Step &Each : S.Steps) {
    bool FirstOnly = Each.When == StepWhen::FirstWave;
    if (FirstOnly) // The scalar condition code says who was first.
      Lines.push_back("s_cbranch_scc0 1");
    if (Each.Operand == "m0") {
      unsigned Value = Op.Members << 16 | Op.Object.operand();
      Lines.push_back(("s_mov_b32 m0, " + llvm::Twine(Value)).str());
    }
    Lines.push_back(Each.Kind == StepKind::Access ? accessLine(Each, Op)
                                                  : Each.text());
  }
  return Lines;
}

} // namespace fencepost::lower
