//===- ValuesTest.cpp - Arithmetic ----------------------------------------===//
// The expressions are checked by evaluating them: for every operation and every
// pair of operands, what a thread computes is what LLVM's constant folding
// says.
//===----------------------------------------------------------------------===//
#include "IRTests.h"
#include "fencepost/Model/Explore.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

/// What the register `r` of @P0 holds at the end of \p Test: "undef" or a
/// number.
std::string resultOf(const LitmusTest &Test) {
  model::Outcomes Found = model::explore(Test.Program, {}, {});
  if (Found.States.size() != 1 || !Found.States[0].Undefined.empty())
    return "not one state";
  const std::vector<std::string> &Names = Test.Program.Threads[0].Registers;
  auto It = llvm::find(Names, "r");
  if (It == Names.end())
    return "no r";
  model::Value V = Found.States[0].Registers[It - Names.begin()];
  return V.IsUndef ? "undef" : llvm::itostr(V.Number);
}

std::string shown(const llvm::Constant *C) {
  if (!C || llvm::isa<llvm::UndefValue>(C))
    return "undef";
  auto *Number = llvm::cast<llvm::ConstantInt>(C);
  return Number->getType()->isIntegerTy(1)
             ? llvm::utostr(Number->getZExtValue())
             : llvm::itostr(Number->getSExtValue());
}

/// The operands are loaded, so that nothing is folded while the test is read.
std::string computed(const llvm::Twine &Operation, llvm::StringRef Type,
                     const llvm::Constant *A, const llvm::Constant *B) {
  bool Bit = Type == "i1";
  auto Load = [&](llvm::StringRef Name) {
    std::string Line = ("%" + Name + (Bit ? "w" : "") +
                        " = load i32, ptr addrspace(1) @" + Name + "\n")
                           .str();
    if (Bit)
      Line += ("%" + Name + " = trunc i32 %" + Name + "w to i1\n").str();
    return Line;
  };
  std::string Text = ("@a = addrspace(1) global i32 " + shown(A) +
                      "\n@b = addrspace(1) global i32 " + shown(B) +
                      "\ndefine void @P0() {\n" + Load("a") + Load("b") +
                      "%r = " + Operation + "\nret void\n}\n")
                         .str();
  return resultOf(readIR(Text));
}

class LitmusIRValues : public testing::Test {
protected:
  std::vector<llvm::Constant *> operands(llvm::StringRef Type) {
    if (Type == "i1")
      return {llvm::ConstantInt::getFalse(Context),
              llvm::ConstantInt::getTrue(Context)};
    llvm::Type *Word = llvm::Type::getInt32Ty(Context);
    std::vector<llvm::Constant *> All;
    for (int64_t N : {0, 1, 2, 31, 32, -1, -2, INT32_MAX, INT32_MIN})
      All.push_back(llvm::ConstantInt::get(Word, N, true));
    return All;
  }

  llvm::LLVMContext Context;
  llvm::DataLayout Layout{""};
};

TEST_F(LitmusIRValues, ArithmeticIsLLVMs) {
  std::pair<const char *, unsigned> Operations[] = {
      {"add", llvm::Instruction::Add},  {"sub", llvm::Instruction::Sub},
      {"mul", llvm::Instruction::Mul},  {"and", llvm::Instruction::And},
      {"or", llvm::Instruction::Or},    {"xor", llvm::Instruction::Xor},
      {"shl", llvm::Instruction::Shl},  {"lshr", llvm::Instruction::LShr},
      {"ashr", llvm::Instruction::AShr}};
  for (llvm::StringRef Type : {"i1", "i32"})
    for (auto [Name, Opcode] : Operations)
      for (llvm::Constant *A : operands(Type))
        for (llvm::Constant *B : operands(Type))
          EXPECT_EQ(
              computed(llvm::Twine(Name) + " " + Type + " %a, %b", Type, A, B),
              shown(llvm::ConstantFoldBinaryOpOperands(Opcode, A, B, Layout)))
              << Name << " " << Type.str() << " " << shown(A) << " "
              << shown(B);
}

TEST_F(LitmusIRValues, ComparisonsAreLLVMs) {
  for (llvm::StringRef Type : {"i1", "i32"})
    for (llvm::CmpInst::Predicate P : llvm::CmpInst::ICmpPredicates())
      for (llvm::Constant *A : operands(Type))
        for (llvm::Constant *B : operands(Type)) {
          llvm::StringRef Name = llvm::CmpInst::getPredicateName(P);
          EXPECT_EQ(
              computed("icmp " + Name + " " + Type + " %a, %b", Type, A, B),
              shown(llvm::ConstantFoldCompareInstOperands(P, A, B, Layout)))
              << Name.str() << " " << Type.str() << " " << shown(A) << " "
              << shown(B);
        }
}

TEST_F(LitmusIRValues, CastsAreLLVMs) {
  llvm::Type *Word = llvm::Type::getInt32Ty(Context);
  llvm::Type *Bit = llvm::Type::getInt1Ty(Context);
  for (llvm::Constant *A : operands("i1")) {
    EXPECT_EQ(computed("zext i1 %a to i32", "i1", A, A),
              shown(llvm::ConstantFoldCastOperand(llvm::Instruction::ZExt, A,
                                                  Word, Layout)));
    EXPECT_EQ(computed("sext i1 %a to i32", "i1", A, A),
              shown(llvm::ConstantFoldCastOperand(llvm::Instruction::SExt, A,
                                                  Word, Layout)));
  }
  for (llvm::Constant *A : operands("i32"))
    EXPECT_EQ(computed("trunc i32 %a to i1", "i32", A, A),
              shown(llvm::ConstantFoldCastOperand(llvm::Instruction::Trunc, A,
                                                  Bit, Layout)));
}

