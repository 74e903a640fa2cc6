//===- PlaceFuzzer.cpp - Barriers placed in any LLVM IR -------------------===//
// After a first byte that says for which processor and how, any kernels. They
// are refused, or get barriers such that the module is valid, their certificate
// holds, and placing once more changes nothing. Text is changed line by line
// (LineMutator.h).
//===----------------------------------------------------------------------===//
#include "LineMutator.h"
#include "fencepost/Certificate/Verifier.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Place/Certify.h"
#include "fencepost/PlaceIR/ModulePlacement.h"
#include "fencepost/Report/RefusalText.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using llvm::StringRef;

/// With one instruction for a barrier, with signals and waits, and with named
/// barriers.
static constexpr StringRef Processors[] = {"gfx942", "gfx1201", "gfx1250"};
static constexpr place::PlaceMode Modes[] = {place::PlaceMode::Keep,
                                             place::PlaceMode::Replace,
                                             place::PlaceMode::RemoveNeedless};

namespace {

/// What the first byte asks for.
struct Request {
  explicit Request(uint8_t Byte)
      : Processor(Processors[Byte % 3]), Mode(Modes[Byte / 3 % 3]),
        WantsCertificate(Byte / 9 % 2 != 0) {}

  placeir::PlacementOptions options() const;

  StringRef Processor;
  place::PlaceMode Mode;
  bool WantsCertificate;
};

} // namespace

/// Small enough for many inputs a second; a limit that is hit is an answer too.
placeir::PlacementOptions Request::options() const {
  placeir::PlacementOptions Options;
  Options.View.Cpu = Processor.str();
  Options.View.MaxInstructions = 2000;
  Options.Place.Mode = Mode;
  Options.Place.Limits = {20000, 50};
  if (WantsCertificate)
    Options.IsCertified = true;
  return Options;
}

/// Says what is wrong, and where libFuzzer sees it.
static void require(bool Holds, const llvm::Twine &Law) {
  if (Holds)
    return;
  llvm::errs() << "broken: " << Law << '\n';
  __builtin_trap();
}

static void requireCertificate(const placeir::KernelPlacement &Kernel,
                               place::PlaceMode Mode) {
  view::SyncView View = placeir::viewToPlaceIn(Kernel.View, Mode);
  certificate::VerifierAnswer Answer = certificate::verify(
      View, place::certify(View, Kernel.Slotted, Kernel.Placement, Mode,
                           Kernel.Split ? &*Kernel.Split : nullptr));
  for (const certificate::Objection &O : Answer.Objections)
    require(O.Fault == certificate::Fault::NotUnderstood,
            "a certificate holds: " + O.Text);
}

/// Named barriers are not relied on, so others would be placed beside them.
static bool hasNamed(const placeir::ModulePlacement &Placement) {
  return llvm::any_of(Placement.Kernels,
                      [](const placeir::KernelPlacement &Kernel) {
                        return Kernel.Plan.Named.has_value();
                      });
}

static void requireNothingToAdd(const IRSource &Source,
                                placeir::PlacementOptions Options) {
  Options.Place.Mode = place::PlaceMode::Keep;
  llvm::Expected<placeir::ModulePlacement> Again =
      placeir::placeBarriers(Source, Options);
  require(bool(Again), "what was placed can be read");
  for (const placeir::Refusal &R : Again->Refusals)
    require(false, "what was placed is not refused: " + refusalText(R));
  require(!Again->Changed, "nothing is left to place");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  Request Wanted(Data[0]);
  std::string Text(reinterpret_cast<const char *>(Data) + 1, Size - 1);
  IRSourceOptions Reading;
  Reading.Modules = true;
  auto Source = IRSource::parse(Text, "fuzz.ll", Reading);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return 0;
  }
  llvm::Expected<placeir::ModulePlacement> Placement =
      placeir::placeBarriers(**Source, Wanted.options());
  if (!Placement) {
    llvm::consumeError(Placement.takeError());
    return 0;
  }
  if (!Placement->Refusals.empty())
    return 0;
  require(!llvm::verifyModule((*Source)->module(), &llvm::errs()),
          "what was placed is valid");
  if (Wanted.WantsCertificate)
    for (const placeir::KernelPlacement &Kernel : Placement->Kernels)
      requireCertificate(Kernel, Wanted.Mode);
  if (!hasNamed(*Placement))
    requireNothingToAdd(**Source, Wanted.options());
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Size < 2 || Seed % 32 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  if (Seed % 8 == 1)
    Data[0] = Seed / 8 % 18;
  return 1 + fuzz::mutateLines(Data + 1, Size - 1, MaxSize - 1, Seed);
}
