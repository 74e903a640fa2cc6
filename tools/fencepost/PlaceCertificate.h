//===- PlaceCertificate.h - `fencepost place --certificate` and `--verify` ===//
#ifndef FENCEPOST_TOOLS_PLACECERTIFICATE_H
#define FENCEPOST_TOOLS_PLACECERTIFICATE_H

#include "PlaceOptions.h"
#include "fencepost/Input/KernelFile.h"

namespace fencepost {

/// The certificate of what was placed in the kernels of \p Input.
std::string certificateText(llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                            const KernelFile &Input, place::PlaceMode Mode);

/// Whether a certificate can show that \p Kernel has what it needs.
bool canBeCertified(const placeir::KernelPlacement &Kernel,
                    place::PlaceMode Mode);

/// Looks whether the certificate that \p Options names holds for the kernels of
/// \p Input, and says so; the exit code.
llvm::Expected<int> verifyCertificate(const Invocation &I,
                                      const PlaceCommandOptions &Options,
                                      KernelFile &Input);

} // namespace fencepost

#endif
