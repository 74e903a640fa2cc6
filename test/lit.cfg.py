# How the golden tests run. A test's RUN lines see:
#   fencepost        the program of the build under test
#   %llvm            the directory with LLVM's tools (llc, llvm-mc, yaml2obj, ...)
#   %python          the interpreter for the checkers in test/tools
#   %checker         that directory
import os
import platform
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
import needs

config.name = "fencepost"
config.test_format = needs.Test(execute_external=True)
config.suffixes = [".test", ".ll", ".s", ".cl"]
config.excludes = ["Inputs", "package-consumer", "tools"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fencepost_obj_root, "test")

config.environment["PATH"] = os.pathsep.join(
    [config.fencepost_bin, config.llvm_bin, "/usr/bin", "/bin"])
# LLVM's static libraries are built without sanitizers, but share allocators with our code, which poison memory.
config.environment["ASAN_OPTIONS"] = "detect_stack_use_after_return=1:allow_user_poisoning=0"
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
config.environment["LC_ALL"] = "C.UTF-8"
if os.environ.get("FENCEPOST_EXHAUSTIVE"):
    config.environment["FENCEPOST_EXHAUSTIVE"] = "1"

# opt itself is not built with sanitizers, so it cannot load what is.
if not config.sanitizer_flags:
    config.available_features.add("address-space-limit")
    config.available_features.add("plugin")
    if platform.machine() == "x86_64":
        config.available_features.add("old-glibc")

config.substitutions += [
    ("%llvm", config.llvm_bin),
    ("%python", config.python),
    ("%checker", os.path.join(config.test_source_root, "tools")),
    ("%src", config.fencepost_src_root),
    ("%obj", config.fencepost_obj_root),
    # An archive built with sanitizers can only be linked with them, by the same compiler.
    ("%cxxflags", config.sanitizer_flags),
    ("%cxx", config.cxx),
    # Signals of crashes that no sanitizer takes.
    ("%crashes", "ABRT TRAP" if config.sanitizer_flags else "ABRT SEGV BUS FPE ILL TRAP"),
]

def works(*command):
    """Whether a command that a test needs may be run here."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
    except OSError:
        return False

# A name space in which a test may mount; as root without the user's name space, which forbids more.
mount_space = next((space for space in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"])
                    if works(*space, "mount", "-t", "tmpfs", "tmpfs", "/mnt")), None)
if mount_space:
    config.available_features.add("mount")
    config.substitutions.append(("%mount", " ".join(mount_space)))
# The first process of a name space, which signals do not end.
first_process = next((space for space in (["unshare", "--pid", "--fork"], ["unshare", "--pid", "--fork", "--map-root-user"])
                      if works(*space, "true")), None)
if first_process:
    config.available_features.add("first-process")
    config.substitutions.append(("%first", " ".join(first_process)))
# A file system where a file can be protected even against root.
if works("sh", "-c", f"cd {config.test_exec_root} && g=$(mktemp -p .) && chattr +i $g && chattr -i $g; r=$?; rm -f $g; exit $r"):
    config.available_features.add("chattr")
if works("setpriv", "--bounding-set=-all", "--inh-caps=-all", "true"):
    config.available_features.add("capabilities")
if os.geteuid() == 0:
    config.available_features.add("root")
