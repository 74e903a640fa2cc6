//===- InstructionDecoder.h - LLVM's disassembler for one kind of code ----===//
// Everything LLVM wants for decoding and printing instructions of one processor
// with one wave size and setting of target features.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_INSTRUCTIONDECODER_H
#define FENCEPOST_LIB_OBJECT_INSTRUCTIONDECODER_H

#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include <memory>
#include <optional>

namespace fencepost {

struct DecodedInstruction {
  unsigned Size = 0; ///< At least 1.
  bool IsData = false;
  std::optional<uint64_t> Target; ///< Of a direct branch.
  llvm::SmallString<64> Text;     ///< Only when asked for, like the next.
  llvm::SmallString<0> Comment;   ///< Without a mark or a line end.
};

class InstructionDecoder {
public:
  /// \p WaveSize must be one that the processor of \p Target has. Null if LLVM
  /// cannot decode its instructions, as those of GFX6 and GFX7.
  static std::unique_ptr<InstructionDecoder> create(const TargetID &Target,
                                                    unsigned WaveSize);
  ~InstructionDecoder();

  /// Forgets what earlier instructions said about later ones; for the start of
  /// each function.
  void reset();
  /// Decodes the first instruction of \p Bytes, which must not be empty; bytes
  /// that are none become data.
  enum class Wanted : uint8_t { Size, SizeAndText };
  void decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, Wanted Parts,
              DecodedInstruction &Out);

private:
  InstructionDecoder();
  struct Impl;
  std::unique_ptr<Impl> TheImpl;
};

} // namespace fencepost

#endif
