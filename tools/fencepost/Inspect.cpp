//===- Inspect.cpp - `fencepost inspect` ----------------------------------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Object/CodeObject.h"
#include "fencepost/Report/InspectReport.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace fencepost {

namespace {

/// Goes over the inputs and hands every code object to a printer.
class Inspector {
public:
  using Printer = llvm::function_ref<llvm::Error(const CodeObject &)>;

  Inspector(const Invocation &I, const InspectOptions &Options)
      : Inputs(I.operands()), Options(Options) {}

  void run(Printer Print);
  Outcome takeOutcome() { return std::move(Result); }

private:
  llvm::Error inspectFile(llvm::StringRef Name, Printer Print);
  void inspectObject(const CodeObject &Object, Printer Print);
  void note(llvm::Error E, llvm::StringRef File);
  void reportMissingKernels();

  llvm::ArrayRef<std::string> Inputs;
  const InspectOptions &Options;
  Outcome Result;
  std::set<std::string> KernelNames; ///< Of all objects, for suggestions.
  std::set<std::string> FoundNames;  ///< Of Options.Kernels.
};

} // namespace

void Inspector::note(llvm::Error E, llvm::StringRef File) {
  for (Finding &F : takeFindings(std::move(E), Diag::MalformedObject, File)) {
    // What could not be decided does not make the input bad.
    bool IsBad = F.severity() != Severity::Unknown;
    (IsBad ? Result.Errors : Result.Findings).push_back(std::move(F));
  }
}

void Inspector::inspectObject(const CodeObject &Object, Printer Print) {
  for (const std::string &Name : Options.Kernels)
    if (Object.findKernel(Name))
      FoundNames.insert(Name);
  if (!Options.Kernels.empty())
    for (const Kernel &K : Object.Kernels)
      KernelNames.insert(K.Name.str());
  llvm::append_range(Result.Findings, Object.Findings);
  llvm::SmallPtrSet<const Kernel *, 16> Shown;
  for (const Kernel *K : Options.kernelsOf(Object))
    Shown.insert(K);
  llvm::append_range(Result.Findings,
                     checkCodeObject(Object, [&](const Kernel &K) {
                       return Shown.contains(&K);
                     }));
  if (llvm::Error E = Print(Object))
    note(std::move(E), Object.FileName);
}

llvm::Error Inspector::inspectFile(llvm::StringRef Name, Printer Print) {
  llvm::Expected<InputFile> File = readInputFile(Name, readerOf("inspect"));
  if (!File)
    return File.takeError();
  llvm::Expected<Container> Found = openContainer(*File->Buffer);
  if (!Found)
    return Found.takeError();
  llvm::append_range(Result.Errors, Found->Problems);
  for (const CodeObjectImage &Image : Found->Images) {
    llvm::Expected<CodeObject> Object = readCodeObject(Image, File->name());
    if (Object)
      inspectObject(*Object, Print);
    else
      note(Object.takeError(), Name);
  }
  return llvm::Error::success();
}

void Inspector::reportMissingKernels() {
  llvm::SmallVector<llvm::StringRef> Names(KernelNames.begin(),
                                           KernelNames.end());
  for (const std::string &Name : Options.Kernels)
    if (!FoundNames.count(Name))
      note(inputError(
               Diag::MissingKernel, Inputs.size() == 1 ? Inputs.front() : "",
               "no kernel is named '" + Name + "'" + didYouMean(Name, Names)),
           "");
}

void Inspector::run(Printer Print) {
  for (llvm::StringRef Name : Inputs)
    if (llvm::Error E = inspectFile(Name, Print))
      note(std::move(E), Name);
  if (Result.Errors.empty())
    reportMissingKernels();
}

int runInspect(const Invocation &I) {
  llvm::Expected<ReportOptions> Report = reportOptions(I);
  if (!Report)
    return fail(Report.takeError());
  if (I.operands().empty())
    return fail(inputError(
        Diag::Usage, "",
        "'inspect' requires at least one file (see 'fencepost help inspect')"));
  InspectOptions Options;
  Options.Kernels = I.values("kernel");
  Options.Disassemble = I.has("disassemble") || I.has("d");
  if (llvm::is_contained(Options.Kernels, ""))
    return fail(inputError(Diag::Usage, "", "'--kernel' requires a name"));

  Inspector Inspect(I, Options);
  auto &OS = llvm::outs();
  switch (Report->Format) {
  case ReportOptions::FormatKind::Text: {
    bool First = true;
    Inspect.run([&](const CodeObject &Object) {
      if (!First)
        OS << '\n';
      First = false;
      return printCodeObject(OS, Object, Options);
    });
    return finish(I, *Report, Inspect.takeOutcome());
  }
  case ReportOptions::FormatKind::Json:
    return finishJson(I, *Report, [&](llvm::json::OStream &J) {
      J.attributeArray("codeObjects", [&] {
        Inspect.run([&](const CodeObject &Object) {
          return writeCodeObject(J, Object, Options);
        });
      });
      return Inspect.takeOutcome();
    });
  case ReportOptions::FormatKind::Sarif:
    // Nothing is shown, but what could not be disassembled is still a finding.
    Inspect.run([&](const CodeObject &Object) {
      return Options.Disassemble
                 ? printCodeObject(llvm::nulls(), Object, Options)
                 : llvm::Error::success();
    });
    return finish(I, *Report, Inspect.takeOutcome());
  }
  llvm_unreachable("a format without a printer");
}

} // namespace fencepost