TEST_F(LitmusIRValues, MinimumAndMaximum) {
  for (llvm::Constant *A : operands("i32"))
    for (llvm::Constant *B : operands("i32")) {
      const llvm::APInt &X = llvm::cast<llvm::ConstantInt>(A)->getValue();
      const llvm::APInt &Y = llvm::cast<llvm::ConstantInt>(B)->getValue();
      auto Check = [&](const char *Name, bool First) {
        std::string Call =
            std::string("call i32 @llvm.") + Name + ".i32(i32 %a, i32 %b)";
        EXPECT_EQ(computed(Call, "i32", A, B), shown(First ? A : B)) << Name;
      };
      Check("smax", X.sge(Y));
      Check("smin", X.sle(Y));
      Check("umax", X.uge(Y));
      Check("umin", X.ule(Y));
    }
}

TEST_F(LitmusIRValues, SelectAndUndef) {
  auto Result = [](llvm::StringRef Body) {
    return resultOf(readIR(wrapped((Body + "\nret void").str())));
  };
  EXPECT_EQ(Result("%r = select i1 true, i32 4, i32 5"), "4");
  EXPECT_EQ(Result("%r = select i1 false, i32 4, i32 5"), "5");
  EXPECT_EQ(Result("%r = select i1 poison, i32 4, i32 5"), "undef");
  EXPECT_EQ(Result("%r = select i1 true, i32 4, i32 undef"), "4");
  EXPECT_EQ(Result("%r = add i32 undef, 1"), "undef");
  EXPECT_EQ(Result("%s = select i1 true, <2 x i32> <i32 4, i32 5>, <2 x i32> "
                   "zeroinitializer\n"
                   "%r = extractelement <2 x i32> %s, i32 1"),
            "5");
  EXPECT_EQ(Result("%s = shufflevector <2 x i32> <i32 4, i32 5>, <2 x i32> "
                   "poison, <2 x i32> <i32 1, i32 poison>\n"
                   "%r = extractelement <2 x i32> %s, i32 1"),
            "undef");
}

TEST(LitmusIRValueErrors, SayWhatIsNotPartOfATest) {
  EXPECT_EQ(bodyError("%r = udiv i32 1, 2\nret void"),
            "2:1: udiv is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = add i64 1, 2\nret void"),
            "2:1: works on i64; a litmus test computes with i1 and i32");
  EXPECT_EQ(bodyError("%r = add <2 x i32> zeroinitializer, zeroinitializer\n"
                      "ret void"),
            "2:1: works on <2 x i32>; a litmus test computes with i1 and i32");
  EXPECT_EQ(bodyError("%r = fadd float 1.0, 2.0\nret void"),
            "2:1: fadd is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = fcmp oeq float 1.0, 2.0\nret void"),
            "2:1: fcmp is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = sitofp i32 1 to float\nret void"),
            "2:1: sitofp is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = ptrtoint ptr addrspace(1) @x to i32\nret void"),
            "2:1: ptrtoint is not part of a litmus test");
  EXPECT_EQ(bodyError("%r = icmp eq ptr addrspace(1) @x, @y\nret void"),
            "2:1: a litmus test does not compare addresses");
  EXPECT_EQ(bodyError("%r = zext i32 1 to i128\nret void"),
            "2:1: makes an i128; a litmus test computes with i1 and i32");
  EXPECT_EQ(bodyError("%r = sext i32 1 to i64\n%s = trunc i64 %r to i32\n"
                      "ret void"),
            "3:1: works on i64; a litmus test computes with i1 and i32");
  EXPECT_EQ(bodyError("%r = freeze i32 undef\nret void"),
            "2:1: freeze may choose any value, which the model cannot");
  EXPECT_EQ(bodyError("%r = load i32, ptr addrspace(1) @x\n"
                      "%v = extractelement <2 x i32> <i32 1, i32 2>, i32 %r\n"
                      "ret void"),
            "3:1: the index into a vector has to be a number within it");
  EXPECT_EQ(bodyError("%v = extractelement <2 x i32> <i32 1, i32 2>, i32 2\n"
                      "ret void"),
            "2:1: the index into a vector has to be a number within it");
  EXPECT_EQ(bodyError("%v = extractelement <2 x float> zeroinitializer, i32 0\n"
                      "ret void"),
            "2:1: a value of type <2 x float> is not part of a litmus test");
  EXPECT_EQ(bodyError("%v = extractvalue {ptr, i32} zeroinitializer, 1\n"
                      "ret void"),
            "2:1: a value of type { ptr, i32 } is not part of a litmus test");
  EXPECT_EQ(bodyError("store i32 ptrtoint (ptr addrspace(1) @x to i32), ptr "
                      "addrspace(1) @x\nret void"),
            "2:1: an operand here is a constant expression, which is not part "
            "of a litmus test");
  EXPECT_EQ(bodyError("br label %a\na:\n%p = phi i64 [ 1, %0 ]\nret void"),
            "4:1: a value of type i64 is not part of a litmus test");
}

} // namespace
} // namespace fencepost::litmus
