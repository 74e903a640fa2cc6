//===- RandomKernel.cpp - Random kernels as LLVM IR text ------------------===//
#include "RandomKernel.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <vector>

namespace fencepost::ir {

using std::to_string;

static constexpr unsigned NumVariables = 5;

/// Helpers read and write LDS through pointers of both kinds.
static constexpr llvm::StringLiteral RandomModuleHead = R"(
target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(3) global [64 x i32] poison
@b = internal addrspace(3) global [8 x [16 x i32]] poison
@c = internal addrspace(3) global { i16, [32 x i64] } poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
define internal i32 @get(ptr addrspace(3) %p, i32 %i) noinline {
  %m = and i32 %i, 31
  %q = getelementptr i32, ptr addrspace(3) %p, i32 %m
  %v = load i32, ptr addrspace(3) %q
  ret i32 %v
}
define internal void @put(ptr %p, i32 %i, i32 %v) noinline {
  %pp = alloca ptr, addrspace(5)
  store ptr %p, ptr addrspace(5) %pp
  %w = sext i32 %i to i64
  %m = and i64 %w, 15
  %o = load ptr, ptr addrspace(5) %pp
  %q = getelementptr i32, ptr %o, i64 %m
  store i32 %v, ptr %q
  ret void
}
define amdgpu_kernel void @k(i32 %n, i32 %m, ptr addrspace(1) %out, ptr addrspace(3) %scratch) #0 {
)";

namespace {
class Writer {
public:
  explicit Writer(uint64_t Seed) : Random(Seed) {}
  std::string write();

private:
  unsigned pick(unsigned Limit) { return Random() % Limit; }
  std::string fresh() { return "%t" + to_string(Next++); }
  std::string label() { return "L" + to_string(Next++); }
  void line(const std::string &Code) { Text += "  " + Code + "\n"; }
  void begin(const std::string &Label) { Text += Label + ":\n"; }
  std::string define(const std::string &Code) {
    std::string Name = fresh();
    line(Name + " = " + Code);
    return Name;
  }

  std::string variable() { return "%v" + to_string(pick(NumVariables)); }
  std::string expression(unsigned Depth);
  std::string operation(unsigned Depth);
  std::string rareOperation(const std::string &A, const std::string &B);
  std::string condition();
  std::string address();
  void assign(const std::string &V) {
    line("store i32 " + V + ", ptr addrspace(5) " + variable());
  }
  void statement(unsigned Depth);
  void statements(unsigned Depth);
  void branch(unsigned Depth);
  void choose(unsigned Depth);
  void loop(unsigned Depth);
  void synchronize();

  std::mt19937_64 Random;
  std::string Text;
  unsigned Next = 0;
};
} // namespace

/// Vectors, aggregates and what else optimizers like.
std::string Writer::rareOperation(const std::string &A, const std::string &B) {
  switch (pick(8)) {
  case 6: {
    std::string Wide = define("zext i32 " + A + " to i64");
    std::string Zeros =
        define("call i64 @llvm.ctlz.i64(i64 " + Wide + ", i1 false)");
    return define("trunc i64 " + Zeros + " to i32");
  }
  case 7:
    return define(pick(3) == 0 ? "call i32 @llvm.ctpop.i32(i32 " + A + ")"
                               : std::string("call i32 @llvm.ct") +
                                     (pick(2) ? "l" : "t") + "z.i32(i32 " + A +
                                     ", i1 false)");
  case 0:
    return define("call i32 @llvm.abs.i32(i32 " + A + ", i1 false)");
  case 1:
    return define(std::string("call i32 @llvm.fsh") + (pick(2) ? "l" : "r") +
                  ".i32(i32 " + A + ", i32 " + B + ", i32 " +
                  to_string(pick(40)) + ")");
  case 2: {
    std::string Both =
        define("call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 " + A +
               ", i32 " + B + ")");
    return define("extractvalue { i32, i1 } " + Both + ", 0");
  }
  case 3: {
    std::string V =
        define("insertelement <2 x i32> poison, i32 " + A + ", i32 0");
    std::string W =
        define("insertelement <2 x i32> " + V + ", i32 " + B + ", i32 1");
    std::string X = define("shufflevector <2 x i32> " + W +
                           ", <2 x i32> <i32 3, i32 9>, <2 x i32> <i32 " +
                           to_string(pick(4)) + ", i32 1>");
    std::string Sum = define("add <2 x i32> " + X + ", " + W);
    return define("extractelement <2 x i32> " + Sum + ", i32 " +
                  to_string(pick(2)));
  }
  case 4: {
    std::string V =
        define("insertelement <2 x i32> poison, i32 " + A + ", i32 0");
    std::string W =
        define("insertelement <2 x i32> " + V + ", i32 " + B + ", i32 1");
    std::string Whole = define("bitcast <2 x i32> " + W + " to i64");
    std::string Moved =
        define("lshr i64 " + Whole + ", " + to_string(pick(40)));
    std::string Parts = define("bitcast i64 " + Moved + " to <4 x i16>");
    std::string Part = define("extractelement <4 x i16> " + Parts + ", i32 " +
                              to_string(pick(4)));
    return define(std::string(pick(2) ? "sext" : "zext") + " i16 " + Part +
                  " to i32");
  }
  default:
    return define("freeze i32 " + A);
  }
}

