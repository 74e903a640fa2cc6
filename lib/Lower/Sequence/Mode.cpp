//===- Mode.cpp - A processor and how its code is run ---------------------===//
#include "fencepost/Lower/Mode.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::lower {

Mode Mode::of(const Processor &Proc) {
  Mode M;
  M.Proc = &Proc;
  M.WaveSize = Proc.nativeWaveSize();
  return M;
}

static llvm::Error bad(const llvm::Twine &Message) {
  return llvm::createStringError(Message.str());
}

/// Sets what "+name" or "-name" says in \p M.
static llvm::Error apply(llvm::StringRef Text, Mode &M) {
  bool IsOn = Text.consume_front("+");
  if (!IsOn && !Text.consume_front("-"))
    return bad("feature '" + Text + "' needs a + or - before it");
  auto Lacks = [&](Feature F) { return IsOn && !M.Proc->Features.has(F); };
  auto Missing = [&] {
    return bad(M.Proc->Name + " does not have the feature '" + Text + "'");
  };
  if (Text == "cumode") {
    M.CuMode = IsOn;
    return Lacks(Feature::CuMode) ? Missing() : llvm::Error::success();
  }
  if (Text == "tgsplit") {
    M.TgSplit = IsOn;
    return Lacks(Feature::TgSplit) ? Missing() : llvm::Error::success();
  }
  if (Text == "xnack")
    return Lacks(Feature::Xnack) ? Missing() : llvm::Error::success();
  if (Text == "sramecc" || Text == "sram-ecc")
    return Lacks(Feature::SramEcc) ? Missing() : llvm::Error::success();
  if (Text == "wavefrontsize64" || Text == "wavefrontsize32") {
    unsigned Size = Text.ends_with("64") ? 64 : 32;
    unsigned WaveSize = IsOn ? Size : 96 - Size;
    if (!M.Proc->supportsWaveSize(WaveSize))
      return bad(M.Proc->Name + " has no waves of " + llvm::Twine(WaveSize));
    M.WaveSize = WaveSize;
    return llvm::Error::success();
  }
  return bad("unknown feature '" + Text +
             "'; those that matter are cumode, tgsplit, wavefrontsize32, "
             "wavefrontsize64");
}

llvm::Expected<Mode> Mode::parse(llvm::StringRef Cpu,
                                 llvm::StringRef Features) {
  const Processor *Proc = findProcessor(Cpu);
  if (!Proc)
    return bad("unknown processor '" + Cpu + "'");
  Mode M = Mode::of(*Proc);
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Features.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts)
    if (llvm::Error E = apply(Part.trim(), M))
      return E;
  return M;
}

std::string Mode::features() const {
  std::string Text;
  auto Say = [&](llvm::StringRef Name) {
    if (!Text.empty())
      Text += ',';
    Text += Name;
  };
  if (CuMode)
    Say("+cumode");
  if (TgSplit)
    Say("+tgsplit");
  if (WaveSize != Proc->nativeWaveSize())
    Say(WaveSize == 64 ? "+wavefrontsize64" : "+wavefrontsize32");
  return Text;
}

} // namespace fencepost::lower
