//===- Pipelines.cpp - Kernels in which waves fill LDS for others ---------===//
// See Pipelines.h.
//===----------------------------------------------------------------------===//
#include "Pipelines.h"
#include "llvm/Support/FormatVariadic.h"

namespace fencepost::placeir {

using llvm::formatv;

namespace {

/// One side's values have names that begin with \p Side.
struct SideText {
  const Pipeline &Shape;
  std::string Side;

  /// The row of stage %{Side}.turn is, from the counter %{Side}.ring if there
  /// is one.
  std::string row() const {
    switch (Shape.Index) {
    case Ring::Modulo:
      return formatv("  %{0}.row = urem i32 %{0}.turn, {1}\n", Side,
                     Shape.Slots);
    case Ring::Mask:
      return formatv("  %{0}.row = and i32 %{0}.turn, {1}\n", Side,
                     Shape.Slots - 1);
    case Ring::Counter:
      return formatv("  %{0}.row = add i32 %{0}.ring, 0\n", Side);
    }
    return "";
  }
  std::string address(unsigned Part) const {
    return formatv("  %{0}.first{1} = mul i32 %{0}.row, {2}\n"
                   "  %{0}.line{1} = add i32 %{0}.first{1}, {3}\n"
                   "  %{0}.at{1} = add i32 %{0}.line{1}, %mine\n"
                   "  %{0}.to{1} = getelementptr i32, ptr addrspace(3) @t, "
                   "i32 %{0}.at{1}\n",
                   Side, Part, 32 * Shape.Fill * Shape.Parts,
                   32 * Shape.Fill * Part);
  }
  std::string accesses() const {
    std::string Text = row();
    for (unsigned P = 0; P < Shape.Parts; ++P) {
      Text += address(P);
      if (Side == "f")
        Text += formatv("  store i32 %f.turn, ptr addrspace(3) %f.to{0}\n", P);
      else
        Text += formatv("  %got{0} = load i32, ptr addrspace(3) %u.to{0}\n", P);
    }
    return Text;
  }
  /// A counter that goes around, with \p From and \p Latch before the header.
  std::string counter(const char *From, const std::string &Latch,
                      unsigned First) const {
    if (Shape.Index != Ring::Counter)
      return "";
    return formatv("  %{0}.ring = phi i32 [ {1}, %{2} ], [ %{0}.ring.next, "
                   "%{3} ]\n",
                   Side, First, From, Latch);
  }
  std::string advance() const {
    if (Shape.Index != Ring::Counter)
      return "";
    return formatv("  %{0}.ring.more = add i32 %{0}.ring, 1\n"
                   "  %{0}.ring.over = icmp eq i32 %{0}.ring.more, {1}\n"
                   "  %{0}.ring.next = select i1 %{0}.ring.over, i32 0, i32 "
                   "%{0}.ring.more\n",
                   Side, Shape.Slots);
  }
  /// A loop of this side alone, left after its iteration.
  std::string loop() const {
    std::string Block = Side + "ill";
    return formatv("{0}:\n"
                   "  %{1}.turn = phi i32 [ 0, %part.{1} ], [ %{1}.next, %{0} "
                   "]\n",
                   Block, Side)
               .str() +
           counter(("part." + Side).c_str(), Block, 0) + accesses() +
           advance() +
           formatv("  %{1}.next = add i32 %{1}.turn, 1\n"
                   "  %{1}.more = icmp ult i32 %{1}.next, %n\n"
                   "  br i1 %{1}.more, label %{0}, label %end\n",
                   Block, Side)
               .str();
  }
  /// The same, left before it.
  std::string whileLoop() const {
    std::string Block = Side + "ill";
    return formatv("{0}.head:\n"
                   "  %{1}.turn = phi i32 [ 0, %part.{1} ], [ %{1}.next, %{0} "
                   "]\n",
                   Block, Side)
               .str() +
           counter(("part." + Side).c_str(), Block, 0) +
           formatv("  %{1}.more = icmp ult i32 %{1}.turn, %n\n"
                   "  br i1 %{1}.more, label %{0}, label %end\n"
                   "{0}:\n",
                   Block, Side)
               .str() +
           accesses() + advance() +
           formatv("  %{1}.next = add i32 %{1}.turn, 1\n"
                   "  br label %{0}.head\n",
                   Block, Side)
               .str();
  }
};

} // namespace

static std::string twoLoops(const Pipeline &Pipeline, const SideText &Fills,
                            const SideText &Uses) {
  bool Whiles = Pipeline.Shape == StageLoops::TwoWhiles;
  std::string Suffix = Whiles ? ".head" : "";
  std::string Text = Whiles ? "  br label %part\n"
                            : "  %none = icmp eq i32 %n, 0\n"
                              "  br i1 %none, label %end, label %part\n";
  Text += "part:\n  br i1 %fills, label %part.f, label %others\n"
          "others:\n  br i1 %idles, label %end, label %part.u\n"
          "part.f:\n  br label %fill" +
          Suffix + "\npart.u:\n  br label %uill" + Suffix + "\n";
  for (const SideText *Side : {&Fills, &Uses})
    Text += Whiles ? Side->whileLoop() : Side->loop();
  return Text;
}

/// The first row is filled before the loop if it goes ahead.
static std::string oneLoop(const Pipeline &Pipeline, const SideText &Fills,
                           const SideText &Uses) {
  bool Ahead = Pipeline.Shape == StageLoops::Ahead;
  std::string Text;
  if (Ahead) {
    Text += "  br i1 %fills, label %first, label %start\nfirst:\n";
    for (unsigned P = 0; P < Pipeline.Parts; ++P)
      Text += formatv("  %at{0} = add i32 %mine, {1}\n"
                      "  %to{0} = getelementptr i32, ptr addrspace(3) @t, i32 "
                      "%at{0}\n"
                      "  store i32 0, ptr addrspace(3) %to{0}\n",
                      P, 32 * Pipeline.Fill * P);
  }
  Text += "  br label %start\nstart:\n  %none = icmp eq i32 %n, 0\n"
          "  br i1 %none, label %end, label %loop\nloop:\n"
          "  %u.turn = phi i32 [ 0, %start ], [ %next, %latch ]\n";
  Text += Fills.counter("start", "latch", Ahead ? 1 % Pipeline.Slots : 0) +
          Uses.counter("start", "latch", 0);
  Text += "  %next = add i32 %u.turn, 1\n"
          "  %more = icmp ult i32 %next, %n\n"
          "  br i1 %fills, label %ask, label %others\n"
          "others:\n  br i1 %idles, label %latch, label %use\n"
          "ask:\n";
  Text += Ahead ? "  %f.turn = add i32 %next, 0\n"
                  "  br i1 %more, label %fill, label %latch\n"
                : "  %f.turn = add i32 %u.turn, 0\n  br label %fill\n";
  Text += "fill:\n" + Fills.accesses() + "  br label %latch\nuse:\n" +
          Uses.accesses() + "  br label %latch\nlatch:\n" + Fills.advance() +
          Uses.advance() + "  br i1 %more, label %loop, label %end\n";
  return Text;
}

std::string Pipeline::text() const {
  SideText Fills{*this, "f"}, Uses{*this, "u"};
  std::string Text = formatv("define amdgpu_kernel void @k(i32 %n) {{\n"
                             "entry:\n"
                             "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n"
                             "  %mine = urem i32 %id, {0}\n"
                             "  %fills = icmp ult i32 %id, {0}\n"
                             "  %idles = icmp uge i32 %id, {1}\n",
                             32 * Fill, 32 * (Fill + Use));
  bool Two = Shape == StageLoops::TwoLoops || Shape == StageLoops::TwoWhiles;
  Text += Two ? twoLoops(*this, Fills, Uses) : oneLoop(*this, Fills, Uses);
  return Text + "end:\n  ret void\n}\n";
}

std::string Pipeline::name() const {
  static constexpr const char *Shapes[] = {"two loops", "two whiles",
                                           "one loop", "ahead"};
  static constexpr const char *Rings[] = {"modulo", "mask", "counter"};
  return formatv("{0}, {1}, {2} fill, {3} use, {4} idle, {5} slots, {6} parts",
                 Shapes[int(Shape)], Rings[int(Index)], Fill, Use, Idle, Slots,
                 Parts);
}

} // namespace fencepost::placeir