std::string Writer::operation(unsigned Depth) {
  static constexpr const char *Plain[] = {"add", "sub", "mul",    "and",
                                          "or",  "xor", "add nsw"};
  static constexpr const char *Shifts[] = {"shl", "lshr", "ashr"};
  static constexpr const char *Divisions[] = {"udiv", "urem", "sdiv", "srem"};
  std::string A = expression(Depth - 1);
  switch (pick(9)) {
  case 0:
    return define(std::string(Shifts[pick(3)]) + " i32 " + A + ", " +
                  to_string(pick(12)));
  case 1:
    return define(std::string(Divisions[pick(4)]) + " i32 " + A + ", " +
                  to_string(1 + pick(20)));
  case 2: {
    std::string C = condition(), B = expression(Depth - 1);
    return define("select i1 " + C + ", i32 " + A + ", i32 " + B);
  }
  case 3: {
    std::string Wide = define(std::string(pick(2) ? "sext" : "zext") + " i32 " +
                              A + " to i64");
    std::string Sum = define("mul i64 " + Wide + ", " + to_string(pick(1000)));
    std::string Moved = define("lshr i64 " + Sum + ", " + to_string(pick(20)));
    return define("trunc i64 " + Moved + " to i32");
  }
  case 4: {
    std::string B = expression(Depth - 1);
    static constexpr const char *Choices[] = {"umin", "umax",     "smin",
                                              "smax", "usub.sat", "uadd.sat"};
    return define(std::string("call i32 @llvm.") + Choices[pick(6)] +
                  ".i32(i32 " + A + ", i32 " + B + ")");
  }
  case 5:
    return rareOperation(A, expression(Depth - 1));
  default: {
    std::string B = expression(Depth - 1);
    return define(std::string(Plain[pick(6)]) + " i32 " + A + ", " + B);
  }
  }
}

std::string Writer::expression(unsigned Depth) {
  if (Depth != 0 && pick(3) != 0)
    return operation(Depth);
  switch (pick(6)) {
  case 0:
    return to_string(int(pick(40)) - 8);
  case 1:
    return "%tid";
  case 2:
    return pick(2) ? "%n" : "%m";
  case 3:
    return "%group";
  default:
    return define("load i32, ptr addrspace(5) " + variable());
  }
}

std::string Writer::condition() {
  static constexpr const char *Predicates[] = {
      "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"};
  std::string A = expression(1), B = expression(1);
  return define(std::string("icmp ") + Predicates[pick(10)] + " i32 " + A +
                ", " + B);
}

/// "ptr addrspace(3) %t7" and the like.
std::string Writer::address() {
  std::string I = expression(2), J = expression(1);
  switch (pick(6)) {
  case 0:
    return "ptr addrspace(3) " +
           define("getelementptr [64 x i32], ptr addrspace(3) @a, i32 0, i32 " +
                  I);
  case 1:
    return "ptr addrspace(3) " +
           define("getelementptr [8 x [16 x i32]], ptr addrspace(3) @b, i32 0, "
                  "i32 " +
                  I + ", i32 " + J);
  case 2: {
    // An index may be narrower than an address; it is signed.
    std::string Index = "i32 " + I;
    if (pick(2))
      Index = "i64 " + define("sext i32 " + I + " to i64");
    else if (pick(2))
      Index = "i16 " + define("trunc i32 " + I + " to i16");
    return "ptr addrspace(1) " +
           define("getelementptr i32, ptr addrspace(1) %out, " + Index);
  }
  case 3:
    return "ptr addrspace(3) " +
           define("getelementptr i32, ptr addrspace(3) %scratch, i32 " + I);
  case 4: {
    std::string C = condition();
    std::string P =
        define("select i1 " + C + ", ptr addrspace(3) @a, ptr addrspace(3) @b");
    return "ptr addrspace(3) " +
           define("getelementptr i32, ptr addrspace(3) " + P + ", i32 " + I);
  }
  default:
    return "ptr addrspace(3) " +
           define("getelementptr { i16, [32 x i64] }, ptr addrspace(3) @c, i32 "
                  "0, i32 1, i32 " +
                  I);
  }
}

void Writer::branch(unsigned Depth) {
  std::string Then = label(), Else = label(), End = label();
  line("br i1 " + condition() + ", label %" + Then + ", label %" + Else);
  begin(Then);
  statements(Depth - 1);
  line("br label %" + End);
  begin(Else);
  statements(Depth - 1);
  line("br label %" + End);
  begin(End);
}

void Writer::choose(unsigned Depth) {
  std::string One = label(), Two = label(), End = label();
  std::string Target = define("and i32 " + expression(1) + ", 3");
  line("switch i32 " + Target + ", label %" + End + " [ i32 1, label %" + One +
       " i32 2, label %" + Two + " i32 3, label %" + One + " ]");
  begin(One);
  statements(Depth - 1);
  line("br label %" + (pick(2) ? End : Two));
  begin(Two);
  statements(Depth - 1);
  line("br label %" + End);
  begin(End);
}

/// for (i = 0; i < limit; ++i) with a limit of at most 3, perhaps with a break.
void Writer::loop(unsigned Depth) {
  std::string Header = label(), Body = label(), Latch = label(), End = label();
  std::string Counter = "%c" + to_string(Next++);
  Text.insert(Text.find("  ; variables\n"),
              "  " + Counter + " = alloca i32, addrspace(5)\n");
  std::string Limit = define("and i32 " + expression(1) + ", 3");
  line("store i32 0, ptr addrspace(5) " + Counter);
  line("br label %" + Header);
  begin(Header);
  std::string I = define("load i32, ptr addrspace(5) " + Counter);
  std::string Go = define("icmp ult i32 " + I + ", " + Limit);
  line("br i1 " + Go + ", label %" + Body + ", label %" + End);
  begin(Body);
  assign(I);
  statements(Depth - 1);
  if (pick(3) == 0)
    line("br i1 " + condition() + ", label %" + End + ", label %" + Latch);
  else
    line("br label %" + Latch);
  begin(Latch);
  std::string Again = define("load i32, ptr addrspace(5) " + Counter);
  std::string Plus = define("add i32 " + Again + ", 1");
  line("store i32 " + Plus + ", ptr addrspace(5) " + Counter);
  line("br label %" + Header);
  begin(End);
}

void Writer::synchronize() {
  line("fence syncscope(\"workgroup\") release");
  line("call void @llvm.amdgcn.s.barrier()");
  line("fence syncscope(\"workgroup\") acquire");
}

void Writer::statement(unsigned Depth) {
  unsigned Kind = pick(Depth == 0 ? 8 : 13);
  if (Kind < 2)
    return assign(expression(3));
  switch (Kind) {
  case 2: {
    std::string P = address();
    return assign(define("load i32, " + P));
  }
  case 3:
  case 4: {
    std::string V = expression(2);
    std::string P = address();
    return line("store i32 " + V + ", " + P);
  }
  case 5:
    return synchronize();
  case 6: {
    std::string I = expression(1);
    return assign(define("call i32 @get(ptr addrspace(3) " +
                         std::string(pick(2) ? "@a" : "%scratch") + ", i32 " +
                         I + ")"));
  }
  case 7: {
    std::string I = expression(1), V = expression(1);
    return line("call void @put(ptr addrspacecast (ptr addrspace(3) @b to "
                "ptr), i32 " +
                I + ", i32 " + V + ")");
  }
  case 8:
    return choose(Depth);
  case 9:
  case 10:
    return loop(Depth);
  default:
    return branch(Depth);
  }
}

void Writer::statements(unsigned Depth) {
  for (unsigned I = 0, E = 1 + pick(3); I != E; ++I)
    statement(Depth);
}

std::string Writer::write() {
  Text = RandomModuleHead.str();
  for (unsigned I = 0; I != NumVariables; ++I)
    line("%v" + to_string(I) + " = alloca i32, addrspace(5)");
  Text += "  ; variables\n";
  line("%tid = call i32 @llvm.amdgcn.workitem.id.x()");
  line("%group = call i32 @llvm.amdgcn.workgroup.id.x()");
  for (unsigned I = 0; I != NumVariables; ++I)
    line("store i32 " + to_string(I) + ", ptr addrspace(5) %v" + to_string(I));
  for (unsigned I = 0, E = 3 + pick(6); I != E; ++I)
    statement(3);
  line("ret void");
  return Text + "}\nattributes #0 = { \"amdgpu-flat-work-group-size\"=\"64,64\""
                " \"target-cpu\"=\"gfx942\" }\n";
}

std::string randomKernel(uint64_t Seed) { return Writer(Seed).write(); }

} // namespace fencepost::ir
